import { anything, ContainerError, list, record, refuse, whole } from "../../math/check-data.js";
import { Hash } from "../../math/hash.js";
import { redo, type TopologyEdit } from "../../mesh/index.js";
import type { MeshCounts, StateContext, States, StoreList } from "../../stores/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { WorldOptions } from "../options/options.js";
import { pack, unpack } from "./container.js";
import { commonEdits, countsAfter, countsOf, editsFrom, redoSame } from "./edits.js";

const STATE = { name: "state", version: 7 };

/** Approximate bytes of a state besides its stores. */
const FRAME_SIZE = 1000;

/** State of a cloth: its edits, and the states of its stores by name. */
interface ClothState extends States {
  readonly edits: readonly TopologyEdit[];
}

/**
 * State of a world: all that is needed to continue from there, bit-exact. It contains the states of its stores by name.
 * It shares no mutable data with the world. It fits this world, or another one made from the same options.
 */
export interface WorldState extends States {
  /** Time of the world, s. */
  readonly time: number;
  /** Approximate size in memory, bytes. */
  readonly size: number;
  /** States of the cloths, in the order of the options. */
  readonly cloths: readonly ClothState[];
}

/** The parts of a world that have a state. */
export interface StatefulWorld {
  readonly options: WorldOptions;
  readonly solver: { readonly type: string; readonly choice: object | null };
  readonly stores: StoreList;
  readonly cloths: readonly WorldCloth[];
  /** True if the solver is that of a state, or does not depend on it. */
  usesSolverOf(state: unknown): boolean;
  /** Uses the solver of a state. */
  adoptSolver(state: unknown): void;
}

/** Captures the state of a world. O(particles). */
export function captureWorld({ stores, cloths }: StatefulWorld): WorldState {
  const own = stores.capture();
  let size = FRAME_SIZE + own.size;
  const states = cloths.map((cloth) => {
    const captured = cloth.stores.capture({ edits: cloth.edits.slice() });
    size += captured.size + 8 * cloth.edits.length;
    return captured.states;
  });
  return { ...own.states, size, cloths: states } as unknown as WorldState;
}

/**
 * Restores a captured state.
 *
 * @throws RangeError if it is not a state of this world; the world stays as it is. Does not check that its edits fit
 *   the meshes: that takes as long as making them.
 */
export function restoreState(world: StatefulWorld, state: unknown): void {
  try {
    withSolverOf(world, state, () => checkState(world, state));
  } catch (error) {
    if (error instanceof ContainerError) throw new RangeError(`restore: ${error.message}`);
    throw error;
  }
  restoreWorld(world, state as WorldState);
}

/** Runs a check of a state after the world has taken its solver. If the check fails, the world stays as it is. */
function withSolverOf(world: StatefulWorld, state: unknown, check: () => void): void {
  if (world.usesSolverOf(state)) {
    check();
    return;
  }
  const before = captureWorld(world);
  try {
    world.adoptSolver(state);
    check();
  } catch (error) {
    world.adoptSolver(before);
    restoreWorld(world, before);
    throw error;
  }
}

function restoreWorld({ stores, cloths }: StatefulWorld, state: WorldState): void {
  stores.restore(state);
  for (const [i, cloth] of cloths.entries()) {
    const own = state.cloths[i]!;
    followEdits(cloth, own.edits);
    cloth.stores.restore(own);
  }
}

/** Undoes edits that the state does not have, and makes those that only the state has. */
function followEdits(cloth: WorldCloth, edits: readonly TopologyEdit[]): void {
  const common = commonEdits(cloth.edits, edits);
  while (cloth.edits.length > common) cloth.undo();
  for (const edit of edits.slice(common)) {
    redo(cloth.mesh, edit);
    cloth.replay(edit);
  }
}

/** Counts for stores of the world, which belong to no mesh. */
const NO_MESH: MeshCounts = { vertices: 0, edges: 0, triangles: 0, edits: 0 };

/**
 * The context in which states and changes of stores are checked.
 *
 * @param cloth Index of the cloth; −1: the world.
 */
export function contextOf(cloths: readonly MeshCounts[], cloth: number): StateContext {
  return { cloths, counts: cloths[cloth] ?? NO_MESH };
}

/**
 * Checks a whole state from a file or from code, before anything is changed. Does not check every number of what a
 * cloth has captured: that would take longer than the rest of `World.restore`.
 *
 * @throws ContainerError with one line that names the field.
 */
function checkState(world: StatefulWorld, value: unknown): asserts value is WorldState {
  // The edits first: all counts follow from them.
  const anyCloths = list(record({ edits: list(anything) }, {}, true), world.cloths.length);
  record({ cloths: anyCloths }, {}, true)(value, "");
  const { cloths } = value as WorldState;
  const counts = world.cloths.map(({ mesh, edits: made }, i) => {
    const { edits } = cloths[i]!;
    const common = commonEdits(made, edits);
    editsFrom(common)(edits, `cloths.${i}.edits`);
    const start = countsAfter(countsOf(mesh), made.slice(common), -1);
    return countsAfter(start, edits.slice(common));
  });
  world.stores.check(value, "", contextOf(counts, -1), ["cloths", "size"]);
  whole()((value as WorldState).size, "size");
  for (const [i, { stores }] of world.cloths.entries()) {
    stores.check(cloths[i], `cloths.${i}`, contextOf(counts, i), ["edits"]);
  }
  checkGrabIds(value as WorldState);
}

/** Checks that the ids of grabs are unique over all cloths. */
function checkGrabIds({ cloths, grabCount }: WorldState): void {
  const ids = new Set<number>();
  for (const [i, { holding }] of cloths.entries()) {
    const { grabs } = holding as { grabs: { id: number }[] };
    for (const [k, { id }] of grabs.entries()) {
      const field = `cloths.${i}.holding.grabs.${k}.id`;
      whole(0, (grabCount as number) - 1)(id, field);
      if (ids.has(id)) refuse(field, "each id once", id);
      ids.add(id);
    }
  }
}

/** Encodes the state of a world as the bytes of a file. */
export function saveWorld(world: StatefulWorld): Uint8Array<ArrayBuffer> {
  return pack(STATE, { of: originOf(world), state: captureWorld(world) });
}

/**
 * Restores a state from the bytes of a file.
 *
 * @param another Makes a world from the same options, to try the state first. If that fails, this world stays as it is.
 * @throws ContainerError if it is not such a file, is damaged, or belongs to a world of other options.
 */
export function loadWorld(
  world: StatefulWorld,
  bytes: Uint8Array,
  another: () => StatefulWorld,
): void {
  const contents = unpack(STATE, bytes);
  record({ of: record({}, {}, true), state: anything })(contents, "");
  const { of, state } = contents as { of: Record<string, unknown>; state: unknown };
  for (const [field, value] of Object.entries(originOf(world))) {
    const found = Object.hasOwn(of, field) ? of[field] : undefined;
    if (found === value) continue;
    const shown =
      typeof found === "string" && /^[\w, -]{0,200}$/.test(found) ? found : "another value";
    throw new ContainerError(
      `expected a state of a world with the same ${field}, ${value}, got ${shown}`,
    );
  }
  withSolverOf(world, state, () => {
    checkState(world, state);
    tryWorld(another(), state);
  });
  restoreWorld(world, state as WorldState);
}

/** Tries a state in another world of the same options. */
function tryWorld(trial: StatefulWorld, state: WorldState): void {
  trial.adoptSolver(state);
  for (const [i, cloth] of trial.cloths.entries()) tryCloth(cloth, state.cloths[i]!, `cloths.${i}`);
  try {
    restoreWorld(trial, state);
  } catch (error) {
    throw new ContainerError(
      `expected a state that can be restored, got an error: ${(error as Error).message}`,
    );
  }
}

/** Tries a state in a cloth at its start: makes the edits, then checks what depends on the elements that exist then. */
function tryCloth(cloth: WorldCloth, state: ClothState, field: string): void {
  while (cloth.edits.length > 0) cloth.undo();
  for (const [i, edit] of state.edits.entries()) {
    redoSame(cloth.mesh, edit, `${field}.edits.${i}`);
    cloth.replay(edit);
  }
  cloth.stores.verify(state, field);
}

/** What two worlds must have in common so that a state of one fits the other. */
function originOf({ options, solver }: StatefulWorld): Record<string, string> {
  const { cloths, colliders = [], balls = [] } = options;
  const meshes = new Hash();
  for (const { mesh } of cloths) meshes.add(mesh.positions).add(mesh.triangles);
  const colliderMeshes = new Hash();
  for (const collider of colliders) {
    if (collider.type !== "mesh") continue;
    const { positions, triangles } = collider;
    colliderMeshes.add(Float64Array.from(positions)).add(Int32Array.from(triangles));
  }
  return {
    solver: solver.choice === null ? solver.type : "auto",
    models: cloths.map(({ model }) => model ?? "springs").join(", "),
    meshes: meshes.digest(),
    seams: cloths.map(({ seams = [] }) => seams.length).join(", "),
    colliders: colliders.map(({ type }) => type).join(", ") || "none",
    colliderMeshes: colliderMeshes.digest(),
    balls: String(balls.length),
  };
}
