import { anything, list, map, record, whole, type Check } from "../../math/check-data.js";
import type { TopologyEdit } from "../../mesh/index.js";
import type { Changes, StoreList } from "../../stores/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import { countsOf, edits as editList, redoSame } from "./edits.js";
import { contextOf } from "./world-state.js";

/**
 * What was done to a world from outside between two steps, by hands, pins, knives, cuts or otherwise. Told by what it has
 * changed and not by who did it, so that nothing can be done that it does not tell.
 */
export interface Input {
  /** How the stores of the world differ from what they were. */
  world?: Changes;
  cloths?: ClothInput[];
}

/** The same for one cloth. */
export interface ClothInput {
  /** Number of the cloth. */
  cloth: number;
  /** How many edits were taken back, and which were made then. */
  undone?: number;
  edits?: TopologyEdit[];
  /** The number of edits at which the solver was made anew, because some were taken back: rounding follows it. */
  rebuiltAt?: number;
  /** How its stores differ from what they were, with these edits followed. */
  stores?: Changes;
}

const anyChanges = map(anything);

const clothInput: Check = record(
  { cloth: whole() },
  { undone: whole(), edits: editList, rebuiltAt: whole(), stores: anyChanges },
);

/** What can be told of an input without the world: its fields and their kinds. */
export const inputFields: Check = record({}, { world: anyChanges, cloths: list(clothInput) });

/**
 * Does to a world what was done to another one in the same state.
 *
 * @throws ContainerError that names the field, where it makes no sense in this world.
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
