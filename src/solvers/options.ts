import {
  checkOptions,
  expected,
  flag,
  number,
  object,
  oneOf,
  optional,
  over0,
  partial,
  text,
  wholeNumber,
} from "../math/check-options.js";

/**
 * The names of all solvers, for `solver.type`; "auto" chooses one of the others. The default is "xpbd".
 *
 * @example
 * import { generateGrid, SOLVERS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = SOLVERS.map((type) => new World({ cloths: [{ mesh }], solver: { type } }));
 */
export const SOLVERS = [
  "auto",
  "xpbd",
  "implicit",
  "euler",
  "midpoint",
  "rk4",
  "forward-euler",
] as const;

/** The name of a solver, or "auto". */
export type SolverType = (typeof SOLVERS)[number];

/** The name of a solver. */
export type SolverName = Exclude<SolverType, "auto">;

/**
 * The integrators of the implicit solver, for `solver.integrator`: backward Euler, of first order, and BDF2 (the second
 * backward differentiation formula), of second order.
 *
 * @example
 * import { generateGrid, INTEGRATORS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const [, integrator] = INTEGRATORS; // "bdf2"
 * const world = new World({ cloths: [{ mesh }], solver: { type: "implicit", integrator } });
 */
export const INTEGRATORS = ["backward-euler", "bdf2"] as const;

/**
 * The linear solvers of the implicit solver, for `solver.linear`; "auto" chooses "direct" or "conjugate-gradients" by
 * the number of particles.
 *
 * @example
 * import { generateGrid, LINEAR_SOLVERS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const [linear] = LINEAR_SOLVERS; // "auto"
 * const world = new World({ cloths: [{ mesh }], solver: { type: "implicit", linear } });
 */
export const LINEAR_SOLVERS = ["auto", "direct", "conjugate-gradients", "multigrid"] as const;

/** Options of the solver of a world. */
export interface SolverOptions {
  /** Default "auto"; with a number of `substeps`, "xpbd". */
  type: SolverType;
  /** Time step, s. Default: 1/60. */
  step: number;
  /**
   * Number of substeps per step. Default for xpbd: 20; for all others: "auto". With "auto", explicit integrators take
   * as many as they need to be stable; for them a number that is too small is an error. With "auto", implicit takes 4,
   * and more while the cloth moves fast. Implicit always halves a substep that does not converge.
   */
  substeps: number | "auto";
  /** Maximum length over rest length of an edge (Provot); explicit solvers only. Default: no limit. */
  stretchLimit?: number;
  /**
   * True: springs are damped only as much as longer substeps allow, which need to resolve the stiffness but not the
   * damping; euler only. Default: false.
   */
  limitDamping?: boolean;
  /**
   * Residual at which Newton's method has converged, as a fraction of all forces; implicit only. Default: 0.0005;
   * with multigrid 0.03.
   */
  tolerance?: number;
  /** Maximum Newton iterations per substep before it is halved; implicit only. Default: 8. */
  iterations?: number;
  /** Integrator; implicit only. Default: "backward-euler". */
  integrator?: (typeof INTEGRATORS)[number];
  /**
   * Linear solver; implicit only. Default "auto": direct up to 5000 particles, otherwise conjugate gradients. "multigrid"
   * is fast and needs WebAssembly SIMD.
   */
  linear?: (typeof LINEAR_SOLVERS)[number];
  /** Maximum real time per step, s; auto only. Default: 0.05. */
  budget?: number;
}

/** Partial solver options whose `type` may be a custom solver (`WorldOptions.solvers`). */
export type AnySolverOptions = Omit<Partial<SolverOptions>, "type"> & { type?: string };

/** Maximum number of substeps per step; more would be impractically slow. */
export const MAX_SUBSTEPS = 100_000;

/** Minimum of `tolerance`: smaller residuals are rounding errors. */
export const MIN_TOLERANCE = 1e-9;

/**
 * Defaults of the implicit solver: relative residual at which Newton has converged, Newton iterations per substep,
 * integrator, linear solver.
 *
 * @example
 * import { generateGrid, IMPLICIT_DEFAULTS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const tolerance = IMPLICIT_DEFAULTS.tolerance / 10;
 * const world = new World({ cloths: [{ mesh }], solver: { type: "implicit", tolerance } });
 */
export const IMPLICIT_DEFAULTS = {
  tolerance: 0.0005,
  iterations: 8,
  integrator: "backward-euler",
  linear: "auto",
} as const;

const DEFAULT_STEP = 1 / 60;

/** Check of a time step, s. */
export const STEP = over0("a time over 0 s");

/** Check of solver options; the world checks that `type` is available. */
export const SOLVER = object<Partial<SolverOptions>>(
  partial<SolverOptions>({
    type: text, // `resolveSolver` checks the name
    step: STEP,
    substeps: (value) =>
      value === "auto" ||
      (Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_SUBSTEPS)
        ? null
        : expected(`a whole number from 1 to ${MAX_SUBSTEPS}, or "auto"`, value),
    stretchLimit: optional(number("a ratio over 1", (limit) => limit > 1 && limit < Infinity)),
    limitDamping: optional(flag),
    tolerance: optional(
      number(
        `a fraction from ${MIN_TOLERANCE} to under 1`,
        (tolerance) => tolerance >= MIN_TOLERANCE && tolerance < 1,
      ),
    ),
    iterations: optional(wholeNumber(1)),
    integrator: optional(oneOf(INTEGRATORS)),
    linear: optional(oneOf(LINEAR_SOLVERS)),
    budget: optional(number("a time over 0 s", (budget) => budget > 0)), // Infinity: no limit
  }),
);

/** What `resolveSolver` needs to know of a solver, or of a solver chooser. */
export interface SolverKind {
  readonly name: string;
  /** The fields of `SolverOptions` that it accepts besides `type`, `step` and `substeps`. */
  readonly fields: readonly (keyof SolverOptions)[];
  /** Default of `substeps`. */
  readonly defaultSubsteps: number | "auto";
}

const COMMON: ReadonlySet<keyof SolverOptions> = new Set(["type", "step", "substeps"]);

/**
 * Checks solver options and fills in defaults.
 *
 * @param kinds The available solvers.
 * @throws RangeError that names the field.
 */
export function resolveSolver(
  given: AnySolverOptions,
  kinds: readonly SolverKind[],
): SolverOptions {
  checkOptions("solver", given, SOLVER);
  const names = kinds.map(({ name }) => name);
  if (names.length === 0) {
    throw new RangeError(
      "solvers: expected one or more, got none; a world of tatter/core needs, for example, [xpbd] from tatter/solvers",
    );
  }
  const { type = defaultType(given, names), step = DEFAULT_STEP } = given;
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

/** `auto`. A number of substeps without a type means `xpbd`: the only solver whose stiffness depends on it. */
function defaultType({ substeps }: AnySolverOptions, names: readonly string[]): string {
  const preferred = typeof substeps === "number" ? ["xpbd"] : ["auto", "xpbd"];
  return preferred.find((name) => names.includes(name)) ?? names[0]!;
}

function foreignField(field: string, type: string, kinds: readonly SolverKind[]): RangeError {
  const owners = kinds.filter(({ fields }) => (fields as readonly string[]).includes(field));
  const names = owners.map(({ name }) => name).join(", ");
  const solvers = owners.length === 1 ? "solver" : "solvers";
  return new RangeError(`solver.${field}: only for the ${solvers} ${names}, got ${type}`);
}

function checkSubsteps({ type, substeps }: SolverOptions): void {
  if (substeps === "auto" && type === "xpbd") {
    throw new RangeError(
      'solver.substeps: expected a whole number of 1 or more for xpbd, got "auto"',
    );
  }
  if (substeps !== "auto" && type === "auto") {
    throw new RangeError(
      'solver.substeps: solver.type "auto" chooses the number; leave it out, or name a solver in solver.type',
    );
  }
}
