import type { Material, PlasticState } from "../cloth/index.js";
import { redo, type TopologyEdit } from "../mesh/index.js";
import type { ImplicitState } from "../solvers/index.js";
import type { StrengthsState, TearingOptions } from "../tearing/index.js";
import { commonEdits } from "./check-edits.js";
import { Grab, type GrabState } from "./grab.js";
import type { PinState } from "./pin.js";
import type { SeamState } from "./seam.js";
import type { WorldCloth } from "./world-cloth.js";

/** A cloth at one time: what it takes to go on from there, to the bit. What follows from the edits is not kept. */
export interface ClothState {
  edits: readonly TopologyEdit[];
  /** m and m/s, three a particle. */
  positions: Float64Array;
  velocities: Float64Array;
  material: Material;
  /** What has yielded; null: nothing can. */
  plastic: PlasticState | null;
  tearing: Readonly<TearingOptions> | null;
  pins: PinState[];
  pinnedByHand: number[];
  grabs: GrabState[];
  seams: SeamState[];
  damage: Uint8Array;
  /** What it was before each edit. */
  damageBefore: Int32Array;
  /** How strong it is from place to place, and what it was before each edit; null: the same everywhere. */
  strengths: StrengthsState | null;
  letGo: number[];
  random: number;
  /** The impulses of the latest substep, kind by kind, N·s, where tearing asks for them, and its duration, s. */
  impulses: Float64Array[];
  stepDuration: number;
  /** What the limit of stretch did in it, edge by edge: lengths, m, and impulses, N·s; empty without. */
  limit: Float64Array[];
  implicit: ImplicitState | null;
}

export function captureCloth(cloth: WorldCloth): ClothState {
  const { particles, edits } = cloth;
  const state: ClothState = {
    edits: edits.slice(),
    positions: particles.positions.slice(0, 3 * particles.count),
    velocities: particles.velocities.slice(0, 3 * particles.count),
    material: cloth.givenMaterial,
    plastic: cloth.plasticState,
    tearing: cloth.tearing,
    pins: cloth.pins.map((pin) => pin.state),
    pinnedByHand: cloth.pinnedByHand,
    grabs: cloth.grabs.map((grab) => grab.state),
    seams: cloth.seams.map((seam) => seam.state),
    damage: cloth.damage.state,
    damageBefore: cloth.damage.before,
    strengths: cloth.strengths.state,
    letGo: cloth.letGo.state,
    random: cloth.random.state,
    impulses:
      cloth.resolve === "step"
        ? []
        : cloth.elements.map(({ impulses, count, conditionCount }) =>
            impulses.slice(0, conditionCount * count),
          ),
    stepDuration: cloth.stepDuration,
    limit:
      cloth.resolve === "step" || cloth.stretchLimit === null
        ? []
        : [cloth.stretchLimit.lengths, cloth.stretchLimit.impulses].map((numbers) =>
            numbers.slice(0, cloth.mesh.edgeCount),
          ),
    implicit: cloth.implicit === null ? null : cloth.implicit.state,
  };
  cloth.captured.add(state);
  return state;
}

/** Puts a cloth back, or forth, to another time of the same cloth. Costs by the edits in between, and by the particles. */
export function restoreCloth(cloth: WorldCloth, state: ClothState): void {
  letAllGo(cloth);
  followEdits(cloth, state.edits);
  if (state.material !== cloth.givenMaterial) cloth.givenMaterial = state.material;
  cloth.plasticState = state.plastic;
  cloth.tearing = state.tearing;
  cloth.particles.positions.set(state.positions);
  cloth.particles.velocities.set(state.velocities);
  cloth.collision.forget();
  takeHold(cloth, state);
  for (const [i, seam] of cloth.seams.entries()) seam.state = state.seams[i]!;
  cloth.findSeamStrengths();
  cloth.damage.state = state.damage;
  cloth.damage.before = state.damageBefore;
  cloth.strengths.state = state.strengths;
  cloth.letGo.state = state.letGo;
  cloth.random.state = state.random;
  for (const [i, impulses] of state.impulses.entries()) cloth.elements[i]!.impulses.set(impulses);
  cloth.stepDuration = state.stepDuration;
  const [lengths, drawn] = state.limit;
  if (lengths !== undefined) {
    const { edgeCount } = cloth.mesh; // once they were as long as their room
    cloth.stretchLimit!.lengths.set(lengths.subarray(0, edgeCount));
    cloth.stretchLimit!.impulses.set(drawn!.subarray(0, edgeCount));
  }
  if (state.implicit !== null) cloth.implicit!.state = state.implicit;
  cloth.stepPulls.clear();
  cloth.stepPulls.add(cloth);
  cloth.torn.clear();
  cloth.pieces.update(); // what came off before is no news
}

function letAllGo(cloth: WorldCloth): void {
  for (const pin of cloth.pins) pin.release();
  cloth.pinnedByHand = [];
  while (cloth.grabs.length > 0) cloth.grabs[0]!.release();
  cloth.holds.clear();
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

function takeHold(cloth: WorldCloth, { pins, pinnedByHand, grabs }: ClothState): void {
  // From where on there are other pins now: in the meantime some may have been added that the other time does not know.
  let same = 0;
  while (same < pins.length && cloth.pins[same]?.options === pins[same]!.options) same++;
  cloth.pins.length = same;
  for (const [i, state] of pins.entries()) {
    if (i < same) cloth.pins[i]!.state = state;
    else cloth.resumePin(state);
  }
  cloth.pinnedByHand = pinnedByHand;
  for (const state of grabs) Grab.resume(cloth, state);
}
