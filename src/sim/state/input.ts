import { anything, list, map, record, whole, type Check } from "../../math/check-data.js";
import type { TopologyEdit } from "../../mesh/index.js";
import type { Changes, StoreList } from "../../stores/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import { countsOf, edits as editList, redoSame } from "./edits.js";
import { contextOf } from "./world-state.js";

/**
 * What was done to a world from outside between two steps: by grabs, pins, knives, cuts or assignments. It records what
 * changed, not who changed it, so it is complete by construction.
 */
export interface Input {
  /** Changes of the stores of the world. */
  world?: Changes;
  /** Inputs of single cloths. */
  cloths?: ClothInput[];
}

/** What was done to one cloth between two steps. */
export interface ClothInput {
  /** Index of the cloth. */
  cloth: number;
  /** Number of undone edits. */
  undone?: number;
  /** Edits that were made after that. */
  edits?: TopologyEdit[];
  /** Number of edits at which the solver was rebuilt after an undo. Rounding depends on it. */
  rebuiltAt?: number;
  /** Changes of its stores, in addition to those that follow from these edits. */
  stores?: Changes;
}

const anyChanges = map(anything);

const clothInput: Check = record(
  { cloth: whole() },
  { undone: whole(), edits: editList, rebuiltAt: whole(), stores: anyChanges },
);

/** Check of an input without a world: its fields and their types. */
export const inputFields: Check = record({}, { world: anyChanges, cloths: list(clothInput) });

/**
 * Applies an input to a world in the same state as the recorded one.
 *
 * @throws ContainerError that names the field, if the input does not fit this world.
 */
export function applyInput(
  world: { readonly cloths: readonly WorldCloth[]; readonly stores: StoreList },
  input: Input,
): void {
  inputFields(input, "");
  const counts = (): ReturnType<typeof countsOf>[] =>
    world.cloths.map(({ mesh }) => countsOf(mesh));
  for (const [i, change] of (input.cloths ?? []).entries()) {
    const field = `cloths.${i}`;
    whole(0, world.cloths.length - 1)(change.cloth, `${field}.cloth`);
    const cloth = world.cloths[change.cloth]!;
    followEdits(cloth, change, field);
    const context = contextOf(counts(), change.cloth);
    cloth.stores.change(change.stores ?? {}, `${field}.stores`, context);
  }
  world.stores.change(input.world ?? {}, "world", contextOf(counts(), -1));
}

function followEdits(
  cloth: WorldCloth,
  { undone = 0, edits = [], rebuiltAt }: ClothInput,
  field: string,
): void {
  whole(0, cloth.edits.length)(undone, `${field}.undone`);
  for (let i = 0; i < undone; i++) cloth.undo();
  if (rebuiltAt === cloth.edits.length) cloth.solver.rebuild?.();
  for (const [i, edit] of edits.entries()) {
    redoSame(cloth.mesh, edit, `${field}.edits.${i}`);
    cloth.replay(edit);
    if (rebuiltAt === cloth.edits.length) cloth.solver.rebuild?.();
  }
}
