import type { Cloth } from "../../cloth/index.js";
import { redo } from "../../mesh/index.js";
import type { ClothSolver, SolverCloth, SolverModule, SolverOptions } from "../../solvers/index.js";

/** A solver for a cloth, with its options and the kernels that it runs on. */
export interface ClothSolverOptions {
  readonly module: SolverModule;
  readonly options: SolverOptions;
  readonly kernels: SolverCloth["kernels"];
  /** True if `auto` chose it. */
  readonly isAutomatic: boolean;
}

/** The solver of a cloth, which `auto` may replace between two steps. */
export class ClothSolving {
  solver: ClothSolver;
  /** What the solver reads. */
  surroundings: SolverCloth;
  readonly #cloth: Cloth;
  readonly #surface: { hasTrueStrain: boolean };
  /** Edits at the start: those of the lines of the seams. */
  readonly #startEdits: number;

  /**
   * @param surroundings What the solver reads, besides its kernels.
   * @param surface Learns whether strains match forces.
   */
  constructor(
    surroundings: Omit<SolverCloth, "kernels">,
    surface: { hasTrueStrain: boolean },
    solver: ClothSolverOptions,
  ) {
    this.#cloth = surroundings.cloth;
    this.#surface = surface;
    this.#startEdits = this.#cloth.edits.length;
    this.surroundings = { ...surroundings, kernels: solver.kernels };
    this.solver = this.#start(solver);
  }

  get kernels(): SolverCloth["kernels"] {
    return this.surroundings.kernels;
  }

  get cloth(): Cloth {
    return this.#cloth;
  }

  get attachments(): SolverCloth["attachments"] {
    return this.surroundings.attachments;
  }

  #start({ module, options, isAutomatic }: ClothSolverOptions): ClothSolver {
    // `auto` takes a solver with true forces before the next measurement, if tears need them.
    this.#surface.hasTrueStrain = module.hasTrueStrain || isAutomatic;
    for (const own of this.#cloth.elements) own.trackWorkingValues(false); // xpbd alone writes them
    const solver = module.solverOf(this.surroundings, options);
    if (solver.store !== undefined) this.#cloth.stores.add(solver.store);
    return solver;
  }

  /**
   * Replaces the solver. Memory and order of the new one follow from the mesh at the start, so that they do not depend on
   * when it was replaced: all edits are undone and made again.
   */
  replace(solver: ClothSolverOptions): void {
    const cloth = this.#cloth;
    const { stores, mesh, edits } = cloth;
    for (const { impulses } of cloth.elements) void impulses; // takes over those in the memory of the kernels
    if (this.solver.store !== undefined) stores.remove(this.solver.store);
    const { states } = stores.capture();
    const made = edits.slice();
    const redoTo = (count: number): void => {
      while (edits.length < count) {
        const edit = made[edits.length]!;
        redo(mesh, edit);
        cloth.replay(edit);
      }
    };
    while (edits.length > 0) cloth.undo();
    this.solver.dispose?.();
    solver.kernels.attach(cloth);
    this.surroundings = { ...this.surroundings, kernels: solver.kernels };
    redoTo(this.#startEdits);
    this.solver = this.#start(solver);
    redoTo(made.length);
    stores.restore(states);
  }
}
