import type { TopologyEdit } from "../mesh/index.js";

/** Numbers of elements and edits of a mesh. */
export interface MeshCounts {
  vertices: number;
  edges: number;
  triangles: number;
  edits: number;
}

/** The context that a state or a change from outside has to fit. */
export interface StateContext {
  /** Counts of all cloths, after the edits of the state. */
  readonly cloths: readonly MeshCounts[];
  /** Counts of the cloth that a store belongs to; all 0 for a store of the world. */
  readonly counts: MeshCounts;
}

/**
 * Data that follows the mesh of a cloth, or time, or both. A cloth and a world are lists of stores. Every operation on
 * the whole state iterates over these lists (`StoreList`):
 *
 *     edit of the mesh                replay, undo
 *     capture, save, rewind           state, size
 *     restore, load, apply an input   check, verify, state = …, jump
 *     roll back a substep             takeSnapshot, rollback
 *     recording                       state, compared with the one after the latest step
 *
 * So new data for a cloth, a pair of cloths, a tear tip or the world is one object that is added to a list. A store
 * omits the members that it does not need: one without `state` is derived from the others.
 */
export interface Store {
  /** Key in states and recordings; unique in its list. */
  readonly name: string;
  /** Replays an edit. The mesh has already made it, and possibly later ones. */
  replay?(edit: TopologyEdit): void;
  /** Undoes the latest edit. The mesh has already undone it. */
  undo?(edit: TopologyEdit): void;
  /**
   * All data that is needed to continue bit-exact: plain data and typed arrays. Reading returns an independent copy.
   * Writing copies too. At that time the mesh has the edits of the state, and the earlier stores in the list are
   * restored.
   */
  state?: unknown;
  /** Size of the state, bytes; if absent, it is measured. */
  readonly size?: number;
  /**
   * Rejects an invalid state before anything is changed.
   *
   * @param field The path of the state, for the message.
   * @throws ContainerError with one line that names the field.
   */
  check?(state: unknown, field: string, context: StateContext): void;
  /** Checks what depends on a mesh with the edits of the state; for states from a file. */
  verify?(state: never, field: string): void;
  /** Called after all states are restored: drop caches that belong to the time before. */
  jump?(): void;
  /** Saves what a substep changes. Each call overwrites the last snapshot. Does not allocate. */
  takeSnapshot?(): void;
  /** Restores the snapshot. No edits happen in between. */
  rollback?(): void;
  /** True if the state still equals this one, bit-exact, for recorders. If absent, the recorder compares a copy. */
  isAt?(state: never): boolean;
  /** True if only steps, edits and other stores change it. Recorders ignore it. */
  readonly isInternal?: boolean;
  /** True if states of earlier versions do not have it. Then it keeps its own. */
  readonly isOptional?: boolean;
  /** True if an edit only appends rows to its arrays. A recorder then stores only the difference. */
  readonly keepsRows?: boolean;
}

/** A store with a state that can be loaded. */
export type StatefulStore = Store & Required<Pick<Store, "check">>;

/**
 * Creates a store for a value that is owned elsewhere.
 *
 * @param value Reads and writes the value.
 * @param check Checks a loaded value.
 */
export function valueStore<T>(
  name: string,
  value: { get(): T; set(value: T): void },
  check: (value: unknown, field: string, context: StateContext) => void,
  options: Pick<Store, "isInternal" | "isOptional" | "replay" | "undo"> = {},
): StatefulStore {
  return {
    name,
    check,
    ...options,
    get state() {
      return value.get();
    },
    set state(state: unknown) {
      value.set(state as T);
    },
  };
}
