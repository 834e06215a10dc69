import type { TopologyEdit } from "../mesh/index.js";

/** How many there are of each in a mesh. */
export interface MeshCounts {
  vertices: number;
  edges: number;
  triangles: number;
  edits: number;
}

/** What a state or a change that came from outside has to fit. */
export interface StateContext {
  /** The meshes of all cloths, with the edits of the state made. */
  readonly cloths: readonly MeshCounts[];
  /** The mesh of the cloth that a store belongs to; for a store of the world, of none. */
  readonly counts: MeshCounts;
}

/**
 * Whatever follows the mesh of a cloth, or time, or both. A cloth and a world are lists of stores, and everything that
 * has to be done with all of their state walks these lists (`StoreList`):
 *
 *     edit of the mesh                replay, undo
 *     capture, save, rewind           state, size
 *     restore, load, apply an input   check, verify, state = …, jump
 *     back to the start of a substep  keep, rollback
 *     recording                       state, compared with the one after the latest step
 *
 * So a new kind of data, for a cloth, a pair of cloths, a tear tip or the world, is one object that is added to a list.
 * A store leaves out what does not concern it: one without `state` follows from the others.
 */
export interface Store {
  /** Its key in states and recordings; unique in its list. */
  readonly name: string;
  /** Follows an edit that the mesh has made already, and maybe others after it. */
  replay?(edit: TopologyEdit): void;
  /** Follows the latest edit back, which the mesh has undone already. */
  undo?(edit: TopologyEdit): void;
  /**
   * What it takes to go on from here, bit-exact: plain data and typed arrays. Reading gives a copy that shares nothing
   * with what changes. Writing copies as well; by then the mesh has the edits of the state, and the stores before this
   * one in the list have theirs.
   */
  state?: unknown;
  /** Bytes that its state takes; absent: they are counted. */
  readonly size?: number;
  /**
   * Refuses what is no state of it, before anything is changed.
   *
   * @param field The path of the state, for the message.
   * @throws ContainerError with one line that names the field.
   */
  check?(state: unknown, field: string, context: StateContext): void;
  /** The same for what can be told only once the mesh has the edits of the state; for states that came from a file. */
  verify?(state: never, field: string): void;
  /** The world is at another time, all states are read: what was kept of the time before means nothing any more. */
  jump?(): void;
  /** Keeps what a substep changes of it. One place: the next call writes over it. No allocation. */
  keep?(): void;
  /** Goes back to what was kept. No edit lies in between. */
  rollback?(): void;
  /** Whether its state is this one still, bit for bit, for recorders; absent: a copy of it is compared. */
  isAt?(state: never): boolean;
  /** Only steps, edits and other stores change it: a recorder does not look at it. */
  readonly isInternal?: boolean;
  /** An edit adds rows to its arrays and leaves the others as they are: a recorder writes down the difference alone. */
  readonly keepsRows?: boolean;
}

/** A store with a state that may come from outside. */
export type StatefulStore = Store & Required<Pick<Store, "check">>;

/** A store for a value of somebody else: by how it is read, written and checked. */
export function valueStore<T>(
  name: string,
  value: { get(): T; set(value: T): void },
  check: (value: unknown, field: string, context: StateContext) => void,
  options: Pick<Store, "isInternal" | "replay" | "undo"> = {},
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
