import { anything, ContainerError, map, quoted, within } from "../math/check-data.js";
import { checkOptions, text, valuesOf } from "../math/check-options.js";
import type { TopologyEdit } from "../mesh/index.js";
import { bytesOf, applyChange, changeOf, type Change } from "./data.js";
import type { StateContext, Store } from "./store.js";

const STORE = valuesOf<Pick<Store, "name">>({ name: text });

/** The states of all stores of a list, by their names. */
export type States = Record<string, unknown>;

/** The changes of those stores of a list that have changed, by their names. */
export type Changes = Record<string, Change>;

/** The stores of a cloth or of a world, in the order in which they follow edits and take states. */
export class StoreList {
  readonly #stores: Store[] = [];
  /** Those that follow edits, for whom a tear should not ask all the others. */
  #replaying: (Store & Required<Pick<Store, "replay">>)[] = [];
  /** States that this list has captured itself: those need no check. */
  readonly #captured = new WeakSet<States>();

  /** Names that mean something else in a state. */
  readonly #reserved: readonly string[];

  constructor(reserved: readonly string[] = []) {
    this.#reserved = reserved;
  }

  /** @throws RangeError where it has no good name, there is one of its name already, or a state without a check. */
  add(store: Store): void {
    checkOptions("stores", store, STORE);
    if (this.#reserved.includes(store.name) || !/^[\w -]+$/.test(store.name)) {
      throw new RangeError(`stores: a store cannot be named ${JSON.stringify(store.name)}`);
    }
    if (this.#stores.some(({ name }) => name === store.name)) {
      throw new RangeError(`stores: there is a store named ${store.name} already`);
    }
    if ("state" in store && store.check === undefined) {
      throw new RangeError(`stores: ${store.name} has a state, and needs a check for it`);
    }
    this.#stores.push(store);
    this.#list();
  }

  /** False where it is not in the list. */
  remove(store: Store): boolean {
    const place = this.#stores.indexOf(store);
    if (place === -1) return false;
    this.#stores.splice(place, 1);
    this.#list();
    return true;
  }

  #list(): void {
    this.#replaying = this.#stores.filter(
      (store): store is Store & Required<Pick<Store, "replay">> => store.replay !== undefined,
    );
  }

  /** @param except Stores that have followed the edit before. */
  replay(edit: TopologyEdit, except?: ReadonlySet<Store>): void {
    const stores = this.#replaying;
    for (let i = 0; i < stores.length; i++) {
      if (except === undefined || !except.has(stores[i]!)) stores[i]!.replay(edit);
    }
  }

  undo(edit: TopologyEdit): void {
    for (let i = 0; i < this.#stores.length; i++) this.#stores[i]!.undo?.(edit);
  }

  /** What a substep changes, to come back to. */
  keep(): void {
    for (let i = 0; i < this.#stores.length; i++) this.#stores[i]!.keep?.();
  }

  rollback(): void {
    for (let i = 0; i < this.#stores.length; i++) this.#stores[i]!.rollback?.();
  }

  /**
   * The states of all stores, in an object of their own, and the bytes that they take, about.
   *
   * @param others Fields that stand beside them.
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
   * @param field The path of the states; "" for those of a world.
   * @param others Fields that stand beside the states and are none of the list's business.
   * @throws ContainerError with one line that names the field.
   */
  check(states: unknown, field: string, context: StateContext, others: readonly string[]): void {
    map(anything)(states, field || "it");
    const given = states as States;
    const isKnown = this.#captured.has(given);
    const names = new Set(others);
    for (const store of this.#stores) {
      if (!("state" in store)) continue;
      names.add(store.name);
      const where = within(field, store.name);
      if (!Object.hasOwn(given, store.name)) throw new ContainerError(`${where}: it is missing`);
      if (!isKnown) store.check!(given[store.name], where, context);
    }
    const unknown = Object.keys(given).find((name) => !names.has(name));
    if (unknown === undefined) return;
    throw new ContainerError(`${field || "it"}: there is no field ${quoted(unknown)}`);
  }

  /** Looks at what can be told once the mesh has the edits of the states. */
  verify(states: States, field: string): void {
    for (const store of this.#stores) {
      if ("state" in store) store.verify?.(states[store.name] as never, within(field, store.name));
    }
  }

  restore(states: States): void {
    for (const store of this.#stores) if ("state" in store) store.state = states[store.name];
    for (const store of this.#stores) store.jump?.();
  }

  /** Watches the list for a recorder, from now on. */
  track(): ChangeTracker {
    return new ChangeTracker(this.#stores);
  }

  /**
   * Does to some stores what was done to those of another list in the same state.
   *
   * @throws ContainerError with one line that names the field; then nothing has changed.
   */
  change(changes: Changes, field: string, context: StateContext): void {
    const states: States = {};
    for (const [name, change] of Object.entries(changes)) {
      const store = this.#stores.find((one) => one.name === name && isRecorded(one));
      const where = within(field, name);
      if (store === undefined) throw new ContainerError(`${where}: there is no such store`);
      states[name] = applyChange(store.state, change, where);
      store.check!(states[name], where, context);
    }
    for (const store of this.#stores) {
      if (Object.hasOwn(states, store.name)) store.state = states[store.name];
    }
  }
}

/** Whether a recorder looks at a store. */
function isRecorded(store: Store): boolean {
  return "state" in store && store.isInternal !== true;
}

/** Finds what was done to stores from outside, between two steps: by their states after the one and before the other. */
export class ChangeTracker {
  readonly #stores: readonly Store[];
  readonly #known = new Map<string, unknown>();

  constructor(stores: readonly Store[]) {
    this.#stores = stores;
    this.look();
  }

  /** Takes the stores as they are for what a replay knows. */
  look(): void {
    this.#known.clear();
    for (const store of this.#stores) {
      if (isRecorded(store)) this.#known.set(store.name, store.state);
    }
  }

  /** Takes a store for what a replay has in its place. */
  assume(name: string, state: unknown): void {
    this.#known.set(name, state);
  }

  /**
   * What has changed since; null: nothing.
   *
   * @param edits What has become of the mesh since: a replay makes and takes back the same edits first. Where an edit may
   *   have written over what was there, the whole state is told, since nobody knows what a replay will have there.
   */
  changes(edits: { made: boolean; undone: boolean }): Changes | null {
    const changes: Changes = {};
    for (const store of this.#stores) {
      const { name } = store;
      if (!isRecorded(store)) continue;
      const known = this.#known.get(name);
      const follows = store.replay !== undefined || store.undo !== undefined;
      const isRewritten = edits.undone || (edits.made && store.keepsRows !== true);
      if (!(follows && isRewritten) && store.isAt?.(known as never) === true) continue;
      const { state } = store;
      const change = follows && isRewritten ? { whole: state } : changeOf(known, state);
      if (change !== null) changes[name] = change;
    }
    return Object.keys(changes).length === 0 ? null : changes;
  }
}
