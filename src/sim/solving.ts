import {
  ContainerError,
  digest,
  line,
  list,
  oneOf,
  quoted,
  record,
  refuse,
  whole,
  type Check,
} from "../math/check-data.js";
import { Hash } from "../math/hash.js";
import type { Cloth } from "../cloth/index.js";
import { hasWasm, type Kernels } from "../kernels/index.js";
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
  type SolverTask,
} from "../solvers/index.js";
import type { Store } from "../stores/index.js";
import { chooseKernels } from "./choose-kernels.js";
import type { WorldOptions } from "./options/options.js";

/** `auto` chooses again after a cloth has got this fraction more particles. */
const MAX_GROWTH = 0.1;

/** A cloth at the latest choice: a digest of its material, and the number of its particles. */
interface Known {
  material: string;
  particles: number;
}

/** State of a choice of `auto`: the choice, and the cloths at the time. */
interface ChoiceState extends SolverChoice {
  cloths: Known[];
}

const choiceFields = record({
  type: line(40),
  substeps: (value, field) => {
    if (value !== "auto") whole(1, MAX_SUBSTEPS)(value, field);
  },
  options: record({}, { integrator: oneOf(...INTEGRATORS), linear: oneOf(...LINEAR_SOLVERS) }),
  reason: line(1000),
  cloths: list(record({ material: digest, particles: whole() })),
});

/** A digest of the values of a material. The order of its fields does not matter. */
function digestOf(material: object): string {
  const text = JSON.stringify(Object.entries(material).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return new Hash().add(Int32Array.from(text, (character) => character.codePointAt(0)!)).digest();
}

/** What decides about the solver: a task without its fixed options and the engine. */
export type SolvingTask = Pick<SolverTask, "cloths" | "drag" | "needsTrueForces">;

const NO_TASK: SolvingTask = { cloths: [], drag: 0, needsTrueForces: false };

/** The solver and the kernels of a world. With `auto` they may change between two steps. */
export class Solving {
  /** The options in use. The same object for as long as the world exists. */
  readonly solver: SolverInUse;
  module!: SolverModule;
  kernels!: Kernels;
  readonly #selection: SolverSelection;
  readonly #kernelsGiven: WorldOptions["kernels"];
  /** The cloths at the latest choice. */
  #known: Known[] = [];
  /** The materials that are known to have these digests. */
  readonly #materials: object[] = [];

  /**
   * @param task The task at the start; called only if the solver depends on it.
   * @throws RangeError that names the field.
   */
  constructor(
    given: AnySolverOptions,
    solvers: readonly (SolverModule | SolverChooser)[],
    kernels: WorldOptions["kernels"],
    task: () => SolvingTask,
  ) {
    this.#selection = new SolverSelection(given, solvers);
    this.#kernelsGiven = kernels;
    this.solver = {} as SolverInUse;
    this.#start(task);
  }

  /** True if the solver depends on the cloths. */
  get isAutomatic(): boolean {
    return this.#selection.isAutomatic;
  }

  /** Chooses for new cloths: after a reset. */
  restart(task: () => SolvingTask): void {
    if (this.isAutomatic) this.#start(task);
  }

  #start(task: () => SolvingTask): void {
    const own = this.isAutomatic ? task() : NO_TASK;
    this.#use(this.#select(own));
    this.#remember(own.cloths);
  }

  #select(task: SolvingTask): SelectedSolver {
    return this.#selection.select({ ...task, hasWasm: this.#usesWasm });
  }

  /** False on the reference kernels: then `auto` makes the choice of an engine without WebAssembly. */
  get #usesWasm(): boolean {
    const given = this.#kernelsGiven;
    const name = typeof given === "object" ? given.name : given;
    return name !== "reference" && hasWasm();
  }

  /**
   * The kernels as an option, with which a world has the same bits on every engine that does not refuse it; undefined for
   * kernels of the user's own.
   */
  get recordedKernels(): "wasm" | "reference" | undefined {
    const { name } = this.kernels;
    if (name !== "wasm" && name !== "reference") return undefined;
    if (!this.isAutomatic) return name;
    // The kernels of `auto` change with its choice, which depends on the engine.
    return this.#usesWasm ? "wasm" : "reference";
  }

  #remember(cloths: readonly Cloth[]): void {
    this.#known = cloths.map(({ material, particles }, i) => {
      this.#materials[i] = material;
      return { material: digestOf(material), particles: particles.count };
    });
  }

  #use({ module, options, choice }: SelectedSolver): void {
    const { solver } = this;
    this.module = module;
    this.kernels = chooseKernels(this.#kernelsGiven, module, this.isAutomatic);
    for (const field of Object.keys(solver)) delete solver[field as keyof SolverInUse];
    Object.assign(solver, options, { choice, kernels: this.kernels.name });
  }

  /** True if a material or the mesh has changed since the latest choice, or if tears need true forces now. */
  #isDue(task: SolvingTask): boolean {
    if (!this.module.hasTrueStrain && task.needsTrueForces) return true;
    const { cloths } = task;
    for (let i = 0; i < cloths.length; i++) {
      const known = this.#known[i]!;
      const { material, particles } = cloths[i]!;
      if (particles.count > (1 + MAX_GROWTH) * known.particles) return true;
      if (material === this.#materials[i]) continue;
      if (digestOf(material) !== known.material) return true;
      this.#materials[i] = material;
    }
    return false;
  }

  /**
   * Lets `auto` choose again if a material, the mesh or the criterion of tears has changed.
   *
   * @returns True if the solver is another one now.
   */
  review(task: SolvingTask): boolean {
    if (!this.isAutomatic || !this.#isDue(task)) return false;
    this.#remember(task.cloths);
    return this.#replace(this.#select(task));
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
    return this.#replace(this.#selection.chosen(choiceIn(state as ChoiceState)));
  }

  readonly #check: Check = (state, field) => {
    choiceFields(state, field);
    const choice = state as ChoiceState;
    const { length } = this.#known;
    if (choice.cloths.length !== length) {
      refuse(`${field}.cloths`, `a list of ${length}`, choice.cloths);
    }
    if (!this.#selection.offers(choice)) {
      throw new ContainerError(
        `${field}.type: expected a solver of this world, got ${quoted(choice.type)}`,
      );
    }
    try {
      this.#selection.chosen(choice);
    } catch (error) {
      throw new ContainerError(`${field}: ${(error as Error).message}`);
    }
  };

  /** The store of the choice. */
  get store(): Store {
    const check = this.#check;
    const state = (): ChoiceState => ({ ...this.solver.choice!, cloths: this.#known });
    const setState = (choice: ChoiceState): void => {
      this.solver.choice = choiceIn(choice);
      this.#known = choice.cloths;
      this.#materials.length = 0;
    };
    return {
      name: CHOICE,
      isInternal: true,
      check,
      get state() {
        return state();
      },
      set state(choice: ChoiceState) {
        setState(choice);
      },
    };
  }
}

function choiceIn({ type, substeps, options, reason }: ChoiceState): SolverChoice {
  return { type, substeps, options, reason };
}

/** Name of the store of the choice, and its field in a state. */
export const CHOICE = "choice";
