import { MATERIALS, resolveMaterial } from "tatter";
import { checkScene, neededFiles, type SceneInput } from "tatter/scene";
import { libraryFile } from "../scenes/library-files.js";
import type { SceneSource } from "../scenes/scenes.js";

/** Parts of a scene that the panel writes in full, whether or not they say what is usual. */
const PARTS = [
  ["solver"],
  ["wind"],
  ["cloths", 0, "material"],
  ["cloths", 0, "tearing"],
  ["cloths", 0],
  [],
];

/** The text of a scene file. */
export function sceneText(scene: SceneInput): string {
  return `${JSON.stringify(shortest(scene), null, 2)}\n`;
}

/** The same scene without what it means anyway. */
export function shortest(scene: SceneInput): SceneInput {
  const { $schema: _, ...plain } = JSON.parse(JSON.stringify(scene)) as SceneInput & {
    $schema?: string;
  };
  const meaning = meaningOf(plain);
  for (const path of PARTS) {
    const part = path.reduce<unknown>((place, key) => (place as Fields)?.[key], plain);
    if (typeof part !== "object" || part === null) continue;
    leaveOut(part as Fields, () => meaningOf(plain) === meaning);
  }
  return plain;
}

type Fields = Record<string | number, unknown>;

/** Takes out each field without which all is still the same. */
function leaveOut(fields: Fields, isSame: () => boolean): void {
  for (const [key, value] of Object.entries(fields)) {
    delete fields[key];
    if (!isSame()) fields[key] = value;
  }
}

/** What a scene comes to; equal for scenes that make the same world. */
function meaningOf(scene: SceneInput): string {
  try {
    const checked = checkScene(scene);
    const materials = checked.cloths.map(({ material: { preset, ...own } }) =>
      resolveMaterial({ ...MATERIALS[preset], ...own }),
    );
    return sorted([
      checked.cloths.map(({ material, ...rest }) => [rest, material.preset]),
      materials,
      { ...checked, cloths: null },
    ]);
  } catch (error) {
    return `no scene: ${String(error)}`;
  }
}

/** A text that does not depend on the order of fields. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The files that a scene names and the page does not have by itself: those of the user. */
export async function ownFiles({ scene, files }: SceneSource): Promise<string[]> {
  const own: string[] = [];
  for (const path of neededFiles(checkScene(scene))) {
    const ofLibrary = (await libraryFile(path)) ?? undefined;
    if (!isSameFile(files[path] ?? ofLibrary, ofLibrary)) own.push(path);
  }
  return own;
}

function isSameFile(one: string | Uint8Array | undefined, two: typeof one): boolean {
  if (one === undefined || two === undefined) return false;
  if (typeof one === "string" || typeof two === "string") return one === two;
  return one.length === two.length && one.every((byte, i) => byte === two[i]);
}
