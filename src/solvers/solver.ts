import type { Attachments, Cloth, AxisPlaneConstraints, StretchLimit } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import type { Store } from "../stores/index.js";
import type { SolverOptions } from "./options.js";
import type { StepPlanContext, Substeps } from "./substeps.js";

/** A cloth and what acts on it, as a solver sees them. */
export interface SolverCloth {
  readonly kernels: Kernels;
  readonly cloth: Cloth;
  /** What pins hold on an axis or a plane. */
  readonly holds: AxisPlaneConstraints;
  /** What grabs hold. */
  readonly attachments: readonly Attachments[];
  /** How far edges may be stretched at all; null: no limit. */
  readonly stretchLimit: StretchLimit | null;
  /**
   * Gathers all forces from outside in `forces` of the particles, as they are `after` the start of the substep, s.
   *
   * @param duration Over which they will be applied at once, s; 0 for integrators that evaluate them several times.
   */
  addExternalForces(after: number, duration: number): void;
}

/** What the solves of a step were like. */
export interface SolveFigures {
  /** How the equations are solved. */
  readonly linear: string;
  /** Newton's iterations, all substeps together. */
  iterations: number;
  /** Iterations of conjugate gradients, or direct solves. */
  linearIterations: number;
  /** How often a substep did not converge and was halved. */
  halvings: number;
  /** The largest residual that a substep was left with, as a part of all forces in it. */
  residual: number;
}

/** What moves one cloth. Its state, where it has any, is a store of the cloth. */
export interface ClothSolver {
  /** A step begins. */
  startStep?(): void;
  /** The `forces` phase of a substep of some duration, s. */
  gatherForces(duration: number): void;
  /** The `solve` phase: the particles move. */
  substep(duration: number): void;
  /** How the solves of the step went; null where nothing is solved. */
  readonly figures: Readonly<SolveFigures> | null;
  /** Whether the forces of the latest step are near enough to what they should be. */
  readonly isTrusted: boolean;
  /** What it goes on from; absent: the cloth is enough. */
  readonly store?: Store;
  /** Edits were taken back: makes anew what it keeps of the mesh. */
  rebuild?(): void;
  /** When that was last done, by the edits of the cloth: rounding follows it. Another object each time. */
  readonly built?: { readonly editCount: number };
}

/**
 * A kind of solver, as a module that can be left out of a bundle. A world knows this interface alone; `new World({ solvers })` of
 * `tatter/core` says which there are, `tatter` has all.
 */
export interface SolverModule {
  readonly name: string;
  /** The fields of `SolverOptions` that it has, besides those of all. */
  readonly fields: readonly (keyof SolverOptions)[];
  /** What `substeps` is where nothing is said. */
  readonly defaultSubsteps: number | "auto";
  /** Whether the strain of its poses goes with the forces that it applies, so that the one follows from the other. */
  readonly hasTrueStrain: boolean;
  /** Whether a substep may be taken in parts of any length, with the same forces. */
  readonly canDivideSubsteps: boolean;
  /** What is likely to help a world that blew up with so many substeps a step. */
  advice(substeps: number): string;
  solverOf(cloth: SolverCloth, options: SolverOptions): ClothSolver;
  substepsOf(context: StepPlanContext): Substeps;
}
