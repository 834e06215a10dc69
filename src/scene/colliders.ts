import type { ColliderOptions } from "../collision/index.js";
import { FileFormatError, readObj, type ObjFile } from "../io/index.js";
import type { SceneFiles } from "./files.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import type { SizeLedger } from "./size-ledger.js";

type SceneCollider = Scene["colliders"][number];
type SceneMeshCollider = SceneCollider & { type: "mesh" };

/**
 * The options of a collider, with its files read.
 *
 * @param where Field path, for messages.
 * @param ledger Counts the meshes so far; those of this collider are added.
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

/** The mesh is not cleaned or welded: in all shapes, every vertex keeps its number of the file. */
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
    if (k > 0) checkSameFaces(obj, first, `${file.field}: ${file.path}`, named[0]!.path);
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
    throw new SceneError(`${field}: ${path}: expected its text in files["${path}"] of createWorld`);
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

/** All shapes use the triangles of the first one, so they must have the same vertices and faces. */
function checkSameFaces(obj: ObjFile, first: ObjFile, where: string, firstPath: string): void {
  const refuse = (expected: string, got: string): never => {
    throw new SceneError(`${where}: expected ${expected}, as in ${firstPath}, got ${got}`);
  };
  const count = obj.data.positions.length / 3;
  const expected = first.data.positions.length / 3;
  if (count !== expected) refuse(`${expected} vertices`, `${count}`);
  const [faces, firstFaces] = [facesOf(obj), facesOf(first)];
  if (faces.length !== firstFaces.length) refuse(`${firstFaces.length} faces`, `${faces.length}`);
  for (const [i, face] of faces.entries()) {
    const [expectedText, got] = [numbersInFile(firstFaces[i]!), numbersInFile(face)];
    if (expectedText !== got) refuse(`vertices ${expectedText} in face ${i + 1}`, got);
  }
}

/**
 * The vertices of each face, in rising order. The triangulation of a polygon depends on its shape, so two shapes may
 * have different triangles for the same face.
 */
function facesOf({ data: { triangles }, faceOfTriangle }: ObjFile): number[][] {
  const faces: Set<number>[] = [];
  for (const [t, face] of faceOfTriangle.entries()) {
    const vertices = (faces[face - 1] ??= new Set());
    for (let k = 0; k < 3; k++) vertices.add(triangles[3 * t + k]!);
  }
  return faces.map((vertices) => [...vertices].toSorted((a, b) => a - b));
}

/** Vertex numbers as in the file, from 1. */
function numbersInFile(vertices: readonly number[]): string {
  return vertices.map((vertex) => vertex + 1).join(", ");
}
