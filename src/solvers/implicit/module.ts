import { ContainerError } from "../../math/check-data.js";
import { Snapshot } from "../../math/snapshot.js";
import type { Store } from "../../stores/index.js";
import { IMPLICIT_DEFAULTS, MAX_SUBSTEPS, type SolverOptions } from "../options.js";
import type { ClothSolver, SolverCloth, SolverModule } from "../solver.js";
import { fastestChange } from "../explicit/spectrum.js";
import { roundUp, short, Substeps } from "../substeps.js";
import { checkImplicit, implicitFields } from "./check-state.js";
import { ImplicitSolver, type ImplicitState } from "./implicit.js";

/** The implicit solver of one cloth, which is made anew when edits are taken back. */
class ImplicitClothSolver implements ClothSolver {
  readonly store: Store = new ImplicitStore(this);
  built!: { readonly editCount: number };
  readonly surroundings: SolverCloth;
  readonly #options: SolverOptions;
  solver!: ImplicitSolver;

  constructor(cloth: SolverCloth, options: SolverOptions) {
    this.surroundings = cloth;
    this.#options = options;
    this.rebuild();
  }

  rebuild(): void {
    const { cloth } = this.surroundings;
    this.built = { editCount: cloth.edits.length };
    const { tolerance, iterations, linear } = { ...IMPLICIT_DEFAULTS, ...this.#options };
    this.solver = new ImplicitSolver(cloth, this.surroundings, { tolerance, iterations, linear });
  }

  get figures(): ImplicitSolver["figures"] {
    return this.solver.figures;
  }

  get isTrusted(): boolean {
    return this.solver.isTrusted;
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

/** What the implicit solver of a cloth goes on from: its multipliers, and the order of elimination, which rounding follows. */
class ImplicitStore implements Store {
  readonly name = "implicit";
  readonly isInternal = true;
  readonly check = implicitFields;
  readonly #owner: ImplicitClothSolver;
  // At the start of a substep: the multipliers, of how many elements, and the residual in this step so far.
  readonly #multipliers: Snapshot[] = [];
  readonly #knownCounts: number[] = [];
  #residual = 0;

  constructor(owner: ImplicitClothSolver) {
    this.#owner = owner;
  }

  get state(): ImplicitState {
    return this.#owner.solver.state;
  }

  set state(state: ImplicitState) {
    this.#owner.solver.state = state;
  }

  /** The pattern is shared by all states between two edits. */
  get size(): number {
    const { multipliers } = this.#owner.solver;
    return multipliers.reduce((size, { byteLength }) => size + byteLength, 0);
  }

  verify(state: ImplicitState, field: string): void {
    const fault = checkImplicit(state, this.#owner.surroundings.cloth, this.#owner.solver);
    if (fault !== null) throw new ContainerError(`${field}.${fault}`);
  }

  keep(): void {
    const { elements } = this.#owner.surroundings.cloth;
    const { multipliers, knownCounts, figures } = this.#owner.solver;
    for (let kind = 0; kind < elements.length; kind++) {
      const count = elements[kind]!.conditionCount * knownCounts[kind]!;
      (this.#multipliers[kind] ??= new Snapshot()).keep(multipliers[kind]!, count);
      this.#knownCounts[kind] = knownCounts[kind]!;
    }
    this.#residual = figures.residual;
  }

  rollback(): void {
    const { multipliers, knownCounts, figures } = this.#owner.solver;
    for (let kind = 0; kind < this.#multipliers.length; kind++) {
      knownCounts[kind] = this.#knownCounts[kind]!;
      this.#multipliers[kind]!.putBack(multipliers[kind]!);
    }
    figures.residual = this.#residual;
  }
}

/** Backward Euler damps a swing badly in longer substeps than this, s: a quarter of a step at 60 Hz. */
export const MAX_IMPLICIT_SUBSTEP = 1 / 240;
/** In a substep edges should not turn or change by more than this part of their length … */
const MAX_ROTATION = 0.1;
/** … as long as that asks for no more than so many times the substeps of cloth at rest. */
const MAX_TIMES = 4;

/** The substeps of the implicit solver; with "auto" by speed, because linear laws are right for small turns. */
class ImplicitSubsteps extends Substeps {
  override countFor(duration: number): number {
    const { solver, cloths } = this.context;
    if (solver.substeps !== "auto") return super.countFor(duration);
    const calm = roundUp(duration / MAX_IMPLICIT_SUBSTEP - 1e-9);
    let rate = 0;
    for (let i = 0; i < cloths.length; i++) rate = Math.max(rate, fastestChange(cloths[i]!.cloth));
    const needed = Math.min(roundUp((rate * duration) / MAX_ROTATION), MAX_TIMES * calm);
    const count = Math.max(calm, needed);
    if (count <= MAX_SUBSTEPS) return count;
    throw new RangeError(
      Number.isNaN(count)
        ? "implicit: the cloth moves at a speed that is no number"
        : `solver.step: implicit would need ${count} substeps in ${short(duration)} s, which nobody could wait for; ` +
            "take a shorter step, or say a number in solver.substeps",
    );
  }
}

/** The solver `implicit`: true forces, in a few long substeps that are solved as equations. */
export const implicit: SolverModule = {
  name: "implicit",
  fields: ["tolerance", "iterations", "linear"],
  defaultSubsteps: "auto",
  hasTrueStrain: true,
  canDivideSubsteps: true,
  advice: () => "forces that change too fast; try a shorter solver.step",
  solverOf: (cloth, options) => new ImplicitClothSolver(cloth, options),
  substepsOf: (context) => new ImplicitSubsteps(context),
};
