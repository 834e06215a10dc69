import { rotationMatrix, writeRotation } from "../math/rotation.js";
import type { Vec3Tuple, Tuples } from "../math/vec3.js";
import type { ColliderKeyframe } from "./options.js";
import type { Pose } from "./shapes/pose.js";

/**
 * The pose of a collider over time: by its keyframes or, after a call of `moveTo`, by that. A placement is six numbers:
 * displacement from the start, m, and rotation, degrees.
 */
export class ColliderMotion {
  readonly #position: Float64Array;
  readonly #rotation: Float64Array;
  readonly #keyframeRotation = new Float64Array(9);
  /** Times of the keyframes, s, and their placements. */
  readonly #times: Float64Array;
  readonly #placements: Float64Array;
  /** After `moveTo`: placement at the start and at the end of the step, and these times, s. Null: by keyframes. */
  #moved: { from: Float64Array; to: Float64Array; start: number; end: number } | null = null;
  /** Target of `moveTo` for the end of the next step. */
  #target: Float64Array | null = null;
  readonly #placement = new Float64Array(6);
  readonly #time = new Float64Array(1);

  constructor(
    position: Vec3Tuple,
    rotation: Vec3Tuple,
    keyframes: readonly Tuples<ColliderKeyframe>[] = [],
  ) {
    this.#position = Float64Array.from(position);
    this.#rotation = rotationMatrix(rotation);
    this.#times = Float64Array.from(keyframes, ({ time }) => time);
    this.#placements = new Float64Array(6 * keyframes.length);
    for (const [i, { translation, rotation }] of keyframes.entries()) {
      if (translation !== undefined) this.#placements.set(translation, 6 * i);
      if (rotation !== undefined) this.#placements.set(rotation, 6 * i + 3);
    }
  }

  /** True if the pose never changes. */
  get isStill(): boolean {
    return this.#times.length < 2 && this.#moved === null && this.#target === null;
  }

  /**
   * Sets the center for the end of the next step, m, and the rotation, degrees.
   *
   * @param time Current time, s.
   */
  moveTo(position: Vec3Tuple, rotation: Vec3Tuple | undefined, time: number): void {
    this.#time[0] = time;
    this.#interpolate(this.#time, 0);
    const target = this.#target ?? this.#placement.slice();
    for (let k = 0; k < 3; k++) {
      target[k] = position[k]! - this.#position[k]!;
      if (rotation !== undefined) target[3 + k] = rotation[k]!;
    }
    this.#target = target;
  }

  /** Call at the start of a step, with its time and duration, s. */
  startStep(time: number, duration: number): void {
    if (this.#target !== null) {
      this.#time[0] = time;
      this.#interpolate(this.#time, 0);
      this.#moved ??= { from: new Float64Array(6), to: new Float64Array(6), start: 0, end: 0 };
      this.#moved.from.set(this.#placement);
      this.#moved.to.set(this.#target);
      this.#target = null;
    } else if (this.#moved !== null) this.#moved.from.set(this.#moved.to);
    if (this.#moved === null) return;
    this.#moved.start = time;
    this.#moved.end = time + duration;
  }

  /** Writes the pose at `times[at]`, s. While `moveTo` moves the collider, the time must be in the current step. */
  poseAt(times: Float64Array, at: number, pose: Pose): void {
    this.#interpolate(times, at);
    const placement = this.#placement;
    for (let k = 0; k < 3; k++) pose.position[k] = this.#position[k]! + placement[k]!;
    if (placement[3] === 0 && placement[4] === 0 && placement[5] === 0) {
      pose.matrix.set(this.#rotation);
      return;
    }
    const rotation = this.#keyframeRotation;
    writeRotation(placement, 3, rotation);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += rotation[3 * row + k]! * this.#rotation[3 * k + column]!;
        pose.matrix[3 * row + column] = sum;
      }
    }
  }

  #interpolate(times: Float64Array, at: number): void {
    const time = times[at]!;
    const placement = this.#placement;
    if (this.#moved !== null) {
      const { from, to, start, end } = this.#moved;
      const fraction = end > start ? Math.max(0, Math.min(1, (time - start) / (end - start))) : 1;
      // At the end of the step it is bit-exact at its target, which is all that a state contains.
      if (fraction === 1) placement.set(to);
      else for (let k = 0; k < 6; k++) placement[k] = from[k]! + fraction * (to[k]! - from[k]!);
      return;
    }
    const keys = this.#times;
    const placements = this.#placements;
    if (keys.length === 0) {
      placement.fill(0);
      return;
    }
    let last = 0;
    while (last < keys.length - 1 && keys[last]! <= time) last++;
    const first = Math.max(0, last - 1);
    const span = keys[last]! - keys[first]!;
    const fraction = span > 0 ? Math.max(0, Math.min(1, (time - keys[first]!) / span)) : 0;
    for (let k = 0; k < 6; k++) {
      const from = placements[6 * first + k]!;
      placement[k] = from + fraction * (placements[6 * last + k]! - from);
    }
  }

  /** The placements of `moveTo`, between two steps; null without any. */
  get state(): ColliderState | null {
    const placed = this.#moved === null ? null : Array.from(this.#moved.to);
    const target = this.#target === null ? null : Array.from(this.#target);
    return placed === null && target === null ? null : { placed, target };
  }

  set state(state: ColliderState | null) {
    const placed = state?.placed ?? null;
    const target = state?.target ?? null;
    this.#target = target === null ? null : Float64Array.from(target);
    this.#moved =
      placed === null
        ? null
        : { from: Float64Array.from(placed), to: Float64Array.from(placed), start: 0, end: 0 };
  }
}

/** The placements of `moveTo`: translation and rotation, six numbers each. */
export interface ColliderState {
  /** Current placement; null: `moveTo` has not moved it yet. */
  placed: number[] | null;
  /** Placement at the end of the next step; null: no change. */
  target: number[] | null;
}
