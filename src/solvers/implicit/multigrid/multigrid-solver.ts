import type { ClothSolver, SolverCloth, SolveStats } from "../../solver.js";
import type { SubstepHistory } from "../history.js";
import { Equations } from "./equations.js";
import { Grabs } from "./grabs.js";
import { MultigridStore } from "./multigrid-store.js";
import { ENOUGH, NEW_SHARE, OLD_SHARE, PER_STEP, SUM, WEIGHT } from "./layout.js";

/** Conjugate gradients that every solve makes. Two explode on paper. */
const MIN_ITERATIONS = 3;
/** Conjugate gradients of a solve that has not converged. */
const MAX_ITERATIONS = 8;
/** Residual of a solve that has converged, as a fraction of all forces. */
const SOLVE_TOLERANCE = 0.02;
/** A step that turns the slope by more than this fraction of it has gone too far. */
const MAX_OVERSHOOT = 0.5;
const MAX_SEARCHES = 3;
/** Damping of the Jacobi sweep on positions. */
const RELAXATION = 0.6;
/** Residual above which a substep is repeated in two halves. */
const MAX_ACCEPTED_RESIDUAL = 1;
const MAX_HALVINGS = 3;
/** After a substep with a larger residual, BDF2 starts again: its history would carry the error on. */
const MAX_SMOOTH_RESIDUAL = 0.1;
/** Forces with a larger residual cannot be trusted. In taut cloth up to this one they are right within some percent. */
const MAX_TRUSTED_RESIDUAL = 0.1;
/** Newton iterations of rejected substeps in a step; then every substep is accepted. */
const MAX_WASTED = 16;

/** Options of the solver. */
export interface MultigridOptions {
  /** Residual at which Newton's method has converged, as a fraction of all forces. */
  tolerance: number;
  /** Maximum Newton iterations per substep. */
  iterations: number;
}

/** What `SolverOptions` do not set. */
export const MULTIGRID_DEFAULTS: MultigridOptions = { tolerance: 0.03, iterations: 4 };

/**
 * Backward Euler or BDF2 for one cloth of springs, fast: Newton's method without a matrix, on the memory of the kernels in
 * single precision. Each linear solve is a few conjugate gradients preconditioned by multigrid.
 *
 * Tension is read from the multipliers of the last solve, as in `ImplicitSolver`. One straight step leaves lengths too
 * long; a Jacobi sweep on the positions alone corrects most of that.
 */
export class MultigridSolver implements ClothSolver {
  readonly solveStats: SolveStats = {
    linear: "multigrid",
    iterations: 0,
    linearIterations: 0,
    halvings: 0,
    residual: 0,
  };
  readonly store = new MultigridStore(this);
  readonly equations: Equations;
  /** For BDF2; null: backward Euler. */
  readonly history: SubstepHistory | null;
  readonly #surroundings: SolverCloth;
  readonly #options: MultigridOptions;
  readonly #grabs: Grabs;
  #residual = 0;
  #wasted = 0;

  constructor(
    surroundings: SolverCloth,
    options: MultigridOptions,
    history: SubstepHistory | null,
  ) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.history = history;
    this.equations = new Equations(surroundings.cloth);
    this.#grabs = new Grabs(this.equations, history);
  }

  get isTrusted(): boolean {
    return this.solveStats.residual <= MAX_TRUSTED_RESIDUAL;
  }

  dispose(): void {
    this.equations.dispose();
  }

  startStep(): void {
    const { solveStats } = this;
    solveStats.iterations = 0;
    solveStats.linearIterations = 0;
    solveStats.halvings = 0;
    solveStats.residual = 0;
    this.#wasted = 0;
  }

  gatherForces(duration: number): void {
    this.#surroundings.addExternalForces(0, duration);
  }

  substep(duration: number): void {
    const { positions, previousPositions, count } = this.#surroundings.cloth.particles;
    this.equations.follow();
    for (let i = 0; i < 3 * count; i++) previousPositions[i] = positions[i]!;
    this.#moveAttachments(duration);
    if (!this.#tryToAdvance(duration, this.#isOverBudget)) this.#halve(0, duration, 1);
  }

  get #isOverBudget(): boolean {
    return this.#wasted >= MAX_WASTED;
  }

  #moveAttachments(duration: number): void {
    const { kernels, attachments } = this.#surroundings;
    for (let i = 0; i < attachments.length; i++) kernels.moveAttachments(attachments[i]!, duration);
  }

  /** Repeats a substep that did not converge in two halves (Quddus & Waugh 2.1), recursively. */
  #halve(after: number, duration: number, depth: number): void {
    this.solveStats.halvings++;
    this.#moveAttachments(-duration);
    for (let part = 0; part < 2; part++) {
      const half = duration / 2;
      const start = after + part * half;
      this.#surroundings.addExternalForces(start, half);
      this.#moveAttachments(half);
      const isLast = depth === MAX_HALVINGS || this.#isOverBudget;
      if (!this.#tryToAdvance(half, isLast)) this.#halve(start, half, depth + 1);
    }
  }

  /**
   * One substep. Particles start where their velocities take them.
   *
   * @param isLast True: accept the result even if it has not converged.
   * @returns False if the result was rejected. Then nothing has changed.
   */
  #tryToAdvance(duration: number, isLast: boolean): boolean {
    const { constraints, attachments } = this.#surroundings;
    const { equations, history } = this;
    history?.begin(duration);
    this.#begin(duration);
    this.#grabs.begin(attachments, duration);
    equations.writeConstraints(constraints);
    equations.anchor();
    const before = this.solveStats.iterations;
    this.#minimize();
    if (!(this.#residual <= MAX_ACCEPTED_RESIDUAL) && !isLast) {
      this.#wasted += this.solveStats.iterations - before;
      return false;
    }
    this.solveStats.residual = Math.max(this.solveStats.residual, this.#residual);
    equations.commit();
    this.#end(duration);
    return true;
  }

  /** Writes the equations of all particles: anchors, displacements and targets y. */
  #begin(duration: number): void {
    const { equations, history } = this;
    const { count, positions, velocities, forces, masses, inverseMasses } =
      this.#surroundings.cloth.particles;
    const { views, displacements, targets, before, anchors } = equations;
    const { floats, doubles } = views;
    const weight = history === null ? 0 : history.weight;
    const smooth = history === null ? duration : history.interval; // read here: a read in the loop would allocate it
    for (let p = 0; p < count; p++) {
      const offset = equations.offsetOf(p) / 4;
      const isSmooth = history !== null && history.flags[p] === 1;
      const interval = isSmooth ? smooth : duration;
      const force = interval * interval * inverseMasses[p]!;
      for (let k = 0; k < 3; k++) {
        const i = 3 * p + k;
        const x = positions[i]!;
        const v = velocities[i]!;
        doubles[anchors + offset + k] = x;
        floats[displacements + offset + k] = duration * v;
        let y = force * forces[i]!;
        if (isSmooth) {
          const back = history.positions[i]! - x;
          y += interval * (v + weight * (v - history.velocities[i]!)) - weight * back;
        } else y += interval * v;
        floats[targets + offset + k] = y;
        if (weight !== 0) floats[before + offset + k] = history!.positions[i]! - x;
      }
      floats[targets + offset + 3] =
        inverseMasses[p] === 0 ? 0 : masses[p]! / (interval * interval);
    }
    doubles[PER_STEP] = 1 / smooth;
    doubles[WEIGHT] = weight;
    // The trapezoid rule for BDF2: multipliers of the end alone have an error of first order.
    doubles[OLD_SHARE] = history === null ? 0 : duration / 2;
    doubles[NEW_SHARE] = history === null ? duration : duration / 2;
  }

  /** Newton's method, with a search along the step if it went too far. */
  #minimize(): void {
    const { equations, solveStats } = this;
    const { tolerance, iterations } = this.#options;
    const { doubles } = equations.views;
    const external = this.#squaredForces();
    doubles[ENOUGH] = SOLVE_TOLERANCE ** 2 * (doubles[SUM]! + external);
    this.#evaluate(true);
    for (let i = 0; i < iterations; i++) {
      solveStats.iterations++;
      equations.solve(MIN_ITERATIONS, MAX_ITERATIONS);
      solveStats.linearIterations += equations.iterations;
      const scale = doubles[SUM]! + external;
      this.#search();
      equations.squareResidual();
      this.#residual = scale > 0 ? Math.sqrt(doubles[SUM]! / scale) : 0;
      if (this.#residual <= tolerance) return;
    }
  }

  /** Takes the step, or the part of it at which the slope along it is about 0. */
  #search(): void {
    const { equations } = this;
    const { doubles } = equations.views;
    equations.projectResidual();
    const start = doubles[SUM]!;
    let slope = start;
    let fraction = 0;
    let next = 1;
    for (let i = 0; i <= MAX_SEARCHES; i++) {
      equations.takeStep(next - fraction);
      fraction = next;
      this.#evaluate(false);
      equations.projectResidual();
      slope = doubles[SUM]!;
      if (!(slope < -MAX_OVERSHOOT * start)) return;
      next = fraction * (start / (start - slope));
    }
  }

  #evaluate(isFirst: boolean): void {
    this.#grabs.write();
    this.equations.evaluate(isFirst);
  }

  /** Sum of the squares of all external forces on free particles, N². */
  #squaredForces(): number {
    const { count, forces, inverseMasses } = this.#surroundings.cloth.particles;
    let sum = 0;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0) continue;
      for (let i = 3 * p; i < 3 * p + 3; i++) sum += forces[i]! * forces[i]!;
    }
    return sum;
  }

  /** Writes velocities, relaxes lengths, and writes positions. */
  #end(duration: number): void {
    const { equations, history } = this;
    const { count, positions, velocities, inverseMasses } = this.#surroundings.cloth.particles;
    const { views, displacements } = equations;
    const { floats } = views;
    const weight = history === null ? 0 : history.weight;
    const smooth = history === null ? duration : history.interval;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0) continue;
      const u = displacements + equations.offsetOf(p) / 4;
      const isSmooth = history !== null && history.flags[p] === 1;
      const interval = isSmooth ? smooth : duration;
      for (let k = 0; k < 3; k++) {
        const i = 3 * p + k;
        const back = isSmooth ? weight * (history.positions[i]! - positions[i]!) : 0;
        velocities[i] = (floats[u + k]! + back) / interval;
      }
    }
    equations.relax(RELAXATION);
    for (let p = 0; p < count; p++) {
      const u = displacements + equations.offsetOf(p) / 4;
      for (let k = 0; k < 3; k++) {
        const i = 3 * p + k;
        positions[i]! += inverseMasses[p] === 0 ? duration * velocities[i]! : floats[u + k]!;
      }
    }
    history?.end(duration);
    if (this.#residual > MAX_SMOOTH_RESIDUAL) history?.forget();
  }
}
