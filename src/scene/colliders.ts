import type { ColliderOptions } from "../collision/index.js";
import { FileFormatError, readObj, type ObjFile } from "../io/index.js";
import type { SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import type { SizeLedger } from "./size-ledger.js";

type SceneCollider = Scene["colliders"][number];
type SceneMeshCollider = SceneCollider & { type: "mesh" };

/**
 * A collider, with its files read.
 *
 * @param where The field that it stands in, for messages.
 * @param ledger What the meshes before came to; those of this one are added.
 * @throws SceneError with one line.
 */
export function colliderOf(
  collider: SceneCollider,
  files: SceneFiles,
  where: string,
  ledger: SizeLedger,
): ColliderOptions {
  return collider.type === "mesh" ? meshColliderOf(collider, files, where, ledger) : collider;
}

/** Nothing is cleaned or welded: every vertex keeps the number that it has in its file, in all shapes. */
function meshColliderOf(
  { path, shapes = [], scale, ...rest }: SceneMeshCollider,
  files: SceneFiles,
  where: string,
  ledger: SizeLedger,
): ColliderOptions {
  const named =
    path === undefined
      ? shapes.map((shape, k) => ({ path: shape.path, field: `${where}.shapes.${k}.path` }))
      : [{ path, field: `${where}.path` }];
  const first = read(named[0]!, files, ledger);
  const positions = named.map((file, k) => {
    const obj = k === 0 ? first : read(file, files, ledger);
    if (k > 0) checkAlike(obj, first, `${file.field}: ${file.path}`, named[0]!.path);
    return obj.data.positions.map((x) => scale * x);
  });
  return {
    ...rest,
    positions: positions[0]!,
    triangles: first.data.triangles,
    ...(path === undefined && {
      shapes: shapes.map(({ time }, k) => ({ time, positions: positions[k]! })),
    }),
  };
}

function read(
  { path, field }: { path: string; field: string },
  files: SceneFiles,
  ledger: SizeLedger,
): ObjFile {
  const text = Object.hasOwn(files, path) ? files[path] : undefined;
  if (typeof text !== "string") {
    throw new SceneError(
      `${field}: ${path}: its text was not given to createWorld, in files["${path}"]`,
    );
  }
  try {
    const obj = readObj(text, ledger.limits);
    const { positions, triangles } = obj.data;
    ledger.add(`${field}: ${path}`, positions.length / 3, triangles.length / 3);
    return obj;
  } catch (error) {
    if (error instanceof FileFormatError)
      throw new SceneError(`${field}: ${path}: ${error.message}`);
    throw error;
  }
}

/** All shapes have the triangles of the first one, so they have to have its vertices and its faces. */
function checkAlike(obj: ObjFile, first: ObjFile, where: string, firstPath: string): void {
  const refuse = (wanted: string, got: string): never => {
    throw new SceneError(`${where}: expected ${wanted}, as in ${firstPath}, got ${got}`);
  };
  const count = obj.data.positions.length / 3;
  const expected = first.data.positions.length / 3;
  if (count !== expected) refuse(`${expected} vertices`, `${count}`);
  const [faces, firstFaces] = [facesOf(obj), facesOf(first)];
  if (faces.length !== firstFaces.length) refuse(`${firstFaces.length} faces`, `${faces.length}`);
  for (const [i, face] of faces.entries()) {
    const [wanted, got] = [inFile(firstFaces[i]!), inFile(face)];
    if (wanted !== got) refuse(`vertices ${wanted} in face ${i + 1}`, got);
  }
}

/**
 * The vertices of each face, rising. How a polygon is cut into triangles depends on its shape, so the triangles of two
 * shapes may differ where their faces are the same.
 */
function facesOf({ data: { triangles }, faceOfTriangle }: ObjFile): number[][] {
  const faces: Set<number>[] = [];
  for (const [t, face] of faceOfTriangle.entries()) {
    const vertices = (faces[face - 1] ??= new Set());
    for (let k = 0; k < 3; k++) vertices.add(triangles[3 * t + k]!);
  }
  return faces.map((vertices) => [...vertices].toSorted((a, b) => a - b));
}

/** As the file counts them, from 1. */
function inFile(vertices: readonly number[]): string {
  return vertices.map((vertex) => vertex + 1).join(", ");
}
