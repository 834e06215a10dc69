import {
  ContainerError,
  flag,
  line,
  oneOf,
  quoted,
  record,
  whole,
  type Check,
} from "../math/check-data.js";
import type { Cloth } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import {
  INTEGRATORS,
  LINEAR_SOLVERS,
  MAX_SUBSTEPS,
  SolverSelection,
  type AnySolverOptions,
  type SelectedSolver,
  type SolverChoice,
  type SolverChooser,
  type SolverInUse,
  type SolverModule,
} from "../solvers/index.js";
import type { Store } from "../stores/index.js";
import { chooseKernels } from "./choose-kernels.js";
import type { WorldOptions } from "./options/options.js";

/** `auto` chooses again after a cloth has got this fraction more particles. */
const MAX_GROWTH = 0.1;

/** State of a choice of `auto`. */
interface ChoiceState extends SolverChoice {
  /** True if a material or the mesh has changed since: the next step chooses again. */
  isDue: boolean;
}

const choiceFields = record({
  type: line(40),
  substeps: (value, field) => {
    if (value !== "auto") whole(1, MAX_SUBSTEPS)(value, field);
  },
  options: record({}, { integrator: oneOf(...INTEGRATORS), linear: oneOf(...LINEAR_SOLVERS) }),
  reason: line(1000),
  isDue: flag,
});

/** A cloth at the latest choice. */
interface Known {
  readonly material: object;
  readonly particles: number;
}

function knownOf(cloths: readonly Cloth[]): Known[] {
  return cloths.map(({ material, particles }) => ({ material, particles: particles.count }));
}

/** The solver and the kernels of a world. With `auto` they may change between two steps. */
export class Solving {
  /** The options in use. The same object for as long as the world exists. */
  readonly solver: SolverInUse;
  module!: SolverModule;
  kernels!: Kernels;
  readonly #selection: SolverSelection;
  readonly #kernelsGiven: WorldOptions["kernels"];
  /** The cloths at the latest choice; null after a restore, when they are not known yet. */
  #known: Known[] | null = null;
  /** True if a restored state says that a choice is due. */
  #isDue = false;

  /**
   * @param cloths Makes the cloths as they are at the start; called only if the solver depends on them.
   * @throws RangeError that names the field.
   */
  constructor(
    given: AnySolverOptions,
    solvers: readonly (SolverModule | SolverChooser)[],
    kernels: WorldOptions["kernels"],
    cloths: () => readonly Cloth[],
    drag: number,
  ) {
    this.#selection = new SolverSelection(given, solvers);
    this.#kernelsGiven = kernels;
    this.solver = {} as SolverInUse;
    this.#use(this.#selection.select(cloths, drag));
  }

  /** True if the solver depends on the cloths. */
  get isAutomatic(): boolean {
    return this.#selection.isAutomatic;
  }

  /** Chooses for new cloths: after a reset. */
  restart(cloths: () => readonly Cloth[], drag: number): void {
    this.#known = null;
    this.#isDue = false;
    if (this.isAutomatic) this.#use(this.#selection.select(cloths, drag));
  }

  #use({ module, options, choice }: SelectedSolver): void {
    const { solver } = this;
    this.module = module;
    this.kernels = chooseKernels(this.#kernelsGiven, module, this.isAutomatic);
    for (const field of Object.keys(solver)) delete solver[field as keyof SolverInUse];
    Object.assign(solver, options, { choice, kernels: this.kernels.name });
  }

  /** True if a material or the mesh has changed since the latest choice. */
  #hasChanged(cloths: readonly Cloth[]): boolean {
    if (this.#known === null) return this.#isDue;
    for (let i = 0; i < cloths.length; i++) {
      const { material, particles } = this.#known[i]!;
      const cloth = cloths[i]!;
      if (cloth.material !== material) return true;
      if (cloth.particles.count > (1 + MAX_GROWTH) * particles) return true;
    }
    return false;
  }

  /**
   * Lets `auto` choose again if a material or the mesh has changed.
   *
   * @returns True if the solver is another one now.
   */
  review(cloths: readonly Cloth[], drag: number): boolean {
    if (!this.isAutomatic) return false;
    const isDue = this.#hasChanged(cloths);
    if (isDue || this.#known === null) this.#known = knownOf(cloths);
    this.#isDue = false;
    return isDue && this.#replace(this.#selection.select(() => cloths, drag));
  }

  /** True if a choice, which may come from a file, is the solver in use. */
  isUsing(choice: unknown): boolean {
    const { type, substeps, options } = (choice ?? {}) as Partial<SolverChoice>;
    const { solver } = this;
    return (
      type === solver.type &&
      substeps === solver.choice!.substeps &&
      options?.linear === solver.linear
    );
  }

  #replace(next: SelectedSolver): boolean {
    const isSame = this.isUsing(next.choice);
    if (isSame) this.solver.choice = next.choice; // the estimates in its reason may differ
    else this.#use(next);
    return !isSame;
  }

  /**
   * Uses the solver of a state.
   *
   * @returns True if it is another one than before.
   * @throws ContainerError if it is not a choice of such a world.
   */
  adopt(state: unknown): boolean {
    this.#check(state, CHOICE);
    const { isDue: _, ...choice } = state as ChoiceState;
    return this.#replace(this.#selection.chosen(choice));
  }

  readonly #check: Check = (state, field) => {
    choiceFields(state, field);
    const choice = state as ChoiceState;
    if (this.#selection.offers(choice)) return;
    throw new ContainerError(
      `${field}.type: expected a solver of this world, got ${quoted(choice.type)}`,
    );
  };

  /** The store of the choice; `cloths` are those of the world. */
  storeFor(cloths: () => readonly Cloth[]): Store {
    const solving = this;
    return {
      name: CHOICE,
      isInternal: true,
      check: this.#check,
      get state(): ChoiceState {
        return { ...solving.solver.choice!, isDue: solving.#hasChanged(cloths()) };
      },
      set state({ isDue }: ChoiceState) {
        solving.#known = null;
        solving.#isDue = isDue;
      },
    };
  }
}

/** Name of the store of the choice, and its field in a state. */
export const CHOICE = "choice";
