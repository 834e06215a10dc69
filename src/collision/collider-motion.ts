import { rotationMatrix, writeRotation } from "../math/rotation.js";
import type { Vec3Tuple, Tuples } from "../math/vec3.js";
import type { ColliderKeyframe } from "./options.js";
import type { Pose } from "./shapes/pose.js";

/**
 * Where a collider is at any time: by its keyframes or, once `moveTo` was called, where that put it. A place is
 * six numbers: displacement from the start, m, and turn, degrees.
 */
export class ColliderMotion {
  readonly #position: Float64Array;
  readonly #rotation: Float64Array;
  readonly #turn = new Float64Array(9);
  /** Times of the keyframes, s, and their places. */
  readonly #times: Float64Array;
  readonly #places: Float64Array;
  /** By `moveTo`: its place at the start of the step, at its end, and its times, s; null: by keyframes. */
  #placed: { from: Float64Array; to: Float64Array; start: number; end: number } | null = null;
  /** Where `moveTo` wants it at the end of the next step. */
  #target: Float64Array | null = null;
  readonly #place = new Float64Array(6);
  readonly #time = new Float64Array(1);

  constructor(
    position: Vec3Tuple,
    rotation: Vec3Tuple,
    keyframes: readonly Tuples<ColliderKeyframe>[] = [],
  ) {
    this.#position = Float64Array.from(position);
    this.#rotation = rotationMatrix(rotation);
    this.#times = Float64Array.from(keyframes, ({ time }) => time);
    this.#places = new Float64Array(6 * keyframes.length);
    for (const [i, { translation, rotation }] of keyframes.entries()) {
      if (translation !== undefined) this.#places.set(translation, 6 * i);
      if (rotation !== undefined) this.#places.set(rotation, 6 * i + 3);
    }
  }

  /** Whether it is the same at all times. */
  get isStill(): boolean {
    return this.#times.length < 2 && this.#placed === null && this.#target === null;
  }

  /** Where its middle should be at the end of the next step, m, and its turn, degrees. */
  moveTo(position: Vec3Tuple, turn: Vec3Tuple | undefined, time: number): void {
    this.#time[0] = time;
    this.#placeAt(this.#time, 0);
    const target = this.#target ?? this.#place.slice();
    for (let k = 0; k < 3; k++) {
      target[k] = position[k]! - this.#position[k]!;
      if (turn !== undefined) target[3 + k] = turn[k]!;
    }
    this.#target = target;
  }

  /** A step begins. */
  startStep(time: number, duration: number): void {
    if (this.#target !== null) {
      this.#time[0] = time;
      this.#placeAt(this.#time, 0);
      this.#placed ??= { from: new Float64Array(6), to: new Float64Array(6), start: 0, end: 0 };
      this.#placed.from.set(this.#place);
      this.#placed.to.set(this.#target);
      this.#target = null;
    } else if (this.#placed !== null) this.#placed.from.set(this.#placed.to);
    if (this.#placed === null) return;
    this.#placed.start = time;
    this.#placed.end = time + duration;
  }

  /** Where it is at one of some times, of the step under way where `moveTo` moves it. */
  poseAt(times: Float64Array, at: number, pose: Pose): void {
    this.#placeAt(times, at);
    const place = this.#place;
    for (let k = 0; k < 3; k++) pose.position[k] = this.#position[k]! + place[k]!;
    if (place[3] === 0 && place[4] === 0 && place[5] === 0) {
      pose.matrix.set(this.#rotation);
      return;
    }
    const turn = this.#turn;
    writeRotation(place, 3, turn);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += turn[3 * row + k]! * this.#rotation[3 * k + column]!;
        pose.matrix[3 * row + column] = sum;
      }
    }
  }

  #placeAt(times: Float64Array, at: number): void {
    const time = times[at]!;
    const place = this.#place;
    if (this.#placed !== null) {
      const { from, to, start, end } = this.#placed;
      const part = end > start ? Math.max(0, Math.min(1, (time - start) / (end - start))) : 1;
      // At the end it is where it was told to be, to the bit: a state knows no more.
      if (part === 1) place.set(to);
      else for (let k = 0; k < 6; k++) place[k] = from[k]! + part * (to[k]! - from[k]!);
      return;
    }
    const keys = this.#times;
    const places = this.#places;
    if (keys.length === 0) {
      place.fill(0);
      return;
    }
    let last = 0;
    while (last < keys.length - 1 && keys[last]! <= time) last++;
    const first = Math.max(0, last - 1);
    const span = keys[last]! - keys[first]!;
    const part = span > 0 ? Math.max(0, Math.min(1, (time - keys[first]!) / span)) : 0;
    for (let k = 0; k < 6; k++) {
      const from = places[6 * first + k]!;
      place[k] = from + part * (places[6 * last + k]! - from);
    }
  }

  /** Where `moveTo` has put it, between two steps; null: nowhere. */
  get state(): ColliderState | null {
    const placed = this.#placed === null ? null : Array.from(this.#placed.to);
    const target = this.#target === null ? null : Array.from(this.#target);
    return placed === null && target === null ? null : { placed, target };
  }

  set state(state: ColliderState | null) {
    const placed = state?.placed ?? null;
    const target = state?.target ?? null;
    this.#target = target === null ? null : Float64Array.from(target);
    this.#placed =
      placed === null
        ? null
        : { from: Float64Array.from(placed), to: Float64Array.from(placed), start: 0, end: 0 };
  }
}

/** Where `moveTo` has put a collider: translation and rotation, six numbers each. */
export interface ColliderState {
  /** Where it was put; null: nowhere yet. */
  placed: number[] | null;
  /** Where it will be at the end of the next step; null: where it is. */
  target: number[] | null;
}
