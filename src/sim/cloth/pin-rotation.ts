import { writeRotation } from "../../math/rotation.js";
import type { Tuples } from "../../math/vec3.js";
import type { PinKeyframe } from "../options/options.js";

/** State of the rotation of a pin. */
export interface PinRotationState {
  /** m. */
  center: number[];
  /** Rotation by the keyframes when it was last pinned, degrees. */
  done: number[];
}

/** The rotation of a pin by its keyframes, about the center of its particles. */
export class PinRotation {
  readonly #motion: readonly Tuples<PinKeyframe>[];
  /** Mean of the anchors when the particles were pinned, m. Tears add particles, so it is stored. */
  readonly #center = new Float64Array(3);
  /** Rotation by the keyframes when the particles were pinned, degrees; the motion is relative to it. */
  readonly #done = new Float64Array(3);
  readonly #angles = new Float64Array(3);
  readonly #now = new Float64Array(9);
  readonly #before = new Float64Array(9);

  constructor(motion: readonly Tuples<PinKeyframe>[]) {
    this.#motion = motion;
    writeRotation(this.#done, 0, this.#before);
  }

  get state(): PinRotationState {
    return { center: [...this.#center], done: [...this.#done] };
  }

  set state(state: PinRotationState) {
    this.#center.set(state.center);
    this.#done.set(state.done);
    writeRotation(this.#done, 0, this.#before);
  }

  /** Sets the center to that of these anchors, m. */
  centerOn(particles: readonly number[], anchors: Float64Array): void {
    this.#center.fill(0);
    for (const particle of particles) {
      for (let k = 0; k < 3; k++) this.#center[k]! += anchors[3 * particle + k]! / particles.length;
    }
  }

  /** Pinned at this time, s. */
  startAt(time: number): void {
    displacementAt(this.#motion, "rotation", time, this.#done);
    writeRotation(this.#done, 0, this.#before);
  }

  /** Sets the time, s, for `shift`. */
  turnTo(time: number): void {
    displacementAt(this.#motion, "rotation", time, this.#angles);
    writeRotation(this.#angles, 0, this.#now);
  }

  /** Writes the displacement of an anchor by the rotation, m. */
  shift(anchors: Float64Array, particle: number, out: Float64Array): void {
    const [now, before, local] = [this.#now, this.#before, this.#angles];
    // The inverse of the rotation when it was pinned, and then the present one: R · R₀ᵀ.
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let i = 0; i < 3; i++) {
        sum += before[3 * i + k]! * (anchors[3 * particle + i]! - this.#center[i]!);
      }
      local[k] = sum;
    }
    for (let k = 0; k < 3; k++) {
      let sum = this.#center[k]! - anchors[3 * particle + k]!;
      for (let i = 0; i < 3; i++) sum += now[3 * k + i]! * local[i]!;
      out[k] = sum;
    }
  }
}

/** Writes the keyframed translation, m, or rotation, degrees, at a time, s, to `out`. */
export function displacementAt(
  motion: readonly Tuples<PinKeyframe>[] | undefined,
  name: "translation" | "rotation",
  time: number,
  out: Float64Array,
): void {
  out.fill(0);
  if (motion === undefined || motion.length === 0) return;
  let before = motion[0]!;
  let after = before;
  for (let i = 0; i < motion.length; i++) {
    after = motion[i]!;
    if (after.time > time) break;
    before = after;
  }
  const fraction = after === before ? 0 : (time - before.time) / (after.time - before.time);
  const from = before[name];
  const to = after[name];
  for (let k = 0; k < 3; k++) {
    const start = from === undefined ? 0 : from[k]!;
    const end = to === undefined ? 0 : to[k]!;
    out[k] = start + fraction * (end - start);
  }
}
