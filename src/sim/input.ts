import type { BallState, ColliderState } from "../collision/index.js";
import type { Material } from "../cloth/index.js";
import type { Vector3 } from "../math/vector.js";
import type { TopologyEdit } from "../mesh/index.js";
import type { TearingOptions } from "../tearing/index.js";
import { redoSame } from "./check-edits.js";
import { checkInput } from "./check-course.js";
import { Grab, type GrabState } from "./grab.js";
import { Knife, type KnifeState } from "./knife.js";
import type { SolverOptions, Wind } from "./options.js";
import type { PinState } from "./pin.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/**
 * What was done to a world from outside between two steps, by hands, pins, knives, cuts or otherwise. Told by what it has
 * changed and not by who did it, so that nothing can be done that it does not tell.
 */
export interface Input {
  gravity?: Vector3;
  wind?: Wind;
  substeps?: SolverOptions["substeps"];
  /** All knives that are drawn now: new ones as they are, known ones with where they go. */
  knives?: (KnifeState | Pick<KnifeState, "knife" | "from" | "to">)[];
  /** How many knives there have been, where the list does not tell: some were drawn and put away at once. */
  knifeCount?: number;
  /**
   * All balls that are there now: new ones as they are, known ones with where they are and how they move where somebody has
   * changed that.
   */
  balls?: (BallState | Pick<BallState, "number"> | Pick<BallState, "number" | "body">)[];
  /** How many balls there have been, where the list does not tell: some were thrown and taken out at once. */
  ballCount?: number;
  /** Colliders that were moved by hand, with their numbers, and where to. */
  colliders?: { collider: number; state: ColliderState | null }[];
  cloths?: ClothInput[];
}

/** The same for one cloth. */
export interface ClothInput {
  /** Number of the cloth. */
  cloth: number;
  material?: Material;
  tearing?: Readonly<TearingOptions> | null;
  /** All hands that hold it now: new ones as they are, known ones with where they go. */
  hands?: (GrabState | Pick<GrabState, "hand" | "point">)[];
  /** Pins that are new, or that took hold or let go, with their numbers. */
  pins?: { pin: number; state: PinState }[];
  /** All particles that are pinned without a pin, where that has changed. */
  pinnedByHand?: number[];
  /** How many edits were taken back, and which were made. */
  undone?: number;
  edits?: TopologyEdit[];
  /** The number of edits at which the implicit solver was made anew, because some were taken back: rounding follows it. */
  rebuiltAt?: number;
  /** Particles that are elsewhere or faster than before, or new: their numbers, m and m/s. */
  particles?: Int32Array;
  positions?: Float64Array;
  velocities?: Float64Array;
  /** What is torn and weak, vertex by vertex, where that has changed. */
  damage?: Uint8Array;
  /** Vertices that are of another strength than before: their numbers, what was given there and what is left of it. */
  strengths?: { vertices: Int32Array; given: Float64Array; worn: Float64Array };
  /** What wear has written over, where tears were made by hand or taken back. */
  strengthsBefore?: Float64Array;
  /** What tears have let go of, where that has changed without a trace in the edits: a cut was taken back at once. */
  letGo?: number[];
}

/**
 * Does to a world what was done to another one in the same state.
 *
 * @throws ContainerError that names the field, where it makes no sense in this world.
 */
export function applyInput(world: World, input: Input): void {
  checkInput(world, input);
  const { gravity, wind, substeps, knives, cloths = [] } = input;
  if (gravity !== undefined) world.gravity = [...gravity];
  if (wind !== undefined) world.wind = { ...wind, velocity: [...wind.velocity] };
  if (substeps !== undefined) world.solver.substeps = substeps;
  for (const change of cloths) applyToCloth(world, world.cloths[change.cloth]!, change);
  if (knives !== undefined) applyKnives(world, knives);
  world.knifeCount = input.knifeCount ?? world.knifeCount;
  applySolids(world, input);
}

function applySolids({ solids, time }: World, { balls, ballCount, colliders = [] }: Input): void {
  if (balls !== undefined) {
    const states = balls.map((ball): BallState => {
      const known = solids.balls.find(({ number }) => number === ball.number);
      return known === undefined ? (ball as BallState) : { ...known.state, ...ball };
    });
    solids.resumeBalls(states);
    solids.ballCount = ballsAfter(solids.ballCount, balls); // balls of the options get the next number
  }
  solids.ballCount = ballCount ?? solids.ballCount;
  for (const { collider, state } of colliders) solids.colliders[collider]!.restore(state, time);
}

/** How many balls there have been, as far as the numbers of those that are there can tell. */
export function ballsAfter(count: number, balls: readonly Pick<BallState, "number">[]): number {
  return balls.reduce((most, { number }) => Math.max(most, number + 1), count);
}

function applyKnives(world: World, states: NonNullable<Input["knives"]>): void {
  const knives = states.map((state) => {
    const known = world.knives.find(({ knife }) => knife === state.knife);
    known?.moveTo(state.from, state.to);
    return known ?? new Knife(world, state as KnifeState);
  });
  world.knives.length = 0;
  for (const knife of knives) world.knives.push(knife);
  world.knifeCount = countAfter(world.knifeCount, knives); // knives of the options get the next number
}

/** How many knives there have been, as far as the numbers of those that are drawn can tell. */
export function countAfter(count: number, knives: readonly Pick<Knife, "knife">[]): number {
  return knives.reduce((most, { knife }) => Math.max(most, knife + 1), count);
}

function applyToCloth(world: World, cloth: WorldCloth, input: ClothInput): void {
  if (input.material !== undefined) cloth.givenMaterial = input.material;
  if (input.tearing !== undefined) cloth.tearing = input.tearing;
  for (let i = 0; i < (input.undone ?? 0); i++) cloth.undo();
  if (input.undone !== undefined) {
    cloth.collision.forget(); // as `World.takeBack`: other edits may come to the same counts
    forgetCuts(world, input.cloth, cloth.edits.length);
  }
  if (input.rebuiltAt === cloth.edits.length) cloth.prepareImplicit(world);
  for (const [i, edit] of (input.edits ?? []).entries()) {
    redoSame(cloth.mesh, edit, `cloths.${input.cloth}.edits.${i}`);
    cloth.replay(edit);
    if (input.rebuiltAt === cloth.edits.length) cloth.prepareImplicit(world);
  }
  moveParticles(cloth, input);
  if (input.damage !== undefined) cloth.damage.state = input.damage;
  applyStrengths(cloth, input);
  if (input.letGo !== undefined) cloth.letGo.state = input.letGo;
  for (const { pin } of input.pins ?? []) cloth.pins[pin]?.release();
  for (const { pin, state } of input.pins ?? []) {
    if (pin === cloth.pins.length) cloth.resumePin(state);
    else cloth.pins[pin]!.state = state;
  }
  if (input.pinnedByHand !== undefined) cloth.pinnedByHand = input.pinnedByHand;
  if (input.hands !== undefined) {
    applyHands(cloth, input.hands);
    for (const { hand } of input.hands) world.handCount = Math.max(world.handCount, hand + 1);
  }
}

/** What was taken back cannot be taken back once more. */
function forgetCuts({ cuts }: World, cloth: number, edits: number): void {
  const left = cuts.filter((cut) => cut.cloth !== cloth || cut.before < edits);
  cuts.length = 0;
  for (const cut of left) cuts.push(cut);
}

function moveParticles({ particles }: WorldCloth, { particles: moved, ...to }: ClothInput): void {
  if (moved === undefined) return;
  for (const [i, particle] of moved.entries()) {
    particles.positions.set(to.positions!.subarray(3 * i, 3 * i + 3), 3 * particle);
    particles.velocities.set(to.velocities!.subarray(3 * i, 3 * i + 3), 3 * particle);
  }
}

function applyStrengths(
  { strengths, mesh }: WorldCloth,
  { strengths: changed, strengthsBefore }: ClothInput,
): void {
  if (changed === undefined && strengthsBefore === undefined) return;
  const state = strengths.state ?? {
    given: new Float64Array(mesh.vertexCount).fill(1),
    worn: new Float64Array(mesh.vertexCount).fill(1),
    before: new Float64Array(0),
  };
  for (const [i, vertex] of changed?.vertices.entries() ?? []) {
    state.given[vertex] = changed!.given[i]!;
    state.worn[vertex] = changed!.worn[i]!;
  }
  if (strengthsBefore !== undefined) state.before = strengthsBefore;
  strengths.state = state;
}

function applyHands(cloth: WorldCloth, hands: NonNullable<ClothInput["hands"]>): void {
  const kept = new Set(hands.map(({ hand }) => hand));
  for (const grab of cloth.grabs.slice()) if (!kept.has(grab.hand)) grab.release();
  for (const state of hands) {
    const known = cloth.grabs.find(({ hand }) => hand === state.hand);
    if (known !== undefined) known.moveTo(state.point);
    else Grab.resume(cloth, state as GrabState);
  }
}
