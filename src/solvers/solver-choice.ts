import { DEFAULT_BUDGET, type SolverChoice, type SolverChooser, type SolverTask } from "./auto.js";
import {
  resolveSolver,
  type AnySolverOptions,
  type SolverName,
  type SolverOptions,
} from "./options.js";
import type { SolverModule } from "./solver.js";

/** The solver options of a world, and what was chosen for it. */
export interface SolverInUse extends SolverOptions {
  type: SolverName;
  /** Which solver `auto` chose, and why; null if the options name a solver. */
  choice: SolverChoice | null;
  /** Name of the kernels: "wasm", "reference", or that of kernels of your own. */
  kernels: string;
}

/** A solver with its options. */
export interface SelectedSolver {
  readonly module: SolverModule;
  readonly options: SolverOptions & { type: SolverName };
  /** Why `auto` chose it; null if the options name it. */
  readonly choice: SolverChoice | null;
}

/** Selects the solver of a world: the one that the options name, or the one that a chooser finds for its cloths. */
export class SolverSelection {
  /** Null if the options name a solver. */
  readonly #chooser: SolverChooser | null;
  readonly #named: SelectedSolver | null;
  readonly #options: SolverOptions;
  readonly #solvers: readonly (SolverModule | SolverChooser)[];

  /** @throws RangeError that names the field. */
  constructor(given: AnySolverOptions, solvers: readonly (SolverModule | SolverChooser)[]) {
    const options = resolveSolver(given, solvers);
    const kind = solvers.find(({ name }) => name === options.type)!;
    this.#options = options;
    this.#solvers = solvers;
    this.#chooser = "choose" in kind ? kind : null;
    this.#named =
      "choose" in kind
        ? null
        : { module: kind, options: { ...options, type: kind.name as SolverName }, choice: null };
  }

  /** True if the solver depends on the cloths. */
  get isAutomatic(): boolean {
    return this.#chooser !== null;
  }

  /** The solver for this task. */
  select(task: Omit<SolverTask, "step" | "budget" | "names">): SelectedSolver {
    if (this.#chooser === null) return this.#named!;
    const { step, budget = DEFAULT_BUDGET } = this.#options;
    const names = this.#solvers.map(({ name }) => name);
    return this.chosen(this.#chooser.choose({ ...task, step, budget, names }));
  }

  /** The solver of a choice. */
  chosen(choice: SolverChoice): SelectedSolver {
    const { type, substeps, options } = choice;
    const given = { ...options, type, substeps, step: this.#options.step };
    return {
      module: this.#solvers.find(({ name }) => name === type) as SolverModule,
      options: { ...resolveSolver(given, this.#solvers), type },
      choice,
    };
  }

  /** True if a choice that comes from a file names a solver of this world. */
  offers({ type }: SolverChoice): boolean {
    return this.#solvers.some((kind) => kind.name === type && !("choose" in kind));
  }
}
