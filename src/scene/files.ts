import type { Scene } from "./schema.js";

/** The files that a scene names, by the path in the scene: meshes as texts, images as bytes. */
export type SceneFiles = Readonly<Record<string, string | Uint8Array>>;

/** A field of a scene that names a file. */
export interface NamedFile {
  /** Path of the field, such as `cloths.0.mesh.path`. */
  field: string;
  /** Path of the file, as in the scene. */
  path: string;
  /** The files that belong to the path: two for a mesh of Triangle. */
  files: string[];
  /** True for an image, which is read as bytes. */
  isPicture: boolean;
}

/** A copy of the scene with new paths in all fields that name a file. */
export function withPaths(scene: Scene, rename: (file: NamedFile) => string): Scene {
  const cloths = scene.cloths.map((cloth, i) => {
    const { mesh, strengthMap } = cloth;
    const named = { ...cloth };
    if (mesh.type === "file") {
      const field = `cloths.${i}.mesh.path`;
      named.mesh = { ...mesh, path: rename(meshFile(field, mesh.path)) };
    }
    if (strengthMap?.image !== undefined) {
      const field = `cloths.${i}.strengthMap.image.file`;
      const path = strengthMap.image.file;
      const file = rename({ field, path, files: [path], isPicture: true });
      named.strengthMap = { ...strengthMap, image: { ...strengthMap.image, file } };
    }
    return named;
  });
  const colliders = scene.colliders.map((collider, i) => {
    if (collider.type !== "mesh") return collider;
    const named = { ...collider };
    if (collider.path !== undefined) {
      const field = `colliders.${i}.path`;
      named.path = rename(meshFile(field, collider.path));
    }
    if (collider.shapes !== undefined) {
      named.shapes = collider.shapes.map(({ time, path }, k) => {
        const field = `colliders.${i}.shapes.${k}.path`;
        return { time, path: rename(meshFile(field, path)) };
      });
    }
    return named;
  });
  return { ...scene, cloths, colliders };
}

function meshFile(field: string, path: string): NamedFile {
  return { field, path, files: filesOf(path), isPicture: false };
}

/** All fields of a scene that name a file. */
export function namedFiles(scene: Scene): NamedFile[] {
  const files: NamedFile[] = [];
  withPaths(scene, (file) => {
    files.push(file);
    return file.path;
  });
  return files;
}

/**
 * The files that a scene needs, by their paths in the scene. Those in `neededPictures` are read as bytes, the others as
 * text.
 */
export function neededFiles(scene: Scene): string[] {
  return [...new Set(namedFiles(scene).flatMap(({ files }) => files))];
}

/** The images that a scene needs, by their paths in the scene. */
export function neededPictures(scene: Scene): string[] {
  const images = namedFiles(scene).filter(({ isPicture }) => isPicture);
  return [...new Set(images.map(({ path }) => path))];
}

/** The files of a mesh: Triangle stores vertices and triangles in two files of the same name. */
export function filesOf(path: string): string[] {
  if (!/\.(node|ele)$/i.test(path)) return [path];
  const name = path.replace(/\.(node|ele)$/i, "");
  return [`${name}.node`, `${name}.ele`];
}
