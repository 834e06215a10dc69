import { T_SHIRT_DEFAULTS } from "tatter/generate";
import type { SceneInput } from "tatter/scene";

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

/** A scene with the files that it names, by the path that it gives: texts, and the bytes of pictures. */
export interface SceneSource {
  name: string;
  scene: SceneInput;
  files: Readonly<Record<string, string | Uint8Array>>;
}

/** A scene of the library. */
export function librarySource(name: string): SceneSource {
  const scene = SCENES.get(name)!;
  return { name, scene, files: libraryFiles(scene) };
}

const meshFiles = import.meta.glob<string>("../../../scenes/meshes/*", {
  eager: true,
  import: "default",
  query: "?raw",
});

/** Pictures, in the letters of data addresses. */
const mapFiles = import.meta.glob<string>("../../../scenes/maps/*.png", {
  eager: true,
  import: "default",
  query: "?inline",
});

/** The files of the library that a scene may name. */
export function libraryFiles(scene: SceneInput): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {};
  const hasMeshFiles =
    scene.cloths.some(({ mesh }) => mesh.type === "file") ||
    (scene.colliders ?? []).some(({ type }) => type === "mesh");
  if (hasMeshFiles) {
    for (const [path, text] of Object.entries(meshFiles)) files[nameOf(path)] = text;
  }
  if (scene.cloths.some(({ strength }) => strength?.map !== undefined)) {
    for (const [path, address] of Object.entries(mapFiles)) files[nameOf(path)] = bytesOf(address);
  }
  return files;
}

function nameOf(path: string): string {
  return path.replace("../../../scenes/", "");
}

function bytesOf(address: string): Uint8Array {
  const letters = atob(address.slice(address.indexOf(",") + 1));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

type Mesh = SceneInput["cloths"][number]["mesh"];

/** How many cells lie along the width of a mesh; null for one that cannot be made coarser or finer. */
export function resolutionOf(mesh: Mesh): number | null {
  if (mesh.type === "grid" || mesh.type === "tube") return mesh.segments[0];
  if (mesh.type === "disc") return 2 * mesh.rings;
  if (mesh.type === "file") return null;
  return Math.round(widthOf(mesh) / (mesh.spacing ?? T_SHIRT_DEFAULTS.spacing));
}

/** Cells smaller than this are too soft at the scenes' substeps: a curtain falls from its clips, a shirt bursts at rest. */
const SMALLEST_CELL = 0.0195;

/** The most cells along the width that hold together. */
export function finestOf(mesh: Mesh): number {
  return mesh.type === "file" ? 0 : Math.floor(widthOf(mesh) / SMALLEST_CELL);
}

/** The scene with another number of cells along the width of its meshes; they keep their shape. */
export function withResolution(scene: SceneInput, columns: number | null): SceneInput {
  if (columns === null) return scene;
  return {
    ...scene,
    cloths: scene.cloths.map((cloth) => ({ ...cloth, mesh: meshWith(cloth.mesh, columns) })),
  };
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
