import { finite, from, list, positive, record, vector, type Check } from "../../math/check-data.js";
import { checkOptions } from "../../math/check-options.js";
import { checkVector } from "../../math/check-vector.js";
import type { Vec3Tuple, Tuples } from "../../math/vec3.js";
import type { Cloth } from "../../cloth/index.js";
import type { Kernels } from "../../kernels/index.js";
import { valueStore, type Store } from "../../stores/index.js";
import { FIELDS } from "../options/checks.js";
import { WORLD_DEFAULTS, type Field, type Wind, type WorldOptions } from "../options/options.js";
import { BlowUpError } from "../phases/blow-up-error.js";
import { WindField } from "./wind-field.js";
import { checkWind, copyWind, resolveWind } from "./wind.js";

/** What acts on all cloths from outside: gravity, the air, and the fields of users. */
export class Environment {
  gravity: Vec3Tuple;
  wind: Wind;
  fields: Field[];
  readonly windField: WindField;
  /** Gravity, wind and how far the air has come; fields are functions, which no state holds. */
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

  /** Refuses what was changed to something that makes no sense. Makes nothing where all is well: it is asked in every step. */
  check(): void {
    checkVector("gravity", this.gravity);
    checkWind(this.wind);
    checkOptions("fields", this.fields, FIELDS);
  }

  /** Sets the air at the particles of a cloth for a step: the wind, and what fields add to it. */
  setWinds(cloth: Cloth, number: number, time: number): void {
    const { fields } = this;
    const { winds } = cloth.particles;
    this.windField.blow(this.wind, cloth.particles);
    if (fields.length === 0) return;
    const wasFinite = isFiniteSum(winds, cloth);
    for (let i = 0; i < fields.length; i++) {
      fields[i]!.addWinds?.(cloth, winds, time);
      if (wasFinite && !isFiniteSum(winds, cloth)) {
        blame(`fields.${i}`, cloth, number, "air", winds, "m/s", time);
      }
    }
  }

  /** Time goes on by `dt` seconds. */
  advance(dt: number): void {
    this.windField.advance(this.wind, dt);
  }
}

const windState: Check = record(
  { velocity: vector, drag: from(0) },
  {
    gusts: record({ amplitude: from(0), period: positive }),
    turbulence: record({ speed: from(0), size: positive }),
  },
);

/** Where the present substep is in time. */
export interface SubstepTime {
  /** Start of the step, s. */
  readonly time: number;
  readonly substeps: {
    /** Of the substep after the start of the step, s. */
    readonly start: number;
    /** The time for which forces are evaluated, s. */
    instant: number;
  };
}

/** Gathers what acts on one cloth from outside. The same for every solver. */
export class ExternalForces {
  readonly #environment: Environment;
  readonly #kernels: Kernels;
  readonly #clock: SubstepTime;
  readonly #cloth: Cloth;
  /** Number of the cloth, for messages. */
  readonly #number: number;

  constructor(
    environment: Environment,
    kernels: Kernels,
    clock: SubstepTime,
    cloth: Cloth,
    number: number,
  ) {
    this.#environment = environment;
    this.#kernels = kernels;
    this.#clock = clock;
    this.#cloth = cloth;
    this.#number = number;
  }

  /**
   * Writes gravity, air and fields to `forces` of the particles.
   *
   * @param after Time since the start of the substep, s.
   * @param duration Over which the forces will be applied at once, which keeps any drag stable, s; 0 for integrators that
   *   evaluate them several times a step.
   */
  gather(after: number, duration: number): void {
    const { fields, gravity, windField } = this.#environment;
    const kernels = this.#kernels;
    const cloth = this.#cloth;
    const { forces } = cloth.particles;
    kernels.clearForces(cloth.particles);
    kernels.addGravity(cloth.particles, gravity);
    kernels.addAir(cloth, windField.drag, duration);
    if (fields.length === 0) return;
    const { time, substeps } = this.#clock;
    substeps.instant = time + substeps.start + after;
    const wasFinite = isFiniteSum(forces, cloth); // else the fault is not theirs
    for (let i = 0; i < fields.length; i++) {
      fields[i]!.addForces?.(cloth, forces, substeps.instant);
      if (wasFinite && !isFiniteSum(forces, cloth)) {
        blame(`fields.${i}`, cloth, this.#number, "force", forces, "N", substeps.instant);
      }
    }
  }
}

/** Any NaN or infinity makes the sum one; the price is one addition a number. */
function isFiniteSum(vectors: Float64Array, { particles }: Cloth): boolean {
  let sum = 0;
  for (let i = 0; i < 3 * particles.count; i++) sum += vectors[i]!;
  return Number.isFinite(sum);
}

/** Names the first particle to which a field gave what is no number; none when only the sum ran over. */
function blame(
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
