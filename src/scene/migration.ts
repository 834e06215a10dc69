import type { Limits } from "../math/limits.js";
import { printable } from "../math/printable.js";
import { forEachKey } from "./json-keys.js";
import { readSceneText } from "./json-text.js";
import {
  CLOTH_STORES,
  MAX_DEPTH,
  NOTES,
  REMOVED,
  isAttractor,
  SCENE_RENAMES,
  WORLD_STORES,
  type Renames,
} from "./renamed-fields.js";

/** A renamed field: its path in the file, and its new name; "" if it was removed. */
export interface RenamedField {
  readonly path: string;
  readonly name: string;
}

/**
 * Converts a scene of version 0.1 to the current field names. A current scene is returned as it is. `checkScene` does
 * this itself.
 *
 * @param input The parsed JSON. It is not changed.
 * @param note Called for each renamed field.
 */
export function migrateScene(
  input: unknown,
  note: (field: RenamedField) => void = () => {},
): unknown {
  return renamed(input, { renames: SCENE_RENAMES, pattern: "", path: "", note });
}

/**
 * Converts the text of a scene file to the current field names. Layout and numbers stay as they are.
 *
 * @param text JSON, as `readSceneText` takes it.
 * @throws SceneError if it is not JSON, or too large.
 */
export function migrateSceneText(
  text: string,
  limits?: Partial<Limits>,
): { text: string; renamed: RenamedField[] } {
  const input = readSceneText(text, limits);
  const fields: RenamedField[] = [];
  const paths = new Set<string>();
  const current = migrateScene(input, (field) => {
    fields.push(field);
    paths.add(field.path);
  });
  const replacements: { from: number; to: number; text: string }[] = [];
  forEachKey(text, MAX_DEPTH, ({ path, from, to, end, hasNext, previousEnd }) => {
    const name = paths.has(path) ? SCENE_RENAMES[patternOf(path)] : undefined;
    if (name === undefined) return;
    if (name !== REMOVED) replacements.push({ from, to, text: JSON.stringify(name) });
    // With the comma after it or, for the last field, the comma before it.
    else if (hasNext) replacements.push({ from, to: end, text: "" });
    else replacements.push({ from: previousEnd, to: end, text: "" });
  });
  let migrated = text;
  for (const { from, to, text: replacement } of replacements.toReversed()) {
    migrated = migrated.slice(0, from) + replacement + migrated.slice(to);
  }
  // A name may occur twice in an object, where the last one counts: then layout cannot be kept.
  const isRight = isSameJson(migrated, current);
  return { text: isRight ? migrated : `${JSON.stringify(current, null, 2)}\n`, renamed: fields };
}

function isSameJson(text: string, data: unknown): boolean {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return JSON.stringify(parsed) === JSON.stringify(data);
  } catch (error) {
    return error instanceof RangeError; // nested too deeply to be written, and no scene
  }
}

/** One line that lists the renamed fields. */
export function renamedFieldsNote(fields: readonly RenamedField[]): string {
  const shown = fields
    .slice(0, 3)
    .map(({ path, name }) => `${path} ${name === REMOVED ? "was removed" : `is now ${name}`}`);
  const more = fields.length > 3 ? `, and ${fields.length - 3} more` : "";
  return printable(`the scene has field names of version 0.1: ${shown.join(", ")}${more}`);
}

/** Converts a recording of format version 2 to the names of version 3. `migrateScene` converts its scene. */
export function migrateRecording(recording: unknown): unknown {
  if (!isPlain(recording)) return recording;
  const { course, notes, ...rest } = recording;
  const log =
    isPlain(course) && Array.isArray(course["inputs"])
      ? { ...course, inputs: course["inputs"].map(migrateEntry) }
      : course;
  return {
    ...rest,
    log,
    ...(notes !== undefined && {
      notes: renamed(notes, { renames: NOTES, pattern: "", path: "", note: () => {} }),
    }),
  };
}

function migrateEntry(entry: unknown): unknown {
  if (!isPlain(entry) || !isPlain(entry["input"])) return entry;
  const { world, cloths, ...rest } = entry["input"];
  const input = {
    ...rest,
    ...(world !== undefined && { world: renamedChanges(world, WORLD_STORES) }),
    ...(cloths !== undefined && {
      cloths: Array.isArray(cloths)
        ? cloths.map((cloth: unknown) =>
            isPlain(cloth) && cloth["stores"] !== undefined
              ? { ...cloth, stores: renamedChanges(cloth["stores"], CLOTH_STORES) }
              : cloth,
          )
        : cloths,
    }),
  };
  return { ...entry, input };
}

function renamedChanges(stores: unknown, renames: Renames): unknown {
  if (!isPlain(stores)) return stores;
  return Object.fromEntries(
    Object.entries(stores).map(([name, change]) => [
      newName(renames, name, name),
      renamedChange(change, renames, name),
    ]),
  );
}

/** The new name of a field; a file may contain any name, as `constructor`. */
function newName(renames: Renames, pattern: string, name: string): string {
  return Object.hasOwn(renames, pattern) ? renames[pattern]! : name;
}

/** A `Change` of a store with its fields renamed, at any depth. */
function renamedChange(change: unknown, renames: Renames, pattern: string): unknown {
  if (!isPlain(change)) return change;
  const { whole, fields, items } = change;
  if (whole !== undefined) {
    return { whole: renamed(whole, { renames, pattern, path: "", note: () => {} }) };
  }
  if (isPlain(fields)) {
    const entries = Object.entries(fields).map(([name, inner]) => {
      const here = `${pattern}.${name}`;
      return [newName(renames, here, name), renamedChange(inner, renames, here)];
    });
    return { fields: Object.fromEntries(entries) as unknown };
  }
  if (isPlain(items)) {
    const entries = Object.entries(items).map(([i, inner]) => [
      i,
      renamedChange(inner, renames, `${pattern}.*`),
    ]);
    return { ...change, items: Object.fromEntries(entries) as unknown };
  }
  return change;
}

interface Place {
  readonly renames: Renames;
  /** The path with `*` for list items. */
  readonly pattern: string;
  /** The path with the indices of list items. */
  readonly path: string;
  readonly depth?: number;
  readonly note: (field: RenamedField) => void;
}

/**
 * The same data with new names. If the new name exists too, the field keeps its old name, and the check of the scene
 * reports it.
 */
function renamed(data: unknown, place: Place): unknown {
  const depth = (place.depth ?? 0) + 1;
  if (depth > MAX_DEPTH) return data;
  if (Array.isArray(data)) {
    let hasChanged = false;
    const items = data.map((item: unknown, i) => {
      const inner = renamed(item, {
        ...place,
        pattern: join(place.pattern, "*"),
        path: join(place.path, String(i)),
        depth,
      });
      hasChanged ||= inner !== item;
      return inner;
    });
    return hasChanged ? items : data;
  }
  if (!isPlain(data)) return data;
  let hasChanged = false;
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(data)) {
    const pattern = join(place.pattern, name);
    const here = { ...place, pattern, path: join(place.path, name), depth };
    const to = newName(place.renames, here.pattern, name);
    const isRenamed = to !== name && canRename(data, pattern, to);
    const inner = renamed(value, here);
    hasChanged ||= isRenamed || inner !== value;
    if (isRenamed) place.note({ path: here.path, name: to });
    if (!(isRenamed && to === REMOVED)) entries.push([isRenamed ? to : name, inner]);
  }
  return hasChanged ? Object.fromEntries(entries) : data;
}

/** False for a name that is taken, for the type of anything but a ball, and for fields other than attractors. */
function canRename(data: Record<string, unknown>, pattern: string, to: string): boolean {
  if (!isAttractor(pattern, data)) return false;
  return to === REMOVED ? data["type"] === "ball" : !Object.hasOwn(data, to);
}

function join(path: string, part: string): string {
  return path === "" ? part : `${path}.${part}`;
}

function patternOf(path: string): string {
  return path.replaceAll(/(^|\.)\d+(?=\.|$)/g, "$1*");
}

function isPlain(data: unknown): data is Record<string, unknown> {
  return (
    typeof data === "object" && data !== null && Object.getPrototypeOf(data) === Object.prototype
  );
}
