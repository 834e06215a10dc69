import { BOXED } from "../../math/boxed.js";
import { addCurlNoise, deriveSeed, fade, lineNoise, type CurlNoise } from "../../math/noise.js";
import { cos, sin } from "../../math/trigonometry.js";
import type { Particles } from "../../cloth/index.js";
import type { Turbulence, Wind } from "../options/options.js";

/** Cells of noise per gust period: peaks above the mean are 2.4 cells apart, upward crossings of the mean 3.6. */
const CELLS_PER_GUST = 3;
/** An eddy travels this many times its own size, at full speed, before others have replaced it. */
const EDDY_TRAVEL = 2;

// Indices into the array of phases. An array, because a number in a field of an object would be boxed at every change.
const GUST = 0;
const AGE = 1;

/**
 * The air of a world: velocity · (1 + amplitude · g(t)) + speed · T(x, t).
 *
 * g is smooth random noise over time. T is a divergence-free flow that the wind carries along (frozen turbulence,
 * Taylor 1938), while its eddies gradually give way to others. The phases are positions in the noise, and each step
 * advances them by the wind of that step. So no pattern jumps when the wind changes. (A change of the size of the
 * eddies scales them about the origin.)
 */
export class WindField {
  readonly #gustSeed: number;
  readonly #eddySeed: number;
  /** Phase of the gusts and age of the eddies, in cells of noise. */
  readonly #phases = new Float64Array(2);
  /** Displacement of the eddies by the wind, in units of their size. */
  readonly #shift = new Float64Array(3);
  /** Drag in the current step, N·s/m³. */
  drag = BOXED;
  readonly #older: CurlNoise;
  readonly #newer: CurlNoise;

  /** @param seed Seed of the world. The wind derives its own seeds from it. */
  constructor(seed: number) {
    this.#gustSeed = deriveSeed(seed, 1);
    this.#eddySeed = deriveSeed(seed, 2);
    this.#older = { seed: 0, size: 1, shift: this.#shift, weight: 0 };
    this.#newer = { ...this.#older };
  }

  /** Sets the drag coefficient of a step. */
  setDrag({ drag }: Wind): void {
    this.drag = drag;
  }

  /** Sets the air velocity at every particle. */
  setWinds(wind: Wind, particles: Particles): void {
    const { count, winds } = particles;
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

  /** Advances the phases by `dt`, s, in this wind. */
  advance(wind: Wind, dt: number): void {
    const phases = this.#phases;
    const { gusts, turbulence } = wind;
    if (turbulence) {
      const { size, speed } = turbulence;
      const factor = this.#gustFactor(wind);
      for (let k = 0; k < 3; k++) this.#shift[k]! += (factor * wind.velocity[k]! * dt) / size;
      phases[AGE]! += (speed * dt) / (EDDY_TRAVEL * size);
    }
    if (gusts) phases[GUST]! += (CELLS_PER_GUST * dt) / gusts.period;
  }

  /** Phase of the gusts, age of the eddies, and their displacement. */
  get state(): number[] {
    return [...this.#phases, ...this.#shift];
  }

  set state(numbers: readonly number[]) {
    this.#phases.set(numbers.slice(0, 2));
    this.#shift.set(numbers.slice(2));
  }

  #gustFactor({ gusts }: Wind): number {
    return gusts ? 1 + gusts.amplitude * lineNoise(this.#gustSeed, this.#phases[GUST]!) : 1;
  }

  /** Blends two flows with weights whose squares add up to one, so that the intensity stays constant. */
  #addTurbulence({ speed, size }: Turbulence, { count, positions, winds }: Particles): void {
    const phases = this.#phases;
    const age = Math.floor(phases[AGE]!);
    const angle = (Math.PI / 2) * fade(phases[AGE]! - age);
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
