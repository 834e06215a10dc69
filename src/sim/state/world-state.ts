import { anything, ContainerError, list, record, refuse, whole } from "../../math/check-data.js";
import { Hash } from "../../math/hash.js";
import { redo, type TopologyEdit } from "../../mesh/index.js";
import type { MeshCounts, StateContext, States, StoreList } from "../../stores/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { WorldOptions } from "../options/options.js";
import { pack, unpack } from "./container.js";
import { commonEdits, countsAfter, countsOf, editsFrom, redoSame } from "./edits.js";

const STATE = { name: "state", version: 7 };

/** Bytes of a state besides those of its stores, about. */
const FRAME_SIZE = 1000;

/** A cloth at one time: its edits, and the states of its stores by their names. */
interface ClothState extends States {
  readonly edits: readonly TopologyEdit[];
}

/**
 * A world at one time: what it takes to go on from there, bit-exact. The states of its stores stand in it by their names. It
 * shares nothing with the world that changes, and belongs to it, or to another one that was made of the same options.
 */
export interface WorldState extends States {
  /** s. */
  readonly time: number;
  /** Bytes that it takes in memory, about. */
  readonly size: number;
  readonly cloths: readonly ClothState[];
}

/** What of a world its states are about. */
export interface StatefulWorld {
  readonly options: WorldOptions;
  readonly solver: { readonly type: string };
  readonly stores: StoreList;
  readonly cloths: readonly WorldCloth[];
}

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
 * Puts a world where a state says that somebody has kept.
 *
 * @throws RangeError where it is none of this world, which has not changed then. Whether its edits fit the meshes is not
 *   asked: that takes as long as making them.
 */
export function restoreKept(world: StatefulWorld, state: unknown): void {
  try {
    checkState(world, state);
  } catch (error) {
    if (error instanceof ContainerError) throw new RangeError(`restore: ${error.message}`);
    throw error;
  }
  restoreWorld(world, state);
}

function restoreWorld({ stores, cloths }: StatefulWorld, state: WorldState): void {
  stores.restore(state);
  for (const [i, cloth] of cloths.entries()) {
    const own = state.cloths[i]!;
    followEdits(cloth, own.edits);
    cloth.stores.restore(own);
  }
}

/** Takes back the edits that the other time does not know, and makes those that it knows and this one does not. */
function followEdits(cloth: WorldCloth, edits: readonly TopologyEdit[]): void {
  const common = commonEdits(cloth.edits, edits);
  while (cloth.edits.length > common) cloth.undo();
  for (const edit of edits.slice(common)) {
    redo(cloth.mesh, edit);
    cloth.replay(edit);
  }
}

/** For stores of the world, which belong to no mesh. */
const NO_MESH: MeshCounts = { vertices: 0, edges: 0, triangles: 0, edits: 0 };

/**
 * What the states and changes of stores have to fit; `cloth`: of the world where it is −1.
 */
export function contextOf(cloths: readonly MeshCounts[], cloth: number): StateContext {
  return { cloths, counts: cloths[cloth] ?? NO_MESH };
}

/**
 * Looks at a state that came from a file or a program, as a whole, before anything is made of it or changed. What a cloth has
 * captured itself is good: to look at each number would take longer than all the rest of `World.restore`.
 *
 * @throws ContainerError with one line that names the field.
 */
function checkState(world: StatefulWorld, value: unknown): asserts value is WorldState {
  // The edits first: how many of everything there have to be follows from them.
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

/** Grab ids are unique over all cloths. */
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

/** The bytes of a file with the state of a world. */
export function saveWorld(world: StatefulWorld): Uint8Array<ArrayBuffer> {
  return pack(STATE, { of: originOf(world), state: captureWorld(world) });
}

/**
 * Puts a world where such a file says.
 *
 * @param another Makes a world of the same options, to try it: where that fails, this one has not changed.
 * @throws ContainerError where it is no such file, is damaged, or belongs to a world of other options.
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
    const theirs = Object.hasOwn(of, field) ? of[field] : undefined;
    if (theirs === value) continue;
    const told =
      typeof theirs === "string" && /^[\w, -]{0,200}$/.test(theirs) ? theirs : "something else";
    throw new ContainerError(
      `it belongs to another world: its ${field} is ${told}, here it is ${value}`,
    );
  }
  checkState(world, state);
  const trial = another();
  for (const [i, cloth] of trial.cloths.entries()) tryCloth(cloth, state.cloths[i]!, `cloths.${i}`);
  try {
    restoreWorld(trial, state);
  } catch (error) {
    throw new ContainerError(`it makes no world: ${(error as Error).message}`);
  }
  restoreWorld(world, state);
}

/**
 * Makes the edits of a state in a cloth that has made none but those of its start, and looks at what depends on its
 * elements, which are there then.
 */
function tryCloth(cloth: WorldCloth, state: ClothState, field: string): void {
  while (cloth.edits.length > 0) cloth.undo();
  for (const [i, edit] of state.edits.entries()) {
    redoSame(cloth.mesh, edit, `${field}.edits.${i}`);
    cloth.replay(edit);
  }
  cloth.stores.verify(state, field);
}

/** What must be alike in two worlds so that a state of the one makes sense in the other. */
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
    solver: solver.type,
    models: cloths.map(({ model }) => model ?? "springs").join(", "),
    meshes: meshes.digest(),
    seams: cloths.map(({ seams = [] }) => seams.length).join(", "),
    colliders: colliders.map(({ type }) => type).join(", ") || "none",
    colliderMeshes: colliderMeshes.digest(),
    balls: String(balls.length),
  };
}
