import { Hash } from "../math/hash.js";
import type { Vector3 } from "../math/vector.js";
import { captureCloth, restoreCloth, type ClothState } from "./cloth-state.js";
import type { CutMark } from "./cut.js";
import { checkKinds, checkState, tryCloth } from "./check-state.js";
import { anything, ContainerError, record } from "../math/check-data.js";
import { pack, unpack } from "./container.js";
import { Knife, type KnifeState } from "./knife.js";
import type { SolverOptions, Wind } from "./options.js";
import { captureSolids, originOfSolids, restoreSolids, type SolidsState } from "./solids-state.js";
import type { Tally } from "./tally.js";
import type { World } from "./world.js";

const STATE = { name: "state", version: 5 };

/**
 * A world at one time: what it takes to go on from there, to the bit. It shares nothing with the world that changes, and
 * belongs to it, or to another one that was made of the same options.
 */
export interface WorldState extends SolidsState {
  /** s. */
  time: number;
  gravity: Vector3;
  wind: Wind;
  windField: number[];
  substeps: SolverOptions["substeps"];
  /** What the length of the next substeps depends on, s. */
  substepLengths: readonly [length: number, least: number];
  /** For how long they could have been longer, s. */
  substepCalm: number;
  tally: Tally;
  handCount: number;
  knifeCount: number;
  knives: KnifeState[];
  cuts: CutMark[];
  cloths: ClothState[];
}

export function captureWorld(world: World): WorldState {
  const { time, gravity, wind, windField, solver, tally, handCount, cloths } = world;
  return {
    time,
    gravity: [...gravity],
    wind: copyWind(wind),
    windField: windField.state,
    substeps: solver.substeps,
    substepLengths: world.substeps.lengths,
    substepCalm: world.substeps.calm,
    tally: { ...tally },
    handCount,
    knifeCount: world.knifeCount,
    knives: world.knives.map((knife) => knife.state),
    cuts: world.cuts.map((cut) => ({ ...cut })),
    ...captureSolids(world.solids),
    cloths: cloths.map(captureCloth),
  };
}

/**
 * Puts a world where a state says that somebody has kept.
 *
 * @throws RangeError where it is none of this world, which has not changed then. Whether its edits fit the meshes is not
 *   asked: that takes as long as making them.
 */
export function restoreKept(world: World, state: unknown): void {
  try {
    checkState(world, state);
    for (const [i, cloth] of world.cloths.entries()) {
      checkKinds(cloth, state.cloths[i]!, `cloths.${i}`);
    }
  } catch (error) {
    if (error instanceof ContainerError) throw new RangeError(`restore: ${error.message}`);
    throw error;
  }
  restoreWorld(world, state);
}

function restoreWorld(world: World, state: WorldState): void {
  world.recorder?.breakOff();
  world.substeps.abandon();
  world.time = state.time;
  world.gravity = [...state.gravity];
  world.wind = copyWind(state.wind);
  world.windField.state = state.windField;
  world.solver.substeps = state.substeps;
  world.substeps.lengths = state.substepLengths;
  world.substeps.calm = state.substepCalm;
  world.tally = { ...state.tally };
  world.handCount = state.handCount;
  world.knifeCount = state.knifeCount;
  world.knives.length = 0;
  for (const knife of state.knives) world.knives.push(new Knife(world, knife));
  world.cuts.length = 0;
  for (const cut of state.cuts) world.cuts.push({ ...cut });
  restoreSolids(world.solids, state);
  for (const [i, cloth] of state.cloths.entries()) restoreCloth(world.cloths[i]!, cloth);
}

function copyWind({ velocity, gusts, turbulence, ...wind }: Wind): Wind {
  return {
    ...wind,
    velocity: [...velocity],
    ...(gusts !== undefined && { gusts: { ...gusts } }),
    ...(turbulence !== undefined && { turbulence: { ...turbulence } }),
  };
}

/** The bytes of a file with the state of a world. */
export function saveWorld(world: World): Uint8Array<ArrayBuffer> {
  return pack(STATE, { of: originOf(world), state: captureWorld(world) });
}

/**
 * Puts a world where such a file says.
 *
 * @param another Makes a world of the same options, to try it: where that fails, this one has not changed.
 * @throws ContainerError where it is no such file, is damaged, or belongs to a world of other options.
 */
export function loadWorld(world: World, bytes: Uint8Array, another: () => World): void {
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

/** What must be alike in two worlds so that a state of the one makes sense in the other. */
function originOf({ options, solver }: World): Record<string, string> {
  const hash = new Hash();
  for (const { mesh } of options.cloths) hash.add(mesh.positions).add(mesh.triangles);
  return {
    solver: solver.type,
    models: options.cloths.map(({ model }) => model ?? "springs").join(", "),
    meshes: hash.digest(),
    seams: options.cloths.map(({ seams = [] }) => seams.length).join(", "),
    ...originOfSolids(options),
  };
}
