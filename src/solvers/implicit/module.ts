import { hasWasm } from "../../kernels/index.js";
import { ContainerError } from "../../math/check-data.js";
import { Snapshot } from "../../math/snapshot.js";
import type { Store } from "../../stores/index.js";
import { IMPLICIT_DEFAULTS, MAX_SUBSTEPS, type SolverOptions } from "../options.js";
import type { ClothSolver, SolverCloth, SolverModule } from "../solver.js";
import { fastestChange } from "../explicit/motion.js";
import { roundUp, formatSeconds, Substeps } from "../substeps.js";
import { checkImplicit, implicitFields } from "./check-state.js";
import { SubstepHistory } from "./history.js";
import { layoutsOf } from "./multigrid/element-layouts.js";
import { MULTIGRID_DEFAULTS, MultigridSolver } from "./multigrid/multigrid-solver.js";
import { ImplicitSolver, type ImplicitOptions, type ImplicitState } from "./implicit.js";

/** The implicit solver of one cloth. It is rebuilt after edits are undone. */
class ImplicitClothSolver implements ClothSolver {
  readonly store: Store;
  built!: { readonly editCount: number };
  readonly surroundings: SolverCloth;
  readonly #options: ImplicitOptions;
  /** For BDF2; null: backward Euler. */
  readonly history: SubstepHistory | null;
  solver!: ImplicitSolver;

  constructor(
    cloth: SolverCloth,
    options: ImplicitOptions,
    integrator: SolverOptions["integrator"],
  ) {
    this.surroundings = cloth;
    this.#options = options;
    this.history = integrator === "bdf2" ? new SubstepHistory(cloth.cloth) : null;
    this.store = new ImplicitStore(this);
    this.rebuild();
  }

  rebuild(): void {
    const { cloth } = this.surroundings;
    this.built = { editCount: cloth.edits.length };
    this.solver = new ImplicitSolver(cloth, this.surroundings, this.#options, this.history);
  }

  get solveStats(): ImplicitSolver["solveStats"] {
    return this.solver.solveStats;
  }

  get isTrusted(): boolean {
    return this.solver.isTrusted;
  }

  dispose(): void {
    this.history?.detach();
  }

  startStep(): void {
    this.solver.startStep();
  }

  gatherForces(duration: number): void {
    this.surroundings.addExternalForces(0, duration);
  }

  substep(duration: number): void {
    this.solver.substep(duration);
  }
}

/**
 * State of the implicit solver of a cloth: its multipliers, the history of BDF2, and the order of elimination, on which
 * rounding depends.
 */
class ImplicitStore implements Store {
  readonly name = "implicit";
  readonly isInternal = true;
  readonly check: NonNullable<Store["check"]>;
  readonly replay?: NonNullable<Store["replay"]>;
  readonly #owner: ImplicitClothSolver;
  // Snapshot at the start of a substep: multipliers, their numbers of elements, and the residual of the step so far.
  readonly #multipliers: Snapshot[] = [];
  readonly #knownCounts: number[] = [];
  #residual = 0;

  constructor(owner: ImplicitClothSolver) {
    this.#owner = owner;
    const { history } = owner;
    this.check = implicitFields(history !== null);
    if (history !== null) this.replay = (edit) => history.replay(edit);
  }

  get state(): ImplicitState {
    return this.#owner.solver.state;
  }

  set state(state: ImplicitState) {
    this.#owner.solver.state = state;
  }

  /** Bytes of a state without the pattern, which all states between two edits share. */
  get size(): number {
    const { history, solver } = this.#owner;
    const size = history === null ? 0 : history.size;
    return solver.multipliers.reduce((sum, { byteLength }) => sum + byteLength, size);
  }

  verify(state: ImplicitState, field: string): void {
    const fault = checkImplicit(state, this.#owner.surroundings.cloth, this.#owner.solver);
    if (fault !== null) throw new ContainerError(`${field}.${fault}`);
  }

  takeSnapshot(): void {
    const { elements } = this.#owner.surroundings.cloth;
    const { multipliers, knownCounts, solveStats } = this.#owner.solver;
    for (let kind = 0; kind < elements.length; kind++) {
      const count = elements[kind]!.conditionCount * knownCounts[kind]!;
      (this.#multipliers[kind] ??= new Snapshot()).take(multipliers[kind]!, count);
      this.#knownCounts[kind] = knownCounts[kind]!;
    }
    this.#residual = solveStats.residual;
    this.#owner.history?.takeSnapshot();
  }

  rollback(): void {
    const { multipliers, knownCounts, solveStats } = this.#owner.solver;
    for (let kind = 0; kind < this.#multipliers.length; kind++) {
      knownCounts[kind] = this.#knownCounts[kind]!;
      this.#multipliers[kind]!.restore(multipliers[kind]!);
    }
    solveStats.residual = this.#residual;
    this.#owner.solver.rollback();
    this.#owner.history?.rollback();
  }
}

/**
 * Maximum automatic substep, s: a quarter of a step at 60 Hz. In longer ones backward Euler damps oscillations
 * strongly.
 */
export const MAX_IMPLICIT_SUBSTEP = 1 / 240;
/**
 * Maximum automatic substep of multigrid for cloth in contact, s. A contact moves particles after the solve by about
 * g h², and the next solve takes that for strain. Measured, mean speed of cloth at rest with 4, 8 and 16 substeps per step:
 * 10, 3 and 3 mm/s in `bowl`, 28, 25 and 4 in `slash`, for 1.4 to 2.4 times the time.
 */
const MAX_CONTACT_SUBSTEP = 1 / 960;
/**
 * Maximum change of an edge vector per substep, as a fraction of its length, and how many times the substeps of cloth at
 * rest that may need at most. Multigrid trades some accuracy in fast slack cloth for speed: notched sheets tear with as
 * many tears and the same path with 4, 8 and 16 substeps.
 */
const LIMITS = { maxChange: 0.1, maxFactor: 4 };
const MULTIGRID_LIMITS = { maxChange: 0.25, maxFactor: 2 };

/**
 * The substeps of the implicit solver. With "auto" the number depends on speed: linearized laws need small rotations.
 */
class ImplicitSubsteps extends Substeps {
  override countFor(duration: number): number {
    const { solver, cloths } = this.context;
    if (solver.substeps !== "auto") return super.countFor(duration);
    const atRest = roundUp(duration / MAX_IMPLICIT_SUBSTEP - 1e-9);
    let rate = 0;
    let least = atRest;
    for (let i = 0; i < cloths.length; i++) {
      const { cloth, solver: own } = cloths[i]!;
      rate = Math.max(rate, fastestChange(cloth));
      if (own.isDisturbed === true) least = roundUp(duration / MAX_CONTACT_SUBSTEP - 1e-9);
    }
    const { maxChange, maxFactor } = solver.linear === "multigrid" ? MULTIGRID_LIMITS : LIMITS;
    const needed = Math.min(roundUp((rate * duration) / maxChange), maxFactor * atRest);
    const count = Math.max(least, needed);
    if (count <= MAX_SUBSTEPS) return count;
    throw new RangeError(
      Number.isNaN(count)
        ? "implicit: expected finite velocities, got NaN"
        : `solver.step: implicit would need ${count} substeps in ${formatSeconds(duration)} s, at most ${MAX_SUBSTEPS} are allowed; ` +
            "take a shorter step, or set a number in solver.substeps",
    );
  }
}

/** @throws RangeError if the cloth has elements of its own, or there is no WebAssembly SIMD. */
function multigridOf(cloth: SolverCloth, options: SolverOptions): ClothSolver {
  if (layoutsOf(cloth.cloth) === null) {
    throw new RangeError(
      'solver.linear: "multigrid" has no kernels for the elements of this cloth; expected auto, direct or conjugate-gradients',
    );
  }
  if (!hasWasm()) {
    throw new RangeError(
      'solver.linear: "multigrid" needs WebAssembly SIMD, which is not available; expected auto, direct or conjugate-gradients',
    );
  }
  const { tolerance, iterations, integrator } = { ...MULTIGRID_DEFAULTS, ...options };
  const history = integrator === "bdf2" ? new SubstepHistory(cloth.cloth) : null;
  return new MultigridSolver(cloth, { tolerance, iterations }, history);
}

/** Creates the solver of a cloth that `linear` names. */
function solverOf(cloth: SolverCloth, options: SolverOptions): ClothSolver {
  const { linear = IMPLICIT_DEFAULTS.linear } = options;
  if (linear === "multigrid") return multigridOf(cloth, options);
  const { tolerance, iterations, integrator } = { ...IMPLICIT_DEFAULTS, ...options };
  return new ImplicitClothSolver(cloth, { tolerance, iterations, linear }, integrator);
}

/** The solver `implicit`: backward Euler or BDF2 with accurate forces, in a few long substeps with a Newton solve each. */
export const implicit: SolverModule = {
  name: "implicit",
  fields: ["tolerance", "iterations", "integrator", "linear"],
  defaultSubsteps: "auto",
  hasTrueStrain: true,
  canDivideSubsteps: true,
  advice: () => "forces that change too fast; try a shorter solver.step",
  solverOf,
  substepsOf: (context) => new ImplicitSubsteps(context),
};
