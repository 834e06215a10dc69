import type { z } from "zod";
import { printable, shortened } from "../math/printable.js";
import { knownFields } from "./known-fields.js";
import { RENAMED_FIELDS } from "./renamed-fields.js";
import { FIELDS_ELSEWHERE, PLANNED_FIELDS, PLANNED_VALUES } from "./planned-fields.js";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Largest number of characters of a message, of a path, of a name and of a value. */
const MAX_LENGTHS = { message: 1000, path: 120, name: 40, value: 60 };

/**
 * Thrown if a scene is invalid. The message is one line: field, what was expected, what was found. Control characters
 * are escaped as in JSON.
 */
export class SceneError extends Error {
  override name = "SceneError";

  constructor(message: string) {
    super(shortened(printable(message), MAX_LENGTHS.message));
  }
}

/** A path for messages: `cloths.0.mesh`. */
export function fieldName(path: Path): string {
  const parts = path.map((part) => shortened(String(part), MAX_LENGTHS.name));
  return shortened(parts.join("."), MAX_LENGTHS.path);
}

/** One readable line for the issues that zod found in `input`. */
export function sceneErrorFrom(issues: readonly Issue[], input: unknown): SceneError {
  const lines = issues.map((issue) => describe(issue, input));
  // Planned fields come first, then unknown ones: they explain the other faults of the same object.
  const line =
    lines.find((l) => l.endsWith("not supported yet")) ??
    lines.find((l) => l.includes(": unknown field, ")) ??
    lines[0]!;
  const more = issues.length - 1;
  return new SceneError(more > 0 ? `${line} (and ${more} more)` : line);
}

function describe(issue: Issue, input: unknown): string {
  const where = fieldName(issue.path);
  const found = valueAt(input, issue.path);
  const prefix = where === "" ? "" : `${where}: `;
  const pattern = patternOf(issue.path);

  const inner = issue.code === "invalid_union" ? intendedKind(issue, found) : undefined;
  if (inner !== undefined) {
    return describe({ ...inner, path: [...issue.path, ...inner.path] }, input);
  }
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    const place = fieldName([...issue.path, key]);
    const fields = FIELDS_ELSEWHERE[pattern] ?? {};
    const elsewhere = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (elsewhere !== undefined) return `${place}: unknown field, expected ${elsewhere}`;
    const renamed = pattern === "" ? key : `${pattern}.${key}`;
    const newName = Object.hasOwn(RENAMED_FIELDS, renamed) ? RENAMED_FIELDS[renamed] : "";
    if (newName)
      return `${place}: expected only ${newName}, its new name since 0.2, got both; remove one`;
    return PLANNED_FIELDS[pattern]?.includes(key)
      ? `${place}: not supported yet`
      : `${place}: unknown field, expected one of ${knownFields(issue.path, found).join(", ")}`;
  }
  if (typeof found === "string" && PLANNED_VALUES[pattern]?.includes(found)) {
    return `${prefix}${show(found)} is not supported yet`;
  }
  return `${prefix}${expectation(issue, found)}`;
}

/** The issue of the intended kind of a union: the one whose fields the value has. */
function intendedKind({ errors }: z.core.$ZodIssueInvalidUnion, found: unknown): Issue | undefined {
  const intended = errors.find(
    (issues) =>
      issues.length > 0 &&
      issues.every(({ path }) => path.length > 0 && valueAt(found, path) !== undefined),
  );
  return intended?.[0];
}

function expectation(issue: Issue, found: unknown): string {
  const got = found === undefined ? "but it is missing" : `got ${show(found)}`;
  switch (issue.code) {
    case "invalid_type":
      return `expected ${kindOf(issue.expected, found)}, ${got}`;
    case "invalid_value":
      return `expected ${issue.values.map(show).join(" or ")}, ${got}`;
    case "invalid_union": {
      if (issue.message.startsWith("expected")) return `${issue.message}, ${got}`;
      const options = "options" in issue ? (issue.options as unknown[] | undefined) : undefined;
      if (issue.message.startsWith("expected ")) return `${issue.message}, ${got}`;
      return options === undefined || options.length === 0
        ? `expected a known kind, ${got}`
        : `expected ${options.map(show).join(" or ")}, ${got}`;
    }
    case "too_small":
      return `expected ${amount(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum)}, ${got}`;
    case "too_big":
      return `expected ${amount(issue.origin, issue.inclusive ? "at most" : "less than", issue.maximum)}, ${got}`;
    default: // includes the messages of the schema
      return `${issue.message}, ${got}`;
  }
}

function amount(origin: string, comparison: string, limit: number | bigint): string {
  if (origin === "array") return `${comparison} ${limit} ${limit === 1 ? "item" : "items"}`;
  if (origin === "string")
    return `${comparison} ${limit} ${limit === 1 ? "character" : "characters"}`;
  return `a number of ${comparison} ${limit}`;
}

/** The name of an expected type. */
function kindOf(type: string, found: unknown): string {
  if (type === "number" && typeof found === "number") return "a finite number";
  const names: Readonly<Record<string, string>> = {
    int: "a whole number",
    tuple: "a list",
    array: "a list",
    record: "an object",
  };
  return names[type] ?? (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
}

// A file may contain 1e999, which JSON reads as Infinity and writes as null.
const MARK = "\u0001";
const MARKED = /"\\u0001(NaN|-?Infinity)"/g;

/** A value as in a scene file, shortened. */
function show(value: unknown): string {
  const json = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "number" && !Number.isFinite(part) ? `${MARK}${part}` : part,
  );
  const text = json?.replaceAll(MARKED, "$1") ?? String(value);
  return text.length > MAX_LENGTHS.value ? `${text.slice(0, MAX_LENGTHS.value - 3)}...` : text;
}

function patternOf(path: Path): string {
  return path.map((part) => (typeof part === "number" ? "*" : String(part))).join(".");
}

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}
