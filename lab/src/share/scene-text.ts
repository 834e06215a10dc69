import { MATERIALS, resolveMaterial } from "tatter";
import { checkScene, neededFiles, type SceneInput } from "tatter/scene";
import { libraryFile } from "../scenes/library-files.js";
import type { SceneSource } from "../scenes/scenes.js";

/** Returns the paths of the parts that the panel writes completely, including defaults. */
function partsOf({ cloths }: SceneInput): (string | number)[][] {
  const ofCloths = cloths.flatMap((_, i) => [
    ["cloths", i, "material"],
    ["cloths", i, "tearing"],
    ["cloths", i],
  ]);
  return [["solver"], ["wind"], ...ofCloths, []];
}

/** Returns the text of a scene file. */
export function sceneText(scene: SceneInput): string {
  return `${JSON.stringify(withoutDefaults(scene), null, 2)}\n`;
}

/** Returns an equivalent scene without defaults. */
export function withoutDefaults(scene: SceneInput): SceneInput {
  const { $schema: _, ...plain } = JSON.parse(JSON.stringify(scene)) as SceneInput & {
    $schema?: string;
  };
  const meaning = canonicalText(plain);
  for (const path of partsOf(plain)) {
    const part = path.reduce<unknown>((place, key) => (place as Fields)?.[key], plain);
    if (typeof part !== "object" || part === null) continue;
    removeRedundant(part as Fields, () => canonicalText(plain) === meaning);
  }
  return plain;
}

type Fields = Record<string | number, unknown>;

/** Removes each field that makes no difference. */
function removeRedundant(fields: Fields, isSame: () => boolean): void {
  for (const [key, value] of Object.entries(fields)) {
    delete fields[key];
    if (!isSame()) fields[key] = value;
  }
}

/** Returns a key that is equal for equivalent scenes. */
function canonicalText(scene: SceneInput): string {
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

/** Serializes a value independently of the order of fields. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns the files of a scene that are not in the library. */
export async function userFilesOf({ scene, files }: SceneSource): Promise<string[]> {
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
