import { BOXED } from "../../math/boxed.js";
import { addCurlNoise, deriveSeed, fade, lineNoise, type CurlNoise } from "../../math/noise.js";
import { cos, sin } from "../../math/trigonometry.js";
import type { Particles } from "../../cloth/index.js";
import type { Turbulence, Wind } from "../options/options.js";

/** Cells of noise from one gust to the next: peaks over the mean come every 2.4, new rises through it every 3.6. */
const CELLS_PER_GUST = 3;
/** How many times an eddy moves on by its own size, at full speed, before others have taken its place. */
const EDDY_TRAVEL = 2;

// Places in the array of what goes on with time: a number kept in an object would be a new object at every change.
const GUST = 0;
const AGE = 1;

/**
 * The air of a world: velocity · (1 + amplitude · g(t)) + speed · T(x, t).
 *
 * g is smooth chance along time. T is a flow without divergence that the wind carries along (frozen turbulence, Taylor
 * 1938) while each of its eddies gives way to others by and by. What goes on with time is kept as places in the noise
 * and moves on by the wind of each step: however the wind is changed in between, no pattern ever jumps (another size
 * of the eddies zooms theirs about the origin).
 */
export class WindField {
  readonly #gustSeed: number;
  readonly #eddySeed: number;
  /** Place in the gusts and age of the eddies, in cells of noise. */
  readonly #places = new Float64Array(2);
  /** How far the eddies have been carried, in their own size. */
  readonly #shift = new Float64Array(3);
  /** N·s/m³, in the step under way. */
  drag = BOXED;
  readonly #older: CurlNoise;
  readonly #newer: CurlNoise;

  /** @param seed Start of all chance of the world: the wind draws on its own part of it. */
  constructor(seed: number) {
    this.#gustSeed = deriveSeed(seed, 1);
    this.#eddySeed = deriveSeed(seed, 2);
    this.#older = { seed: 0, size: 1, shift: this.#shift, weight: 0 };
    this.#newer = { ...this.#older };
  }

  /** Sets the air at every particle. */
  blow(wind: Wind, particles: Particles): void {
    const { count, winds } = particles;
    this.drag = wind.drag;
    const factor = this.#gustFactor(wind);
    const x = factor * wind.velocity[0];
    const y = factor * wind.velocity[1];
    const z = factor * wind.velocity[2];
    for (let p = 0; p < count; p++) {
      winds[3 * p] = x;
      winds[3 * p + 1] = y;
      winds[3 * p + 2] = z;
    }
    if (wind.turbulence) this.#addTurbulence(wind.turbulence, particles);
  }

  /** Time goes on by `dt` seconds in this wind. */
  advance(wind: Wind, dt: number): void {
    const places = this.#places;
    const { gusts, turbulence } = wind;
    if (turbulence) {
      const { size, speed } = turbulence;
      const factor = this.#gustFactor(wind);
      for (let k = 0; k < 3; k++) this.#shift[k]! += (factor * wind.velocity[k]! * dt) / size;
      places[AGE]! += (speed * dt) / (EDDY_TRAVEL * size);
    }
    if (gusts) places[GUST]! += (CELLS_PER_GUST * dt) / gusts.period;
  }

  /** How far the air has come: place in the gusts, age of the eddies, and how far they have been carried. */
  get state(): number[] {
    return [...this.#places, ...this.#shift];
  }

  set state(numbers: readonly number[]) {
    this.#places.set(numbers.slice(0, 2));
    this.#shift.set(numbers.slice(2));
  }

  #gustFactor({ gusts }: Wind): number {
    return gusts ? 1 + gusts.amplitude * lineNoise(this.#gustSeed, this.#places[GUST]!) : 1;
  }

  /** One flow fades into the next, so that their squares always add up to one: as strong at all times. */
  #addTurbulence({ speed, size }: Turbulence, { count, positions, winds }: Particles): void {
    const places = this.#places;
    const age = Math.floor(places[AGE]!);
    const angle = (Math.PI / 2) * fade(places[AGE]! - age);
    this.#older.seed = deriveSeed(this.#eddySeed, age);
    this.#newer.seed = deriveSeed(this.#eddySeed, age + 1);
    this.#older.weight = speed * cos(angle);
    this.#newer.weight = speed * sin(angle);
    this.#older.size = size;
    this.#newer.size = size;
    addCurlNoise(winds, positions, count, this.#older);
    addCurlNoise(winds, positions, count, this.#newer);
  }
}
