import { checkImplicit } from "../solvers/index.js";
import {
  damage,
  damageBefore,
  grabState,
  implicit,
  letGo,
  checkHolding,
  material,
  pinnedByHand,
  pinState,
  plastic,
  seamState,
  strengths,
  tearing,
} from "./check-cloth.js";
import {
  anything,
  type Check,
  ContainerError,
  finite,
  from,
  list,
  nullOr,
  numbers,
  oneOf,
  positive,
  record,
  refuse,
  vector,
  whole,
} from "../math/check-data.js";
import {
  commonEdits,
  countsAfter,
  countsOf,
  editsFrom,
  redoSame,
  type MeshCounts,
} from "./check-edits.js";
import { ballState, colliderState, knifeState } from "./check-solids.js";
import type { ClothState } from "./cloth-state.js";
import { MOST_SUBSTEPS } from "./options.js";
import { newTally } from "./tally.js";
import type { WorldCloth } from "./world-cloth.js";
import type { WorldState } from "./world-state.js";
import type { World } from "./world.js";

/** s. */
const SHORTEST_SUBSTEP = 1e-9;

const gusts = record({ strength: from(0), period: positive });
const turbulence = record({ speed: from(0), size: positive });
export const wind = record({ velocity: vector, drag: from(0) }, { gusts, turbulence });

/** What a solver may be told; null: which one is not known yet. */
export function substeps(world: Pick<World, "solver"> | null): Check {
  const count = whole(1, MOST_SUBSTEPS);
  return (value, field) => {
    if (!(value === "auto" && world?.solver.type !== "xpbd")) count(value, field);
  };
}

/** s; of a solver that has none yet, Infinity. A shorter one than that of the most substeps would never come to an end. */
const substepLength: Check = (value, field) => {
  if (value !== Infinity) from(SHORTEST_SUBSTEP)(value, field);
};

const count = whole();

const tally = record(
  Object.fromEntries(Object.keys(newTally()).map((name) => [name, tallied(name)])),
);

function tallied(name: string): Check {
  if (name === "firstTearTime") return nullOr(finite);
  return name === "maxStretch" || name.endsWith("esidual") ? from(0) : count;
}

/**
 * Looks at a state that came from a file or a program, as a whole, before anything is made of it or changed.
 *
 * @param world That it is meant for.
 * @throws ContainerError with one line that names the field.
 */
export function checkState(world: World, value: unknown): asserts value is WorldState {
  // The edits first: how many of everything there have to be follows from them.
  const clothCount = world.cloths.length;
  const anyCloths = list(record({ edits: list(anything) }, {}, true), clothCount);
  record({ cloths: anyCloths }, {}, true)(value, "");
  const counts = world.cloths.map(({ mesh, edits: made }, i) => {
    const { edits } = (value as WorldState).cloths[i]!;
    const common = commonEdits(made, edits);
    editsFrom(common)(edits, `cloths.${i}.edits`);
    const start = countsAfter(countsOf(mesh), made.slice(common), -1);
    return countsAfter(start, edits.slice(common));
  });
  const { solids } = world;
  record({
    time: finite,
    gravity: vector,
    wind,
    windField: list(finite, 5),
    substeps: substeps(world),
    substepLengths: list(substepLength, 2),
    substepCalm: from(0),
    tally,
    handCount: count,
    knifeCount: count,
    knives: list(knifeState(counts.map(({ vertices }) => vertices))),
    cuts: list(record({ cloth: whole(0, clothCount - 1), before: count }, { knife: count })),
    balls: list(ballState),
    ballCount: count,
    thrownCount: whole(0, solids.plannedCount),
    colliders: list(colliderState, solids.colliders.length),
    cloths: anything,
  })(value, "");
  const state = value as WorldState;
  for (const [i, cloth] of world.cloths.entries()) {
    // What it has captured itself is good; to look at each number would take longer than all the rest of `World.restore`.
    if (cloth.captured.has(state.cloths[i]!)) continue;
    clothState(cloth, counts[i]!)(state.cloths[i], `cloths.${i}`);
  }
  checkNumbers(state, counts, world.options.knives?.length ?? 0);
}

function clothState({ seams }: WorldCloth, counts: MeshCounts): Check {
  const { vertices } = counts;
  const fields = record({
    edits: anything,
    positions: numbers(Float64Array, 3 * vertices),
    velocities: numbers(Float64Array, 3 * vertices),
    material,
    plastic: nullOr(plastic(counts)),
    tearing,
    pins: list(pinState(counts)),
    pinnedByHand: pinnedByHand(counts),
    grabs: list(grabState(counts)),
    seams: list(seamState(counts), seams.length),
    damage: damage(counts),
    damageBefore: damageBefore(counts),
    strengths: nullOr(strengths(counts)),
    letGo: letGo(counts),
    random: whole(0, 0xffff_ffff),
    impulses: list(numbers(Float64Array, Infinity)),
    stepDuration: positive,
    limit: list(numbers(Float64Array, Infinity)),
    implicit: nullOr(implicit),
  });
  return (value, field) => {
    fields(value, field);
    checkHolding((value as ClothState).pins, `${field}.pins`);
  };
}

/** The numbers by which hands, knives, balls and cuts are known. */
function checkNumbers(state: WorldState, counts: readonly MeshCounts[], paths: number): void {
  const { balls, ballCount, thrownCount, knives, knifeCount, cuts, cloths, handCount } = state;
  whole(thrownCount)(ballCount, "ballCount");
  let least = 0;
  for (const [i, { number }] of balls.entries()) {
    whole(least, ballCount - 1)(number, `balls.${i}.number`);
    least = number + 1;
  }
  const drawn = new Set<number>();
  for (const [i, { knife, path = 0 }] of knives.entries()) {
    whole(0, knifeCount - 1)(knife, `knives.${i}.knife`);
    if (path !== 0) whole(0, paths - 1)(path, `knives.${i}.path`);
    if (drawn.has(knife)) refuse(`knives.${i}.knife`, "each once", knife);
    drawn.add(knife);
  }
  for (const [i, { cloth, before }] of cuts.entries()) {
    whole(0, counts[cloth]!.edits)(before, `cuts.${i}.before`);
  }
  const hands = new Set<number>();
  for (const [i, { grabs }] of cloths.entries()) {
    for (const [k, { hand }] of grabs.entries()) {
      whole(0, handCount - 1)(hand, `cloths.${i}.grabs.${k}.hand`);
      if (hands.has(hand)) refuse(`cloths.${i}.grabs.${k}.hand`, "each once", hand);
      hands.add(hand);
    }
  }
}

/**
 * Makes the edits of a state in a cloth that has made none but those of its start, and looks at what depends on its
 * elements, which are there then.
 *
 * @throws ContainerError with one line that names the field.
 */
export function tryCloth(cloth: WorldCloth, state: ClothState, field: string): void {
  while (cloth.edits.length > 0) cloth.undo();
  for (const [i, edit] of state.edits.entries()) {
    redoSame(cloth.mesh, edit, `${field}.edits.${i}`);
    cloth.replay(edit);
  }
  checkKinds(cloth, state, field);
  const { elements, implicit: solver } = cloth;
  const { impulses, limit, implicit: kept } = state;
  if (impulses.length > 0) {
    for (const [kind, { conditionCount, count }] of elements.entries()) {
      const length = conditionCount * count;
      numbers(Float64Array, length)(impulses[kind], `${field}.impulses.${kind}`);
    }
  }
  if (limit.length > 0) numbers(Float64Array, limit[0]!.length)(limit[1], `${field}.limit.1`);
  if (kept !== null) {
    const fault = checkImplicit(kept, cloth, solver!);
    if (fault !== null) throw new ContainerError(`${field}.implicit.${fault}`);
  }
}

/**
 * Looks whether a state is of a cloth with the same kinds of elements and the same solver.
 *
 * @throws ContainerError with one line that names the field.
 */
export function checkKinds(cloth: WorldCloth, state: ClothState, field: string): void {
  const { elements, stretchLimit, implicit: solver } = cloth;
  const { impulses, limit, implicit: kept } = state;
  if (impulses.length > 0) list(anything, elements.length)(impulses, `${field}.impulses`);
  if (limit.length > 0) list(anything, stretchLimit === null ? 0 : 2)(limit, `${field}.limit`);
  if (kept === null) oneOf(null)(solver, `${field}.implicit`);
  else if (solver === null) oneOf(null)(kept, `${field}.implicit`);
}
