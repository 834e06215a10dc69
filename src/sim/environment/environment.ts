import {
  finite,
  inRange,
  list,
  positive,
  record,
  vector,
  type Check,
} from "../../math/check-data.js";
import { checkOptions, vector as vectorCheck } from "../../math/check-options.js";
import { checkVector } from "../../math/check-vector.js";
import { toTuple, type Tuples, type Vec3, type Vec3Tuple } from "../../math/vec3.js";
import type { Cloth } from "../../cloth/index.js";
import type { Kernels } from "../../kernels/index.js";
import { valueStore, type Store } from "../../stores/index.js";
import { FIELDS } from "../options/checks.js";
import { WORLD_DEFAULTS, type Field, type Wind, type WorldOptions } from "../options/options.js";
import { BlowUpError } from "../phases/blow-up-error.js";
import { WindField } from "./wind-field.js";
import { checkWind, copyWind, resolveWind } from "./wind.js";

/** What acts on all cloths from outside: gravity, wind, and the fields of users. */
export class Environment {
  gravity: Vec3Tuple;
  wind: Wind;
  fields: Field[];
  readonly windField: WindField;
  /** Gravity, wind and the phase of the wind. Fields are functions and are in no state. */
  readonly stores: readonly Store[];

  constructor({ gravity, wind, fields }: Tuples<WorldOptions>, seed: number) {
    this.gravity = [...(gravity ?? WORLD_DEFAULTS.gravity)];
    this.wind = resolveWind(wind);
    this.fields = [...(fields ?? [])];
    this.windField = new WindField(seed);
    this.stores = [
      valueStore(
        "gravity",
        { get: (): Vec3Tuple => [...this.gravity], set: (value) => (this.gravity = [...value]) },
        vector,
      ),
      valueStore(
        "wind",
        { get: () => copyWind(this.wind), set: (value) => (this.wind = copyWind(value)) },
        windState,
      ),
      valueStore(
        "windField",
        { get: () => this.windField.state, set: (value) => (this.windField.state = value) },
        list(finite, 5),
        { isInternal: true },
      ),
    ];
  }

  /**
   * Checks values that may have been changed since the last step. Runs every step, so it allocates nothing if all is
   * valid.
   */
  check(): void {
    checkVector("gravity", this.gravity);
    this.#takeVelocity();
    checkWind(this.wind);
    checkOptions("fields", this.fields, FIELDS);
  }

  /** `world.wind.velocity` may be assigned as an object with x, y and z. */
  #takeVelocity(): void {
    const velocity = (this.wind as { velocity?: Vec3 } | null)?.velocity;
    if (typeof velocity !== "object" || velocity === null || !("x" in velocity)) return;
    if (vectorCheck(velocity) === null) this.wind.velocity = toTuple(velocity);
  }

  /** Sets the air velocity at the particles of a cloth for a step: the wind, and what fields add to it. */
  setWinds(cloth: Cloth, number: number, time: number): void {
    const { fields } = this;
    const { winds } = cloth.particles;
    this.windField.setDrag(this.wind);
    if (fields.length === 0 && this.wind.drag === 0) return; // nothing feels the air
    this.windField.setWinds(this.wind, cloth.particles);
    if (fields.length === 0) return;
    const wasFinite = isFiniteSum(winds, cloth);
    for (let i = 0; i < fields.length; i++) {
      fields[i]!.addWinds?.(cloth, winds, time);
      if (wasFinite && !isFiniteSum(winds, cloth)) {
        throwFieldError(`fields.${i}`, cloth, number, "air", winds, "m/s", time);
      }
    }
  }

  /** Advances the wind by `dt`, s. */
  advance(dt: number): void {
    this.windField.advance(this.wind, dt);
  }
}

const windState: Check = record(
  { velocity: vector, drag: inRange(0) },
  {
    gusts: record({ amplitude: inRange(0), period: positive }),
    turbulence: record({ speed: inRange(0), size: positive }),
  },
);

/** The kernels of a world, and the time of its current substep. */
export interface SubstepTime {
  readonly kernels: Kernels;
  /** Start of the step, s. */
  readonly time: number;
  readonly substeps: {
    /** Start of the substep, s after the start of the step. */
    readonly start: number;
    /** Time for which forces are evaluated, s. */
    instant: number;
  };
}

/** Computes the external forces on one cloth. The same for every solver. */
export class ExternalForces {
  readonly #environment: Environment;
  readonly #clock: SubstepTime;
  readonly #cloth: Cloth;
  /** Index of the cloth, for messages. */
  readonly #number: number;

  constructor(environment: Environment, clock: SubstepTime, cloth: Cloth, number: number) {
    this.#environment = environment;
    this.#clock = clock;
    this.#cloth = cloth;
    this.#number = number;
  }

  /**
   * Writes the forces of gravity, air and fields to `forces` of the particles.
   *
   * @param after Time since the start of the substep, s.
   * @param duration Time over which the forces will be applied, s; it keeps any drag stable. 0 for integrators that
   *   evaluate the forces several times per step.
   */
  gather(after: number, duration: number): void {
    const { fields, gravity, windField } = this.#environment;
    const { kernels } = this.#clock;
    const cloth = this.#cloth;
    const { forces } = cloth.particles;
    kernels.clearForces(cloth.particles);
    kernels.addGravity(cloth.particles, gravity);
    kernels.addAir(cloth, windField.drag, duration);
    if (fields.length === 0) return;
    kernels.publish(cloth);
    const { time, substeps } = this.#clock;
    substeps.instant = time + substeps.start + after;
    // Else the cause is not a field.
    const wasFinite = isFiniteSum(forces, cloth) && isFiniteSum(cloth.particles.positions, cloth);
    for (let i = 0; i < fields.length; i++) {
      fields[i]!.addForces?.(cloth, forces, substeps.instant);
      if (wasFinite && !isFiniteSum(forces, cloth)) {
        throwFieldError(`fields.${i}`, cloth, this.#number, "force", forces, "N", substeps.instant);
      }
    }
    kernels.adoptForces(cloth.particles);
  }
}

/** True if the sum of all numbers is finite: any NaN or infinity makes it non-finite. One addition per number. */
function isFiniteSum(vectors: Float64Array, { particles }: Cloth): boolean {
  let sum = 0;
  for (let i = 0; i < 3 * particles.count; i++) sum += vectors[i]!;
  return Number.isFinite(sum);
}

/**
 * Throws an error that names the first particle with a non-finite value. Returns if there is none: only the sum
 * overflowed.
 */
function throwFieldError(
  field: string,
  cloth: Cloth,
  number: number,
  what: string,
  vectors: Float64Array,
  unit: string,
  time: number,
): void {
  for (let p = 0; p < cloth.particles.count; p++) {
    const vector = vectors.slice(3 * p, 3 * p + 3);
    if (vector.every(Number.isFinite)) continue;
    throw new BlowUpError(
      `${field}: expected finite numbers, but it made the ${what} at particle ${p} of cloth ` +
        `${number} (${vector.join(", ")}) ${unit} at ${time} s`,
      time,
      number,
    );
  }
}
