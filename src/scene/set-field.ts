import { SceneError } from "./scene-error.js";

/**
 * Sets one field of a scene before it is checked, as `--set cloths.0.tearing.limit=1.2` does. The value is
 * read as JSON and, where it is not JSON, as a plain word. Objects on the way are made where they are missing.
 */
export function setField(input: unknown, assignment: string): void {
  const equals = assignment.indexOf("=");
  if (equals < 1) {
    throw new SceneError(`--set ${assignment}: expected path=value, as in solver.substeps=30`);
  }
  const path = assignment.slice(0, equals).split(".");
  const value = readValue(assignment.slice(equals + 1));
  let place = input;
  for (const [i, part] of path.entries()) {
    const where = path.slice(0, i + 1).join(".");
    if (typeof place !== "object" || place === null) {
      throw new SceneError(`--set ${where}: ${path.slice(0, i).join(".")} has no fields`);
    }
    if (part === "" || part === "__proto__") {
      throw new SceneError(`--set ${where}: that is not a field name`);
    }
    if (Array.isArray(place) && !(/^\d+$/.test(part) && Number(part) < place.length)) {
      throw new SceneError(`--set ${where}: expected a number from 0 to ${place.length - 1}`);
    }
    const fields = place as Record<string, unknown>;
    if (i === path.length - 1) fields[part] = value;
    else place = Object.hasOwn(fields, part) ? fields[part] : (fields[part] = {});
  }
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
