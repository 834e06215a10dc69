import { ContainerError, list, numbers, record, type Check } from "../../../math/check-data.js";
import type { TopologyEdit } from "../../../mesh/index.js";
import type { Store } from "../../../stores/index.js";
import type { SolveStats } from "../../solver.js";
import { checkHistory, type HistoryState, type SubstepHistory } from "../history.js";
import type { Equations } from "./equations.js";
import type { RigidMotion } from "./rigid-motion.js";

/** State of a `MultigridSolver`, besides that of the cloth. */
export interface MultigridState {
  /** Multipliers of the latest substep, kind by kind, N. */
  multipliers: Float32Array[];
  /** The start of the latest substep; only with BDF2. */
  history?: HistoryState;
}

/** The data of a `MultigridSolver` that states and rollbacks need. */
interface Owner {
  readonly equations: Equations;
  readonly rigidMotion: RigidMotion;
  readonly history: SubstepHistory | null;
  readonly solveStats: SolveStats;
  hasCoarse: boolean;
}

/** State of the multigrid solver of a cloth: its multipliers, and the history of BDF2. */
export class MultigridStore implements Store {
  readonly name = "implicit";
  readonly isInternal = true;
  readonly #owner: Owner;
  #residual = 0;
  #hasCoarse = false;

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  replay(edit: TopologyEdit): void {
    this.#owner.equations.replay(edit);
    this.#owner.rigidMotion.invalidate();
    this.#owner.history?.replay(edit);
    this.#owner.hasCoarse = false;
  }

  undo(): void {
    this.#owner.equations.undo();
    this.#owner.rigidMotion.invalidate();
    this.#owner.hasCoarse = false;
  }

  get state(): MultigridState {
    const { equations, history } = this.#owner;
    const state: MultigridState = {
      multipliers: equations.kinds.map(({ multipliers }) => multipliers),
    };
    if (history !== null) state.history = history.state;
    return state;
  }

  set state({ multipliers, history }: MultigridState) {
    const { equations } = this.#owner;
    equations.follow();
    for (const [i, kind] of equations.kinds.entries()) kind.multipliers = multipliers[i]!;
    if (this.#owner.history !== null) this.#owner.history.state = history!;
  }

  get size(): number {
    const { equations, history } = this.#owner;
    const size = history === null ? 0 : history.size;
    return equations.kinds.reduce((sum, kind) => sum + kind.size, size);
  }

  check: NonNullable<Store["check"]> = (state, field, context) => {
    const fields: Record<string, Check> = { multipliers: list(numbers(Float32Array, Infinity)) };
    if (this.#owner.history !== null) {
      fields["history"] = (value, where) => checkHistory(value, where, context);
    }
    record(fields)(state, field);
  };

  verify({ multipliers }: MultigridState, field: string): void {
    const { kinds } = this.#owner.equations;
    if (multipliers.length !== kinds.length) {
      throw new ContainerError(
        `${field}.multipliers: expected ${kinds.length} lists, got ${multipliers.length}`,
      );
    }
    for (const [i, { elements }] of kinds.entries()) {
      const { count, conditionCount } = elements;
      const { length } = multipliers[i]!;
      if (length <= conditionCount * count && length % conditionCount === 0) continue;
      throw new ContainerError(
        `${field}.multipliers.${i}: expected at most ${count} times ${conditionCount} numbers, got ${length}`,
      );
    }
  }

  takeSnapshot(): void {
    const { equations, history, solveStats } = this.#owner;
    for (let i = 0; i < equations.kinds.length; i++) equations.kinds[i]!.takeSnapshot();
    history?.takeSnapshot();
    this.#residual = solveStats.residual;
    this.#hasCoarse = this.#owner.hasCoarse;
  }

  rollback(): void {
    const { equations, history, solveStats } = this.#owner;
    for (let i = 0; i < equations.kinds.length; i++) equations.kinds[i]!.rollback();
    history?.rollback();
    solveStats.residual = this.#residual;
    this.#owner.hasCoarse = this.#hasCoarse;
  }
}
