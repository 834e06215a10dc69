import {
  checkOptions,
  expected,
  number,
  object,
  oneOf,
  optional,
  over0,
  partial,
  text,
  wholeNumber,
} from "../math/check-options.js";

/** The names under which solvers are asked for; `auto` picks one of the others. */
export const SOLVERS = [
  "auto",
  "xpbd",
  "implicit",
  "euler",
  "midpoint",
  "rk4",
  "forward-euler",
] as const;

export type SolverType = (typeof SOLVERS)[number];

/** A solver itself. */
export type SolverName = Exclude<SolverType, "auto">;

/** How implicit solves its equations; `auto` goes by the number of particles. */
export const LINEAR_SOLVERS = ["auto", "direct", "conjugate-gradients"] as const;

export interface SolverOptions {
  type: SolverType;
  /** Time step, s. */
  step: number;
  /**
   * Parts that a step is divided into. For explicit integrators "auto", the default, means as many as they need to be
   * stable; a number that is too small is refused. For implicit "auto", the default, means 4, and more while the cloth
   * moves fast; a part that does not converge is halved, whatever was asked for. Default for xpbd: 20.
   */
  substeps: number | "auto";
  /** No edge may be longer than this times its rest length (Provot); explicit solvers only. Absent: no limit. */
  stretchLimit?: number;
  /** The residual at which Newton's method has converged, as a part of all forces; implicit only. Default: 0.0005. */
  tolerance?: number;
  /** Newton's iterations a substep before it is halved; implicit only. Default: 8. */
  iterations?: number;
  /**
   * How the equations of a substep are solved; implicit only. Default "auto": directly up to 5000 particles, else by
   * conjugate gradients.
   */
  linear?: (typeof LINEAR_SOLVERS)[number];
  /** Real time that a step may take, s; auto only. Default: as long as the step itself. */
  budget?: number;
}

/** The same, where the solver may be one of your own (`WorldOptions.solvers`). */
export type AnySolverOptions = Omit<Partial<SolverOptions>, "type"> & { type?: string };

/** More substeps than this a step and nobody would see the end of it. */
export const MAX_SUBSTEPS = 100_000;

/** Residuals smaller than this are rounding. */
export const MIN_TOLERANCE = 1e-9;

/** What `implicit` takes where nothing is said. */
export const IMPLICIT_DEFAULTS = { tolerance: 0.0005, iterations: 8, linear: "auto" } as const;

const DEFAULT_TYPE: SolverType = "xpbd";
const DEFAULT_STEP = 1 / 60;

/** Of a step, s. */
export const STEP = over0("a time over 0 s");

export const SOLVER = object<Partial<SolverOptions>>(
  partial<SolverOptions>({
    type: text, // which there are, the world knows
    step: STEP,
    substeps: (value) =>
      value === "auto" ||
      (Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_SUBSTEPS)
        ? null
        : expected(`a whole number from 1 to ${MAX_SUBSTEPS}, or "auto"`, value),
    stretchLimit: optional(number("a ratio over 1", (limit) => limit > 1 && limit < Infinity)),
    tolerance: optional(
      number(
        `a part from ${MIN_TOLERANCE} to under 1`,
        (tolerance) => tolerance >= MIN_TOLERANCE && tolerance < 1,
      ),
    ),
    iterations: optional(wholeNumber(1)),
    linear: optional(oneOf(LINEAR_SOLVERS)),
    budget: optional(number("a time over 0 s", (budget) => budget > 0)), // Infinity: as long as it takes
  }),
);

/** What the options of a solver are resolved by: a solver, or what picks one. */
export interface SolverKind {
  readonly name: string;
  /** The fields of `SolverOptions` that it has, besides `type`, `step` and `substeps`. */
  readonly fields: readonly (keyof SolverOptions)[];
  /** What `substeps` is where nothing is said. */
  readonly defaultSubsteps: number | "auto";
}

const COMMON: ReadonlySet<keyof SolverOptions> = new Set(["type", "step", "substeps"]);

/**
 * Fills in what is not said.
 *
 * @param kinds Those that there are.
 * @throws RangeError that names the field.
 */
export function resolveSolver(
  given: AnySolverOptions,
  kinds: readonly SolverKind[],
): SolverOptions {
  checkOptions("solver", given, SOLVER);
  const { type = DEFAULT_TYPE, step = DEFAULT_STEP } = given;
  const names = kinds.map(({ name }) => name);
  if (names.length === 0) {
    throw new RangeError(
      "solvers: expected one or more, as [xpbd] of tatter/solvers: a world of tatter/core has none of its own",
    );
  }
  checkOptions("solver.type", type, oneOf(names));
  const kind = kinds.find(({ name }) => name === type)!;
  const options: SolverOptions = {
    type: type as SolverType,
    step,
    substeps: given.substeps ?? kind.defaultSubsteps,
  };
  for (const field of Object.keys(given) as (keyof SolverOptions)[]) {
    if (given[field] === undefined || COMMON.has(field)) continue;
    if (!kind.fields.includes(field)) throw foreignField(field, type, kinds);
    Object.assign(options, { [field]: given[field] });
  }
  checkSubsteps(options);
  return options;
}

function foreignField(field: string, type: string, kinds: readonly SolverKind[]): RangeError {
  const owners = kinds.filter(({ fields }) => (fields as readonly string[]).includes(field));
  const names = owners.map(({ name }) => name).join(", ");
  const have = owners.length === 1 ? "has" : "have";
  return new RangeError(`solver.${field}: only ${names} ${have} one, and this is ${type}`);
}

function checkSubsteps({ type, substeps }: SolverOptions): void {
  if (substeps === "auto" && type === "xpbd") {
    throw new RangeError(
      "solver.substeps: xpbd is stable with any number; expected a whole number of 1 or more",
    );
  }
  if (substeps !== "auto" && type === "auto") {
    throw new RangeError(
      "solver.substeps: auto finds their number; leave it out, or name a solver in solver.type",
    );
  }
}
