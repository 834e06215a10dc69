import type { Cloth } from "../../cloth/index.js";
import type { LINEAR_SOLVERS } from "../options.js";
import type { SolveFigures, SolverCloth } from "../solver.js";
import { assemble } from "./assemble.js";
import { BlockMatrix } from "./block-matrix.js";
import { Cholesky } from "./cholesky.js";
import { ConjugateGradients } from "./conjugate-gradients.js";
import { SparsityPattern, type SparsityPatternState } from "./sparsity-pattern.js";
import type { DissectionState } from "./nested-dissection.js";
import { ConstraintFilter } from "./constraint-filter.js";
import { MAX_DIRECT_PARTICLES, type LinearSolver } from "./linear-solver.js";
import { Objective } from "./objective.js";
import { runProjectionPass } from "./projection-pass.js";

/** How often a substep that does not converge is halved. */
const MAX_HALVINGS = 4;
/**
 * Iterations in a step that may come to nothing, because a substep is halved after them; from then on substeps are taken as they come, in
 * few iterations, and the residual tells. Slivers would take hundreds: 550 on a sheet of 625 particles with every other row
 * 0.05 mm from the next.
 */
const MAX_WASTED_SOLVES = 64;
/**
 * Where that many leave a residual over 1, more than all forces together, they count so many times: halves of such a substep seldom do better.
 * Violent drags leave 0.001 to 0.03, slivers 0.1 to 140.
 */
const ENOUGH = 4;
const HOPELESS = 1;
const HOPELESS_COUNTS = 4;
const HURRIED_ITERATIONS = 2;
/** Forces of a substep with a larger residual than this are not to be trusted. */
const TRUSTED = 0.05;
/** From this residual on straight steps have left lengths that a polish puts right. */
const POLISHED_FROM = 1e-2;
const POLISH_SWEEPS = 4;
/** A step that lowers Φ by less than this part of what its slope promises is too long (Armijo). */
const SUFFICIENT = 1e-4;
const MAX_CUTS = 12;
/** Differences of Φ below this part of it are rounding. */
const ROUNDING = 1e-12;
/** Forces below this part of stiffness times distance from the origin are rounding. */
const ROUNDING_OF_FORCES = 1e-13;

type Surroundings = Pick<SolverCloth, "kernels" | "holds" | "attachments" | "addExternalForces">;

export interface ImplicitOptions {
  /** The residual at which Newton's method has converged, as a part of all forces. */
  tolerance: number;
  /** Newton's iterations a substep, at most. */
  iterations: number;
  /** How its equations are solved. */
  linear: (typeof LINEAR_SOLVERS)[number];
}

/** What the solver goes on from, besides the cloth itself. */
export interface ImplicitState {
  /** The multipliers of the latest substep. */
  multipliers: Float64Array[];
  /** The pattern of its equations and the order of their elimination: rounding follows it. */
  pattern: { couplings: SparsityPatternState; dissection: DissectionState | null };
}

/**
 * Backward Euler for one cloth (Baraff and Witkin; Quddus & Waugh 2.1), by Newton's method on the energy Φ of a substep.
 *
 * Tension is read from the multipliers of the last solve, λ + (k + d / h) ∇C · δ: the forces that moved the particles,
 * and right long before the lengths are, which a straight step always leaves too long.
 */
export class ImplicitSolver {
  readonly figures: SolveFigures;
  readonly linear: LinearSolver;
  readonly #options: ImplicitOptions;
  readonly #cloth: Cloth;
  readonly #surroundings: Surroundings;
  readonly #objective: Objective;
  readonly #freedom: ConstraintFilter;
  readonly #couplings: SparsityPattern;
  readonly #matrix: BlockMatrix;
  readonly #cholesky: Cholesky | null;
  /** A copy of the pattern, as long as no edit has changed it, and how many edits there were. */
  #pattern: ImplicitState["pattern"] | null = null;
  #patternEdits = -1;
  /** −∇Φ, what may move of it. */
  #downhill = new Float64Array(0);
  #step = new Float64Array(0);
  /** Positions that a step starts from. */
  #origins = new Float64Array(0);
  /** Positions at the start of the whole substep, however it is divided. */
  #startPositions = new Float64Array(0);
  /** Iterations of this step that came to nothing. */
  #wasted = 0;
  /** ‖∇Φ‖ as a part of all forces. */
  #residual = 0;
  /** N²: squares of what rounding alone leaves of ‖∇Φ‖. Where nothing pulls, there is no other force. */
  #rounding = 0;

  constructor(cloth: Cloth, surroundings: Surroundings, options: ImplicitOptions) {
    this.#cloth = cloth;
    this.#surroundings = surroundings;
    this.#options = options;
    this.#objective = new Objective(cloth);
    this.#freedom = new ConstraintFilter(cloth, surroundings.holds);
    const isDirect =
      options.linear === "direct" ||
      (options.linear === "auto" && cloth.particles.count <= MAX_DIRECT_PARTICLES);
    this.#cholesky = isDirect ? new Cholesky() : null;
    this.linear = this.#cholesky ?? new ConjugateGradients();
    const { name: linear } = this.linear;
    this.figures = { linear, iterations: 0, linearIterations: 0, halvings: 0, residual: 0 };
    this.#couplings = new SparsityPattern(cloth, this.linear);
    this.#matrix = new BlockMatrix(this.#couplings);
    this.#cholesky?.build(this.#couplings, cloth.rest.positions, cloth.particles.count);
  }

  get state(): ImplicitState {
    if (this.#pattern === null || this.#patternEdits !== this.#cloth.edits.length) {
      this.#pattern = {
        couplings: this.#couplings.state,
        dissection: this.#cholesky === null ? null : this.#cholesky.dissection.state,
      };
      this.#patternEdits = this.#cloth.edits.length;
    }
    return { multipliers: this.#objective.state, pattern: this.#pattern };
  }

  /** Puts the solver back, for a cloth that has been put back as well. */
  set state({ multipliers, pattern }: ImplicitState) {
    this.#objective.state = multipliers;
    this.#couplings.state = pattern.couplings;
    if (this.#cholesky !== null) this.#cholesky.dissection.state = pattern.dissection!;
    this.#pattern = null;
  }

  /** The multipliers of the latest substep, kind by kind, from which the next one starts. */
  get multipliers(): readonly Float64Array[] {
    return this.#objective.multipliers;
  }

  /** Of how many elements of each kind they are; what is born after it starts with what it holds. */
  get knownCounts(): number[] {
    return this.#objective.knownCounts;
  }

  /** Whether the forces of the latest step can be trusted. */
  get isTrusted(): boolean {
    return this.figures.residual <= TRUSTED;
  }

  /** The figures start from 0. */
  startStep(): void {
    const { figures } = this;
    figures.iterations = 0;
    figures.linearIterations = 0;
    figures.halvings = 0;
    figures.residual = 0;
    this.#wasted = 0;
  }

  /** The `solve` phase: moves the particles on by a substep, with the forces from outside that are in `forces`. */
  substep(duration: number): void {
    const { particles } = this.#cloth;
    if (this.#couplings.follow()) this.#pattern = null;
    this.#makeRoom();
    this.#freedom.begin(this.#surroundings.attachments);
    this.#startPositions.set(particles.positions);
    this.#moveHands(duration);
    if (!this.#tryToAdvance(duration, this.#isOverBudget)) this.#halve(0, duration, 1);
    particles.previousPositions.set(this.#startPositions); // of the whole substep, however it was divided
  }

  get #isOverBudget(): boolean {
    return this.#wasted >= MAX_WASTED_SOLVES;
  }

  #makeRoom(): void {
    const { length } = this.#cloth.particles.positions;
    if (this.#step.length === length) return;
    this.#downhill = new Float64Array(length);
    this.#step = new Float64Array(length);
    this.#origins = new Float64Array(length);
    this.#startPositions = new Float64Array(length);
  }

  #moveHands(duration: number): void {
    const { kernels, attachments } = this.#surroundings;
    for (let i = 0; i < attachments.length; i++) kernels.moveAttachments(attachments[i]!, duration);
  }

  /** Takes a substep that did not converge in two halves (Quddus & Waugh 2.1), and those again if need be. */
  #halve(after: number, duration: number, depth: number): void {
    this.figures.halvings++;
    this.#moveHands(-duration);
    for (let part = 0; part < 2; part++) {
      const half = duration / 2;
      const start = after + part * half;
      this.#surroundings.addExternalForces(start, half);
      this.#moveHands(half);
      const isLast = depth === MAX_HALVINGS || this.#isOverBudget;
      if (!this.#tryToAdvance(half, isLast)) this.#halve(start, half, depth + 1);
    }
  }

  /**
   * One substep of backward Euler. The particles start off as fast as they are: in steady motion, and in any turn, that is
   * closer to the end than where they stand.
   *
   * @param isLast It is taken as it comes, converged or not.
   * @returns Whether it was taken; if not, the particles are where they were.
   */
  #tryToAdvance(duration: number, isLast: boolean): boolean {
    const { kernels, attachments } = this.#surroundings;
    const { particles } = this.#cloth;
    this.#objective.begin(duration, attachments);
    kernels.predict(particles, duration);
    const before = this.figures.iterations;
    const isConverged = this.#minimise();
    if (!isConverged && !isLast) {
      const wasted = this.figures.iterations - before;
      const isHopeless = wasted >= ENOUGH && this.#residual > HOPELESS;
      this.#wasted += isHopeless ? HOPELESS_COUNTS * wasted : wasted;
      particles.positions.set(particles.previousPositions);
      return false;
    }
    this.figures.residual = Math.max(this.figures.residual, this.#residual);
    this.#objective.addImpulses();
    kernels.deriveVelocities(particles, duration);
    if (this.#residual > POLISHED_FROM)
      runProjectionPass(this.#objective, this.#freedom, POLISH_SWEEPS);
    return true;
  }

  /** Newton's method; false when it has not converged. */
  #minimise(): boolean {
    const { tolerance, iterations } = this.#options;
    const most = this.#isOverBudget ? Math.min(HURRIED_ITERATIONS, iterations) : iterations;
    this.#evaluate();
    for (let i = 0; i < most; i++) {
      this.figures.iterations++;
      // The first solve starts far off, where only what resists is sure to help; near the end all of it counts.
      const isSolved = this.#solve(i > 0);
      if (isSolved) {
        this.#objective.setMultipliers(this.#step);
        this.#search();
      }
      if (!isSolved || !(this.#objective.energy < Infinity)) {
        this.#residual = 1; // nothing is known of it
        return false;
      }
      if (this.#residual <= tolerance) return true;
    }
    return false;
  }

  /** Φ where the particles are, and the way down. */
  #evaluate(): void {
    this.#objective.evaluate(this.#downhill);
    const length = 3 * this.#cloth.particles.count;
    for (let i = 0; i < length; i++) this.#downhill[i] = -this.#downhill[i]!;
    this.#freedom.filterVector(this.#downhill);
  }

  /** Solves for the step; false where even what can only resist is not positive definite, by rounding. */
  #solve(isWhole: boolean): boolean {
    assemble(this.#objective, this.#matrix, isWhole);
    this.#measureRounding();
    this.#freedom.filterMatrix(this.#matrix);
    let iterations = -1;
    if (this.linear.prepare(this.#matrix)) {
      iterations = this.linear.solve(this.#matrix, this.#downhill, this.#step);
    }
    if (iterations === -1) return isWhole && this.#solve(false);
    this.figures.linearIterations += iterations;
    return true;
  }

  #measureRounding(): void {
    const { count, positions } = this.#cloth.particles;
    const { diagonals } = this.#matrix;
    let sum = 0;
    for (let p = 0; p < count; p++) {
      const d = 9 * p;
      const stiffness = diagonals[d]! + diagonals[d + 4]! + diagonals[d + 8]!;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        const force = ROUNDING_OF_FORCES * stiffness * positions[i]!;
        sum += force * force;
      }
    }
    this.#rounding = sum;
  }

  /**
   * Goes along the step, as far as Φ falls enough (Armijo). A whole step that brings the residual
   * down to the tolerance is always right: Φ itself is known to rounding only.
   */
  #search(): void {
    const { particles } = this.#cloth;
    const { energy } = this.#objective;
    const length = 3 * particles.count;
    const { positions } = particles;
    let slope = 0;
    for (let i = 0; i < length; i++) {
      slope -= this.#downhill[i]! * this.#step[i]!;
      this.#origins[i] = positions[i]!;
    }
    let part = 1;
    let found = Infinity;
    for (let cut = 0; cut < MAX_CUTS; cut++) {
      for (let i = 0; i < length; i++) {
        positions[i] = this.#origins[i]! + part * this.#step[i]!;
      }
      this.#evaluate();
      found = this.#objective.energy;
      this.#measureResidual();
      if (part === 1 && this.#residual <= this.#options.tolerance) return;
      if (found <= energy + SUFFICIENT * part * slope + ROUNDING * Math.abs(energy)) return;
      part /= 2;
    }
    if (!(found < Infinity)) positions.set(this.#origins); // where numbers can still tell
  }

  #measureResidual(): void {
    const length = 3 * this.#cloth.particles.count;
    let squares = 0;
    for (let i = 0; i < length; i++) squares += this.#downhill[i]! * this.#downhill[i]!;
    this.#residual = squares <= this.#rounding ? 0 : Math.sqrt(squares / this.#objective.scale);
  }
}
