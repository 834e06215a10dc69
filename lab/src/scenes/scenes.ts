import { T_SHIRT_DEFAULTS } from "tatter/generate";
import type { SceneInput } from "tatter/scene";
import { libraryFile } from "./library-files.js";

const files = import.meta.glob<SceneInput>("../../../scenes/*.json", {
  eager: true,
  import: "default",
});

/** The scene library, by file name. */
export const SCENES: ReadonlyMap<string, SceneInput> = new Map(
  Object.entries(files)
    .filter(([path]) => !path.endsWith(".schema.json"))
    .map(([path, scene]) => [path.replace(/^.*\/|\.json$/g, ""), scene]),
);

/** A scene with the files that it refers to, by path: text, or the bytes of an image. */
export interface SceneSource {
  name: string;
  scene: SceneInput;
  /** Files that are loaded. `bringFiles` adds those of the library. */
  files: Readonly<Record<string, string | Uint8Array>>;
}

/** Returns a scene of the library, without its files. */
export function librarySource(name: string): SceneSource {
  return { name, scene: SCENES.get(name)!, files: {} };
}

/** Loads the files of a scene that are in the library and are not loaded yet. */
export async function loadFiles(source: SceneSource): Promise<SceneSource["files"]> {
  const missing = pathsOf(source.scene).filter((path) => source.files[path] === undefined);
  if (missing.length === 0) return source.files;
  const found = await Promise.all(
    missing.map(async (path) => [path, await libraryFile(path)] as const),
  );
  const loaded = found.filter((entry): entry is [string, string | Uint8Array] => entry[1] !== null);
  source.files = { ...source.files, ...Object.fromEntries(loaded) };
  return source.files;
}

/** Returns the paths of all files that a scene refers to. */
function pathsOf({ cloths, colliders = [] }: SceneInput): string[] {
  const ofCloths = cloths.flatMap(({ mesh, strengthMap }) => [
    mesh.type === "file" ? mesh.path : undefined,
    strengthMap?.image?.file,
  ]);
  const ofColliders = colliders.flatMap((collider) =>
    collider.type === "mesh"
      ? [collider.path, ...(collider.shapes ?? []).map(({ path }) => path)]
      : [],
  );
  return [...ofCloths, ...ofColliders].filter((path) => path !== undefined);
}

type SceneCloth = SceneInput["cloths"][number];
type Mesh = SceneCloth["mesh"];

/** Returns the number of cells along the width of a mesh. Null if it cannot be changed. */
export function resolutionOf(mesh: Mesh): number | null {
  if (mesh.type === "grid" || mesh.type === "tube") return mesh.segments[0];
  if (mesh.type === "disc") return 2 * mesh.rings;
  if (mesh.type === "file") return null;
  return Math.round(widthOf(mesh) / (mesh.spacing ?? T_SHIRT_DEFAULTS.spacing));
}

/**
 * Minimum cell size, m. Smaller cells are too soft at the substeps of the scenes: a curtain falls from its clips, a
 * shirt tears at rest.
 */
const MIN_CELL = 0.0195;

/** Returns the maximum number of cells along the width. */
export function maxResolutionOf(mesh: Mesh): number {
  return mesh.type === "file" ? 0 : Math.floor(widthOf(mesh) / MIN_CELL);
}

/** Returns the cloth with another number of cells along the width of its mesh. Its shape stays the same. */
export function withResolution(cloth: SceneCloth, columns: number | null): SceneCloth {
  return columns === null ? cloth : { ...cloth, mesh: meshWith(cloth.mesh, columns) };
}

function meshWith(mesh: Mesh, columns: number): Mesh {
  if (mesh.type === "file" || columns === resolutionOf(mesh)) return mesh;
  if (mesh.type === "disc") return { ...mesh, rings: Math.max(1, Math.round(columns / 2)) };
  if (mesh.type === "grid" || mesh.type === "tube") {
    const height = mesh.type === "grid" ? mesh.size[1] : mesh.height;
    const rows = Math.max(1, Math.round((columns * height) / widthOf(mesh)));
    return { ...mesh, segments: [columns, rows] };
  }
  return { ...mesh, spacing: widthOf(mesh) / columns };
}

/** m. */
function widthOf(mesh: Exclude<Mesh, { type: "file" }>): number {
  if (mesh.type === "grid") return mesh.size[0];
  if (mesh.type === "tube") return 2 * Math.PI * mesh.radius;
  if (mesh.type === "disc") return 2 * mesh.radius;
  if (mesh.type === "t-shirt") return mesh.width ?? T_SHIRT_DEFAULTS.width;
  if (mesh.size !== undefined) return mesh.size[0];
  const across = mesh.outline!.map(([x]) => x);
  return Math.max(...across) - Math.min(...across);
}
