import { SheetElements } from "../../../cloth/index.js";
import type { ClothSolver, SolverCloth, SolveStats } from "../../solver.js";
import { advanceByHalves, type Attempt } from "../halving.js";
import type { SubstepHistory } from "../history.js";
import { Equations } from "./equations.js";
import { Grabs } from "./grabs.js";
import { MultigridStore } from "./multigrid-store.js";
import { RigidMotion } from "./rigid-motion.js";
import { ENOUGH, NEW_SHARE, OLD_SHARE, PER_STEP, SUM, WEIGHT } from "./layout.js";

/** Conjugate gradients that every solve makes. Two explode on paper. */
const MIN_ITERATIONS = 3;
/**
 * Conjugate gradients of a solve that has not converged. Crumpled paper and foil need many. With 8, their solves took
 * more Newton steps, a fifth more time, and left twice as many steps that had not converged.
 */
const MAX_ITERATIONS = 20;
/** After this many conjugate gradients no further Newton step begins. */
const MAX_TOTAL = 80;
/**
 * Residual of a solve that has converged, as a fraction of all forces. Tried: 0.1, with a Newton tolerance of 0.05. The
 * forces of taut cloth are as good in three quarters of the time, but crumpled foil trembles up to ten times as much.
 */
const SOLVE_TOLERANCE = 0.03;
/**
 * The same for triangles. With 0.03 forces of ripped paper are off by 5.8 % instead of 4.7 %. Taut cloth takes as long
 * with either, because Newton's method takes fewer steps, and slack cloth a fifth longer. 0.005 takes a quarter more time.
 * Tried for springs: dragged paper cannot be trusted in 7 % instead of 2 % of the steps, because it runs out of conjugate
 * gradients.
 */
const SHEET_TOLERANCE = 0.01;
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
export const MULTIGRID_DEFAULTS: MultigridOptions = { tolerance: 0.03, iterations: 8 };

/**
 * Backward Euler or BDF2 for one cloth, fast: Newton's method without a matrix, on the memory of the kernels in
 * single precision. Each linear solve is a few conjugate gradients preconditioned by multigrid.
 *
 * Tension is read from the multipliers of the last solve, as in `ImplicitSolver`. One straight step leaves lengths too
 * long; a Jacobi sweep on the positions alone corrects most of that.
 */
export class MultigridSolver implements ClothSolver, Attempt {
  readonly solveStats: SolveStats = {
    linear: "multigrid",
    iterations: 0,
    linearIterations: 0,
    halvings: 0,
    residual: 0,
  };
  readonly store = new MultigridStore(this);
  readonly equations: Equations;
  readonly rigidMotion: RigidMotion;
  /** For BDF2; null: backward Euler. */
  readonly history: SubstepHistory | null;
  readonly surroundings: SolverCloth;
  readonly #options: MultigridOptions;
  readonly #grabs: Grabs;
  /**
   * True if there are coarse levels of this step. They only guide the solution, so those of an earlier substep will do,
   * until all conjugate gradients are used and Newton's method has not converged, or an edit has changed the mesh: then
   * the memory may be new.
   */
  hasCoarse = false;
  /** Squared residual of a solve that has converged, as a fraction of the squared forces. */
  readonly #enough: number;
  #residual = 0;
  #wasted = 0;

  constructor(
    surroundings: SolverCloth,
    options: MultigridOptions,
    history: SubstepHistory | null,
  ) {
    this.surroundings = surroundings;
    this.#options = options;
    this.history = history;
    this.equations = new Equations(surroundings.cloth);
    this.rigidMotion = new RigidMotion(surroundings.cloth);
    this.#grabs = new Grabs(this.equations, history);
    const hasSheet = surroundings.cloth.elements[0] instanceof SheetElements;
    const tolerance = hasSheet ? SHEET_TOLERANCE : SOLVE_TOLERANCE;
    this.#enough = tolerance * tolerance;
  }

  get isTrusted(): boolean {
    return this.solveStats.residual <= MAX_TRUSTED_RESIDUAL;
  }

  get isDisturbed(): boolean {
    return this.history?.isDisturbed === true;
  }

  dispose(): void {
    this.history?.detach();
    this.equations.dispose();
  }

  startStep(): void {
    const { solveStats } = this;
    solveStats.iterations = 0;
    solveStats.linearIterations = 0;
    solveStats.halvings = 0;
    solveStats.residual = 0;
    this.#wasted = 0;
    this.hasCoarse = false;
  }

  gatherForces(duration: number): void {
    this.surroundings.addExternalForces(0, duration);
  }

  substep(duration: number): void {
    const { positions, previousPositions } = this.surroundings.cloth.particles;
    this.equations.follow();
    previousPositions.set(positions);
    advanceByHalves(this, duration, MAX_HALVINGS);
  }

  get isOverBudget(): boolean {
    return this.#wasted >= MAX_WASTED;
  }

  /**
   * One substep. Particles start where their velocities take them.
   *
   * @param isLast True: accept the result even if it has not converged.
   * @returns False if the result was rejected. Then nothing has changed.
   */
  tryToAdvance(duration: number, isLast: boolean): boolean {
    const { constraints, attachments } = this.surroundings;
    const { equations, history } = this;
    history?.begin(duration);
    this.#begin(duration);
    this.#grabs.begin(attachments, duration);
    this.rigidMotion.begin(attachments, equations, duration);
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
    if (!Number.isFinite(this.#residual)) equations.renew(); // empty lanes may be NaN now
    return true;
  }

  /** Writes the equations of all particles: anchors, displacements and targets y. */
  #begin(duration: number): void {
    const { equations, history } = this;
    const { count, positions, velocities, forces, masses, inverseMasses } =
      this.surroundings.cloth.particles;
    const { views, displacements, targets, anchors, offsets } = equations;
    const { floats, doubles } = views;
    const perSquare = 1 / (duration * duration);
    for (let p = 0; p < count; p++) {
      const offset = offsets[p]! >> 2;
      const a = anchors + offset;
      const u = displacements + offset;
      const t = targets + offset;
      const i = 3 * p;
      const perMass = duration * inverseMasses[p]!;
      const x = velocities[i]!;
      const y = velocities[i + 1]!;
      const z = velocities[i + 2]!;
      doubles[a] = positions[i]!;
      doubles[a + 1] = positions[i + 1]!;
      doubles[a + 2] = positions[i + 2]!;
      floats[u] = duration * x;
      floats[u + 1] = duration * y;
      floats[u + 2] = duration * z;
      floats[t] = duration * (x + perMass * forces[i]!);
      floats[t + 1] = duration * (y + perMass * forces[i + 1]!);
      floats[t + 2] = duration * (z + perMass * forces[i + 2]!);
      floats[t + 3] = perMass === 0 ? 0 : masses[p]! * perSquare;
    }
    if (history !== null && history.isActive) this.#extrapolate(history);
    // Not `history === null ? …`, which allocates.
    if (history === null) {
      doubles[PER_STEP] = 1 / duration;
      doubles[WEIGHT] = 0;
      doubles[OLD_SHARE] = 0;
      doubles[NEW_SHARE] = duration;
    } else {
      doubles[PER_STEP] = 1 / history.interval;
      doubles[WEIGHT] = history.weight;
      // The trapezoid rule for BDF2: multipliers of the end alone have an error of first order.
      doubles[OLD_SHARE] = duration / 2;
      doubles[NEW_SHARE] = duration / 2;
    }
  }

  /** Writes the targets of particles that take the substep with BDF2, and x₋. */
  #extrapolate({
    flags,
    weight,
    interval,
    positions: xBefore,
    velocities: vBefore,
  }: SubstepHistory) {
    const { views, targets, before, offsets } = this.equations;
    const { count, positions, velocities, forces, masses, inverseMasses } =
      this.surroundings.cloth.particles;
    const { floats } = views;
    for (let p = 0; p < count; p++) {
      const offset = offsets[p]! >> 2;
      const perMass = interval * inverseMasses[p]!;
      const isSmooth = flags[p] === 1;
      for (let k = 0; k < 3; k++) {
        const i = 3 * p + k;
        const back = xBefore[i]! - positions[i]!;
        floats[before + offset + k] = back;
        if (!isSmooth) continue;
        const v = velocities[i]! + weight * (velocities[i]! - vBefore[i]!);
        floats[targets + offset + k] = interval * (v + perMass * forces[i]!) - weight * back;
      }
      if (isSmooth) floats[targets + offset + 3] = masses[p]! / (interval * interval);
    }
  }

  /**
   * Newton's method, with a search along the step if it went too far. Tried: ending it when the residual no longer
   * decreases. The scene `slash` then took half the time, but `paper-tear` was not trusted in 30 steps instead of 5.
   */
  #minimize(): void {
    const { equations, solveStats } = this;
    const { tolerance, iterations } = this.#options;
    const { doubles } = equations.views;
    const external = this.#squaredForces();
    doubles[ENOUGH] = this.#enough * (doubles[SUM]! + external);
    this.#evaluate(true);
    const enough = solveStats.linearIterations + MAX_TOTAL;
    for (let i = 0; i < iterations && solveStats.linearIterations < enough; i++) {
      solveStats.iterations++;
      if (!this.hasCoarse) equations.coarsen();
      this.hasCoarse = true;
      equations.solve(MIN_ITERATIONS, MAX_ITERATIONS);
      solveStats.linearIterations += equations.iterations;
      const scale = doubles[SUM]! + external;
      this.#search();
      equations.squareResidual();
      this.#residual = scale === 0 ? 0 : Math.sqrt(doubles[SUM]! / scale);
      if (this.#residual <= tolerance) return;
      if (equations.iterations === MAX_ITERATIONS) this.hasCoarse = false;
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
    const { count, forces, inverseMasses } = this.surroundings.cloth.particles;
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
    const { count, positions, velocities, inverseMasses } = this.surroundings.cloth.particles;
    const { views, displacements, before, offsets } = equations;
    const { floats } = views;
    const perSecond = 1 / duration;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0) continue;
      const u = displacements + (offsets[p]! >> 2);
      const i = 3 * p;
      velocities[i] = perSecond * floats[u]!;
      velocities[i + 1] = perSecond * floats[u + 1]!;
      velocities[i + 2] = perSecond * floats[u + 2]!;
    }
    if (history !== null && history.isActive) {
      const { flags, weight } = history;
      const perInterval = 1 / history.interval;
      for (let p = 0; p < count; p++) {
        if (flags[p] === 0) continue;
        const u = displacements + (offsets[p]! >> 2);
        const w = before + (offsets[p]! >> 2);
        const i = 3 * p;
        velocities[i] = perInterval * (floats[u]! + weight * floats[w]!);
        velocities[i + 1] = perInterval * (floats[u + 1]! + weight * floats[w + 1]!);
        velocities[i + 2] = perInterval * (floats[u + 2]! + weight * floats[w + 2]!);
      }
    }
    equations.relax(RELAXATION);
    for (let p = 0; p < count; p++) {
      const u = displacements + (offsets[p]! >> 2);
      const i = 3 * p;
      if (inverseMasses[p] === 0) {
        for (let k = i; k < i + 3; k++) positions[k]! += duration * velocities[k]!;
      } else {
        positions[i]! += floats[u]!;
        positions[i + 1]! += floats[u + 1]!;
        positions[i + 2]! += floats[u + 2]!;
      }
    }
    this.rigidMotion.end(duration);
    history?.end(duration);
    if (this.#residual > MAX_SMOOTH_RESIDUAL) history?.forget();
  }
}
