import type { Cloth } from "../../cloth/index.js";
import type { LINEAR_SOLVERS } from "../options.js";
import type { SolveStats, SolverCloth } from "../solver.js";
import { assemble } from "./assemble.js";
import { BlockMatrix } from "./block-matrix.js";
import { Cholesky } from "./cholesky.js";
import { ConjugateGradients } from "./conjugate-gradients.js";
import { SparsityPattern, type SparsityPatternState } from "./sparsity-pattern.js";
import type { DissectionState } from "./nested-dissection.js";
import { ConstraintFilter } from "./constraint-filter.js";
import type { HistoryState, SubstepHistory } from "./history.js";
import { advanceByHalves, type Attempt } from "./halving.js";
import { MAX_DIRECT_PARTICLES, type LinearSolver } from "./linear-solver.js";
import { Objective } from "./objective.js";
import { runProjectionPass } from "./projection-pass.js";

/** Maximum depth of halvings of a substep that does not converge. */
const MAX_HALVINGS = 4;
/**
 * Maximum number of wasted iterations in a step: those of substeps that are then halved. Beyond it, substeps are
 * accepted after few iterations, converged or not, and the residual reports the error. Slivers would take hundreds: 550
 * on a sheet of 625 particles with every other row 0.05 mm from the next.
 */
const MAX_WASTED_SOLVES = 64;
/**
 * If at least this many iterations leave a residual over `HOPELESS_RESIDUAL`, they count `HOPELESS_WEIGHT` times:
 * halves of such a substep seldom converge better. Violent drags leave 0.001 to 0.03, slivers 0.1 to 140.
 */
const HOPELESS_ITERATIONS = 4;
/** Relative residual: 1 is as large as all forces together. */
const HOPELESS_RESIDUAL = 1;
const HOPELESS_WEIGHT = 4;
/** Maximum iterations per substep once too many iterations were wasted. */
const HURRIED_ITERATIONS = 2;
/** Maximum residual of forces that are accurate enough to use. */
const MAX_TRUSTED_RESIDUAL = 0.05;
/** Above this residual, a projection pass corrects lengths that straight steps have left too long. */
const MIN_PROJECTION_RESIDUAL = 1e-2;
const PROJECTION_SWEEPS = 4;
/** After a substep with a larger residual, BDF2 starts again: its history would carry the error on. */
const MAX_SMOOTH_RESIDUAL = 0.05;
/** Minimum decrease of Φ as a fraction of the decrease predicted by the slope (Armijo). */
const SUFFICIENT_DECREASE = 1e-4;
/** Maximum bisections of the line search. */
const MAX_CUTS = 12;
/** Relative differences of Φ below this are rounding errors. */
const ROUNDING = 1e-12;
/** Forces below this fraction of stiffness times distance from the origin are rounding errors. */
const ROUNDING_OF_FORCES = 1e-13;

type Surroundings = Pick<
  SolverCloth,
  "kernels" | "constraints" | "attachments" | "addExternalForces"
>;

/** Options of the implicit solver of a cloth. */
export interface ImplicitOptions {
  /** Residual at which Newton's method has converged, as a fraction of all forces. */
  tolerance: number;
  /** Maximum Newton iterations per substep. */
  iterations: number;
  /** Linear solver. */
  linear: Exclude<(typeof LINEAR_SOLVERS)[number], "multigrid">;
}

/** State of the solver, besides that of the cloth. */
export interface ImplicitState {
  /** Multipliers of the latest substep, kind by kind. */
  multipliers: Float64Array[];
  /** The start of the latest substep; only with BDF2. */
  history?: HistoryState;
  /** Sparsity pattern and order of elimination, on which rounding depends. */
  pattern: { couplings: SparsityPatternState; dissection: DissectionState | null };
}

/**
 * Backward Euler (Baraff and Witkin; Quddus & Waugh 2.1) or BDF2 for one cloth, by Newton's method on the energy Φ of a
 * substep (`Objective`).
 *
 * Tension is read from the multipliers of the last solve, λ + (k + d / h) ∇C · δ: the forces that moved the particles.
 * They converge long before the lengths, which a straight step always leaves too long.
 */
export class ImplicitSolver implements Attempt {
  readonly solveStats: SolveStats;
  readonly linear: LinearSolver;
  readonly #options: ImplicitOptions;
  readonly #cloth: Cloth;
  readonly surroundings: Surroundings;
  readonly #objective: Objective;
  readonly #history: SubstepHistory | null;
  readonly #filter: ConstraintFilter;
  readonly #pattern: SparsityPattern;
  readonly #matrix: BlockMatrix;
  readonly #cholesky: Cholesky | null;
  /** A cached copy of the pattern; valid until the next edit. */
  #patternState: ImplicitState["pattern"] | null = null;
  /** Number of edits at the time of the copy. */
  #patternEdits = -1;
  /** −∇Φ, filtered by the constraints. */
  #downhill = new Float64Array(0);
  #step = new Float64Array(0);
  /** Positions at the start of a line search. */
  #origins = new Float64Array(0);
  /** Positions at the start of the substep, before any halving. */
  #startPositions = new Float64Array(0);
  /** Wasted iterations of this step. */
  #wasted = 0;
  /** ‖∇Φ‖ as a fraction of all forces. */
  #residual = 0;
  /** Estimate of ‖∇Φ‖² due to rounding alone, N². Without load there is no other force. */
  #rounding = 0;

  /** @param history For BDF2; null: backward Euler. */
  constructor(
    cloth: Cloth,
    surroundings: Surroundings,
    options: ImplicitOptions,
    history: SubstepHistory | null,
  ) {
    this.#cloth = cloth;
    this.surroundings = surroundings;
    this.#options = options;
    this.#objective = new Objective(cloth, history);
    this.#history = history;
    this.#filter = new ConstraintFilter(cloth, surroundings.constraints);
    const isDirect =
      options.linear === "direct" ||
      (options.linear === "auto" && cloth.particles.count <= MAX_DIRECT_PARTICLES);
    this.#cholesky = isDirect ? new Cholesky() : null;
    this.linear = this.#cholesky ?? new ConjugateGradients();
    const { name: linear } = this.linear;
    this.solveStats = { linear, iterations: 0, linearIterations: 0, halvings: 0, residual: 0 };
    this.#pattern = new SparsityPattern(cloth, this.linear);
    this.#matrix = new BlockMatrix(this.#pattern);
    this.#cholesky?.build(this.#pattern, cloth.rest.positions, cloth.particles.count);
  }

  get state(): ImplicitState {
    if (this.#patternState === null || this.#patternEdits !== this.#cloth.edits.length) {
      this.#patternState = {
        couplings: this.#pattern.state,
        dissection: this.#cholesky === null ? null : this.#cholesky.dissection.state,
      };
      this.#patternEdits = this.#cloth.edits.length;
    }
    const state: ImplicitState = {
      multipliers: this.#objective.state,
      pattern: this.#patternState,
    };
    if (this.#history !== null) state.history = this.#history.state;
    return state;
  }

  /** Restores the solver; the cloth must be restored too. */
  set state({ multipliers, history, pattern }: ImplicitState) {
    if (this.#history !== null) this.#history.state = history!;
    this.#objective.state = multipliers;
    this.#pattern.state = pattern.couplings;
    if (this.#cholesky !== null) this.#cholesky.dissection.state = pattern.dissection!;
    this.#patternState = null;
  }

  /** The multipliers of the latest substep, kind by kind: the start values of the next one. */
  get multipliers(): readonly Float64Array[] {
    return this.#objective.multipliers;
  }

  /** Number of elements of each kind with multipliers; newer elements start with their elastic force. */
  get knownCounts(): number[] {
    return this.#objective.knownCounts;
  }

  /** Called after the multipliers of an earlier substep are restored. */
  rollback(): void {
    this.#objective.rollback();
  }

  /** True if the forces of the latest step are accurate enough to use. */
  get isTrusted(): boolean {
    return this.solveStats.residual <= MAX_TRUSTED_RESIDUAL;
  }

  /** Resets the statistics at the start of a step. */
  startStep(): void {
    const { solveStats } = this;
    solveStats.iterations = 0;
    solveStats.linearIterations = 0;
    solveStats.halvings = 0;
    solveStats.residual = 0;
    this.#wasted = 0;
  }

  /** The `solve` phase: advances the particles by a substep of `duration`, s, with the external forces in `forces`. */
  substep(duration: number): void {
    const { particles } = this.#cloth;
    if (this.#pattern.update()) this.#patternState = null;
    this.#grow();
    this.#filter.begin(this.surroundings.attachments);
    this.#startPositions.set(particles.positions);
    advanceByHalves(this, duration, MAX_HALVINGS);
    particles.previousPositions.set(this.#startPositions); // of the whole substep, also after halving
  }

  get isOverBudget(): boolean {
    return this.#wasted >= MAX_WASTED_SOLVES;
  }

  #grow(): void {
    const { length } = this.#cloth.particles.positions;
    if (this.#step.length === length) return;
    this.#downhill = new Float64Array(length);
    this.#step = new Float64Array(length);
    this.#origins = new Float64Array(length);
    this.#startPositions = new Float64Array(length);
  }

  /**
   * One substep. The initial guess advances the particles with their velocities: in steady motion and
   * in rotation that is closer to the solution than the current positions.
   *
   * @param isLast True: accept the result even if it has not converged.
   * @returns False if the result was rejected; then the particles are back at their start positions.
   */
  tryToAdvance(duration: number, isLast: boolean): boolean {
    const { kernels, attachments } = this.surroundings;
    const { particles } = this.#cloth;
    this.#history?.begin(duration);
    this.#objective.begin(duration, attachments);
    kernels.predict(particles, duration);
    const before = this.solveStats.iterations;
    const isConverged = this.#minimize();
    if (!isConverged && !isLast) {
      const wasted = this.solveStats.iterations - before;
      const isHopeless = wasted >= HOPELESS_ITERATIONS && this.#residual > HOPELESS_RESIDUAL;
      this.#wasted += isHopeless ? HOPELESS_WEIGHT * wasted : wasted;
      particles.positions.set(particles.previousPositions);
      return false;
    }
    this.solveStats.residual = Math.max(this.solveStats.residual, this.#residual);
    this.#objective.addImpulses();
    if (this.#history === null) kernels.deriveVelocities(particles, duration);
    else this.#objective.deriveVelocities();
    if (this.#residual > MIN_PROJECTION_RESIDUAL)
      runProjectionPass(this.#objective, this.#filter, PROJECTION_SWEEPS);
    this.#history?.end(duration);
    if (this.#residual > MAX_SMOOTH_RESIDUAL) this.#history?.forget();
    return true;
  }

  /** Newton's method. Returns false if it has not converged. */
  #minimize(): boolean {
    const { tolerance, iterations } = this.#options;
    const maxIterations = this.isOverBudget ? Math.min(HURRIED_ITERATIONS, iterations) : iterations;
    this.#evaluate();
    for (let i = 0; i < maxIterations; i++) {
      this.solveStats.iterations++;
      // The first solve starts far from the solution and uses only the positive semidefinite terms; later solves use
      // all terms.
      const isSolved = this.#solve(i > 0);
      if (isSolved) {
        this.#objective.setMultipliers(this.#step);
        this.#search();
      }
      if (!isSolved || !(this.#objective.energy < Infinity)) {
        this.#residual = 1; // unknown
        return false;
      }
      if (this.#residual <= tolerance) return true;
    }
    return false;
  }

  /** Evaluates Φ at the current positions, and the filtered −∇Φ. */
  #evaluate(): void {
    this.#objective.evaluate(this.#downhill);
    const length = 3 * this.#cloth.particles.count;
    for (let i = 0; i < length; i++) this.#downhill[i] = -this.#downhill[i]!;
    this.#filter.filterVector(this.#downhill);
  }

  /** Solves for the step. Returns false if even the positive semidefinite terms are indefinite, by rounding. */
  #solve(isFull: boolean): boolean {
    assemble(this.#objective, this.#matrix, isFull);
    this.#measureRounding();
    this.#filter.filterMatrix(this.#matrix);
    let iterations = -1;
    if (this.linear.prepare(this.#matrix)) {
      iterations = this.linear.solve(this.#matrix, this.#downhill, this.#step);
    }
    if (iterations === -1) return isFull && this.#solve(false);
    this.solveStats.linearIterations += iterations;
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
   * Backtracking line search: bisects the step until Φ decreases enough (Armijo). A full step whose residual is within
   * the tolerance is always accepted, because Φ is known only up to rounding.
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
    let fraction = 1;
    let found = Infinity;
    for (let cut = 0; cut < MAX_CUTS; cut++) {
      for (let i = 0; i < length; i++) {
        positions[i] = this.#origins[i]! + fraction * this.#step[i]!;
      }
      this.#evaluate();
      found = this.#objective.energy;
      this.#measureResidual();
      if (fraction === 1 && this.#residual <= this.#options.tolerance) return;
      if (found <= energy + SUFFICIENT_DECREASE * fraction * slope + ROUNDING * Math.abs(energy))
        return;
      fraction /= 2;
    }
    if (!(found < Infinity)) positions.set(this.#origins); // back to finite values
  }

  #measureResidual(): void {
    const length = 3 * this.#cloth.particles.count;
    let squares = 0;
    for (let i = 0; i < length; i++) squares += this.#downhill[i]! * this.#downhill[i]!;
    this.#residual = squares <= this.#rounding ? 0 : Math.sqrt(squares / this.#objective.scale);
  }
}
