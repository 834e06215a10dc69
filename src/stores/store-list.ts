import { anything, ContainerError, map, quoted, within } from "../math/check-data.js";
import { checkOptions, text, valuesOf } from "../math/check-options.js";
import type { TopologyEdit } from "../mesh/index.js";
import { bytesOf, applyChange, changeOf, type Change } from "./data.js";
import type { StateContext, Store } from "./store.js";

const STORE = valuesOf<Pick<Store, "name">>({ name: text });

/** States of all stores of a list, by store name. */
export type States = Record<string, unknown>;

/** Changes of the stores of a list that have changed, by store name. */
export type Changes = Record<string, Change>;

/** The stores of a cloth or of a world, in the order in which they replay edits and restore states. */
export class StoreList {
  readonly #stores: Store[] = [];
  /** The stores with `replay`. A separate list, so that a tear does not visit all others. */
  #replaying: (Store & Required<Pick<Store, "replay">>)[] = [];
  /** States that this list has captured itself. They need no check. */
  #captured = new WeakSet<States>();

  /** Names that have another meaning in a state. */
  readonly #reserved: readonly string[];

  constructor(reserved: readonly string[] = []) {
    this.#reserved = reserved;
  }

  /** @throws RangeError if the name is invalid or already used, or if the store has a state but no check. */
  add(store: Store): void {
    checkOptions("stores", store, STORE);
    if (this.#reserved.includes(store.name) || !/^[\w -]+$/.test(store.name)) {
      throw new RangeError(
        `stores: a store cannot be named ${JSON.stringify(store.name)}; use another name (a-z, 0-9, _, -, space)`,
      );
    }
    if (this.#stores.some(({ name }) => name === store.name)) {
      throw new RangeError(`stores: expected a unique name, got ${store.name} again`);
    }
    if ("state" in store && store.check === undefined) {
      throw new RangeError(`stores: ${store.name} has a state, so it needs a check`);
    }
    this.#stores.push(store);
    this.#followChange();
  }

  /** Removes a store. Returns false if it is not in the list. */
  remove(store: Store): boolean {
    const index = this.#stores.indexOf(store);
    if (index === -1) return false;
    this.#stores.splice(index, 1);
    this.#followChange();
    return true;
  }

  #followChange(): void {
    this.#captured = new WeakSet(); // states of other stores have to be checked
    this.#replaying = this.#stores.filter(
      (store): store is Store & Required<Pick<Store, "replay">> => store.replay !== undefined,
    );
  }

  /**
   * Replays an edit of the mesh in all stores.
   *
   * @param except Stores that have already replayed the edit.
   */
  replay(edit: TopologyEdit, except?: ReadonlySet<Store>): void {
    const stores = this.#replaying;
    for (let i = 0; i < stores.length; i++) {
      if (except === undefined || !except.has(stores[i]!)) stores[i]!.replay(edit);
    }
  }

  /** Undoes the latest edit in all stores. */
  undo(edit: TopologyEdit): void {
    for (let i = 0; i < this.#stores.length; i++) this.#stores[i]!.undo?.(edit);
  }

  /** Saves what a substep changes, for `rollback`. */
  takeSnapshot(): void {
    for (let i = 0; i < this.#stores.length; i++) this.#stores[i]!.takeSnapshot?.();
  }

  /** Restores the last snapshot. */
  rollback(): void {
    for (let i = 0; i < this.#stores.length; i++) this.#stores[i]!.rollback?.();
  }

  /**
   * Captures the states of all stores, and their approximate size in bytes.
   *
   * @param others Fields to add beside the states.
   */
  capture<Others extends object>(others?: Others): { states: States & Others; size: number } {
    const states = { ...others } as States & Others;
    let size = 0;
    for (const store of this.#stores) {
      if (!("state" in store)) continue;
      const { state } = store;
      (states as States)[store.name] = state;
      size += store.size ?? bytesOf(state);
    }
    this.#captured.add(states);
    return { states, size };
  }

  /**
   * Checks states that come from outside.
   *
   * @param field The path of the states; "" for those of a world.
   * @param others Fields beside the states, which this list does not check.
   * @throws ContainerError with one line that names the field.
   */
  check(states: unknown, field: string, context: StateContext, others: readonly string[]): void {
    map(anything)(states, field || "it");
    const given = states as States;
    const isOwn = this.#captured.has(given);
    const names = new Set(others);
    for (const store of this.#stores) {
      if (!("state" in store)) continue;
      names.add(store.name);
      const where = within(field, store.name);
      if (!Object.hasOwn(given, store.name)) {
        if (store.isOptional === true) continue;
        throw new ContainerError(`${where}: it is missing`);
      }
      if (!isOwn) store.check!(given[store.name], where, context);
    }
    const unknown = Object.keys(given).find((name) => !names.has(name));
    if (unknown === undefined) return;
    throw new ContainerError(`${field || "it"}: unknown field ${quoted(unknown)}`);
  }

  /** Runs the checks that need a mesh with the edits of the states. */
  verify(states: States, field: string): void {
    for (const store of this.#stores) {
      if ("state" in store) store.verify?.(states[store.name] as never, within(field, store.name));
    }
  }

  /** Writes states that were checked before. A store without one keeps its own: that of a new solver. */
  restore(states: States): void {
    for (const store of this.#stores) {
      if ("state" in store && Object.hasOwn(states, store.name)) store.state = states[store.name];
    }
    for (const store of this.#stores) store.jump?.();
  }

  /** Starts to track changes, for a recorder. */
  track(): ChangeTracker {
    return new ChangeTracker(this.#stores);
  }

  /**
   * Applies changes that were made to another list in the same state.
   *
   * @throws ContainerError with one line that names the field; then nothing has changed.
   */
  change(changes: Changes, field: string, context: StateContext): void {
    const states: States = {};
    for (const [name, change] of Object.entries(changes)) {
      const store = this.#stores.find((one) => one.name === name && isRecorded(one));
      const where = within(field, name);
      if (store === undefined) throw new ContainerError(`${where}: unknown store`);
      states[name] = applyChange(store.state, change, where);
      store.check!(states[name], where, context);
    }
    for (const store of this.#stores) {
      if (Object.hasOwn(states, store.name)) store.state = states[store.name];
    }
  }
}

/** True if a recorder compares the state of a store. */
function isRecorded(store: Store): boolean {
  return "state" in store && store.isInternal !== true;
}

/**
 * Finds changes that are made to stores from outside, between two steps. It compares the states after one step with
 * those before the next.
 */
export class ChangeTracker {
  readonly #stores: readonly Store[];
  readonly #baseline = new Map<string, unknown>();

  constructor(stores: readonly Store[]) {
    this.#stores = stores;
    this.setBaseline();
  }

  /** Sets the current states as the baseline: a replay has the same states at this time. */
  setBaseline(): void {
    this.#baseline.clear();
    for (const store of this.#stores) {
      if (isRecorded(store)) this.#baseline.set(store.name, store.state);
    }
  }

  /** Sets the baseline of one store to the state that a replay has there. */
  assume(name: string, state: unknown): void {
    this.#baseline.set(name, state);
  }

  /**
   * Changes since the baseline; null if there are none.
   *
   * @param edits The mesh edits since the baseline. A replay makes and undoes the same edits first. If an edit may have
   *   overwritten data, the whole state is stored, because the state of the replay is then unknown.
   */
  changes(edits: { made: boolean; undone: boolean }): Changes | null {
    const changes: Changes = {};
    for (const store of this.#stores) {
      const { name } = store;
      if (!isRecorded(store)) continue;
      const baseline = this.#baseline.get(name);
      const follows = store.replay !== undefined || store.undo !== undefined;
      const isRewritten = edits.undone || (edits.made && store.keepsRows !== true);
      if (!(follows && isRewritten) && store.isAt?.(baseline as never) === true) continue;
      const { state } = store;
      const change = follows && isRewritten ? { whole: state } : changeOf(baseline, state);
      if (change !== null) changes[name] = change;
    }
    return Object.keys(changes).length === 0 ? null : changes;
  }
}
