import type { Attachments, Cloth, AxisPlaneConstraints, StretchLimit } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import type { Store } from "../stores/index.js";
import type { SolverOptions } from "./options.js";
import type { StepPlanContext, Substeps } from "./substeps.js";

/** The data that a solver needs: a cloth and what acts on it. */
export interface SolverCloth {
  readonly kernels: Kernels;
  readonly cloth: Cloth;
  /** Particles that pins constrain to an axis or a plane. */
  readonly constraints: AxisPlaneConstraints;
  /** Particles of grabs. */
  readonly attachments: readonly Attachments[];
  /** Maximum stretch of edges; null: no limit. */
  readonly stretchLimit: StretchLimit | null;
  /**
   * Writes the sum of all external forces to `forces` of the particles.
   *
   * @param after Time after the start of the substep, s.
   * @param duration Time over which they are applied once, s; 0 for integrators that evaluate them several times.
   */
  addExternalForces(after: number, duration: number): void;
}

/** Statistics of the solves of a step. */
export interface SolveStats {
  /** Name of the linear solver. */
  readonly linear: string;
  /** Newton iterations of all substeps. */
  iterations: number;
  /** Iterations of conjugate gradients, or direct solves. */
  linearIterations: number;
  /** Number of halvings of substeps that did not converge. */
  halvings: number;
  /** Largest final residual of a substep, as a fraction of all forces in it. */
  residual: number;
}

/** The solver of one cloth. Its state, if any, is a store of the cloth. */
export interface ClothSolver {
  /** Called at the start of a step. */
  startStep?(): void;
  /** The `forces` phase of a substep; `duration` in s. */
  gatherForces(duration: number): void;
  /** The `solve` phase of a substep: moves the particles; `duration` in s. */
  substep(duration: number): void;
  /** Statistics of the solves of the step; null for solvers without a solve. */
  readonly solveStats: Readonly<SolveStats> | null;
  /** True if the forces of the latest step are accurate enough to use. */
  readonly isTrusted: boolean;
  /** True if anything else has moved free particles since its latest substep, such as a contact. */
  readonly isDisturbed?: boolean;
  /** State besides that of the cloth; absent: none. */
  readonly store?: Store;
  /** Rebuilds data that depends on the mesh, after edits were undone. */
  rebuild?(): void;
  /** Frees memory that is not on the heap. Afterwards the solver can be read, but not used. */
  dispose?(): void;
  /** Number of edits at the latest rebuild, on which rounding depends. A new object after each rebuild. */
  readonly built?: { readonly editCount: number };
}

/**
 * A kind of solver, as a module that can be left out of a bundle. A world knows only this interface. With
 * `tatter/core`, pass the available solvers to `new World({ solvers })`; `tatter` has all of them.
 */
export interface SolverModule {
  /** The name for `solver.type`. */
  readonly name: string;
  /** The fields of `SolverOptions` that it accepts besides `type`, `step` and `substeps`. */
  readonly fields: readonly (keyof SolverOptions)[];
  /** Default of `substeps`. */
  readonly defaultSubsteps: number | "auto";
  /** True if the strain of its poses is consistent with the forces that it applies. */
  readonly hasTrueStrain: boolean;
  /** True if a substep may be split into parts of any length with the same forces. */
  readonly canDivideSubsteps: boolean;
  /** Creates the kernels of a world if these are not the reference kernels, which any solver can use. */
  kernels?(): Kernels;
  /** Likely cause and fix for a world that blew up with that many substeps per step. */
  advice(substeps: number): string;
  /** Creates the solver of a cloth. */
  solverOf(cloth: SolverCloth, options: SolverOptions): ClothSolver;
  /** Creates the substeps of a world. */
  substepsOf(context: StepPlanContext): Substeps;
}
