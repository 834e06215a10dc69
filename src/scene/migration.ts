import type { Limits } from "../math/limits.js";
import { printable } from "../math/printable.js";
import { forEachKey } from "./json-keys.js";
import { readSceneText } from "./json-text.js";
import {
  CLOTH_STORES,
  NOTES,
  REMOVED,
  RENAMED_FIELDS,
  WORLD_STORES,
  type Renames,
} from "./renamed-fields.js";

/** A field that was renamed: its path in the file, and its new name; "" where the field was removed. */
export interface RenamedField {
  readonly path: string;
  readonly name: string;
}

/**
 * A scene of version 0.1 with the names of today; a scene of today comes back as it is. `checkScene` does this by itself.
 *
 * @param input The parsed JSON. It is not changed.
 * @param note Called for each field that was renamed.
 */
export function migrateScene(
  input: unknown,
  note: (field: RenamedField) => void = () => {},
): unknown {
  return renamed(input, { renames: RENAMED_FIELDS, pattern: "", path: "", note });
}

/**
 * The text of a scene file with the names of today. Only names change: layout and numbers stay as they are.
 *
 * @param text JSON, as `readSceneText` takes it.
 * @throws SceneError where it is not JSON, or too large.
 */
export function migrateSceneText(
  text: string,
  limits?: Partial<Limits>,
): { text: string; renamed: RenamedField[] } {
  const input = readSceneText(text, limits);
  const fields: RenamedField[] = [];
  const paths = new Set<string>();
  migrateScene(input, (field) => {
    fields.push(field);
    paths.add(field.path);
  });
  const replacements: { from: number; to: number; by: string }[] = [];
  forEachKey(text, ({ path, from, to, end, hasNext, previousEnd }) => {
    const name = paths.has(path) ? RENAMED_FIELDS[patternOf(path)] : undefined;
    if (name === undefined) return;
    if (name !== REMOVED) replacements.push({ from, to, by: JSON.stringify(name) });
    // With the comma behind it or, for the last field, the one before it.
    else if (hasNext) replacements.push({ from, to: end, by: "" });
    else replacements.push({ from: previousEnd, to: end, by: "" });
  });
  let migrated = text;
  for (const { from, to, by } of replacements.toReversed()) {
    migrated = migrated.slice(0, from) + by + migrated.slice(to);
  }
  return { text: migrated, renamed: fields };
}

/** One line about the fields that were renamed. */
export function renamedFieldsNote(fields: readonly RenamedField[]): string {
  const shown = fields
    .slice(0, 3)
    .map(({ path, name }) => `${path} ${name === REMOVED ? "was removed" : `is now ${name}`}`);
  const more = fields.length > 3 ? `, and ${fields.length - 3} more` : "";
  return printable(`it has field names of version 0.1: ${shown.join(", ")}${more}`);
}

/** A recording with version 2 of the format, with the names of version 3. Its scene is left to `migrateScene`. */
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
      renames[name] ?? name,
      renamedChange(change, renames, name),
    ]),
  );
}

/** A `Change` of a store: what it says of fields is renamed, wherever it says it. */
function renamedChange(change: unknown, renames: Renames, pattern: string): unknown {
  if (!isPlain(change)) return change;
  const { whole, fields, items } = change;
  if (whole !== undefined) {
    return { whole: renamed(whole, { renames, pattern, path: "", note: () => {} }) };
  }
  if (isPlain(fields)) {
    const entries = Object.entries(fields).map(([name, inner]) => {
      const here = `${pattern}.${name}`;
      return [renames[here] ?? name, renamedChange(inner, renames, here)];
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

/** No field that was renamed lies deeper; a file may be nested without end. */
const MAX_DEPTH = 8;

interface Place {
  readonly renames: Renames;
  /** The path with `*` for items of lists; `path` with their numbers. */
  readonly pattern: string;
  readonly path: string;
  readonly depth?: number;
  readonly note: (field: RenamedField) => void;
}

/** The same data with other names. A field whose new name is taken keeps its old one, which the check then refuses. */
function renamed(data: unknown, place: Place): unknown {
  const depth = (place.depth ?? 0) + 1;
  if (depth > MAX_DEPTH) return data;
  if (Array.isArray(data)) {
    let isOther = false;
    const items = data.map((item: unknown, i) => {
      const inner = renamed(item, {
        ...place,
        pattern: join(place.pattern, "*"),
        path: join(place.path, String(i)),
        depth,
      });
      isOther ||= inner !== item;
      return inner;
    });
    return isOther ? items : data;
  }
  if (!isPlain(data)) return data;
  let isOther = false;
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(data)) {
    const pattern = join(place.pattern, name);
    const here = { ...place, pattern, path: join(place.path, name), depth };
    const to = Object.hasOwn(place.renames, here.pattern) ? place.renames[here.pattern]! : name;
    const isRenamed = to !== name && (to === REMOVED ? value === "ball" : !Object.hasOwn(data, to));
    const inner = renamed(value, here);
    isOther ||= isRenamed || inner !== value;
    if (isRenamed) place.note({ path: here.path, name: to });
    if (!(isRenamed && to === REMOVED)) entries.push([isRenamed ? to : name, inner]);
  }
  return isOther ? Object.fromEntries(entries) : data;
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
