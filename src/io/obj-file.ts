import type { MeshData } from "../mesh/index.js";
import type { NamedTriangles } from "./named-triangles.js";

/** The content of an OBJ file. */
export interface ObjFile {
  /**
   * All objects of the file in one mesh. Vertices have the indices of the file, from 0. `groups` contains the vertices
   * of each group and object, by name.
   */
  data: MeshData;
  /** True if `data.uvs` come from the file; else they are `planarUvs`. */
  hasUvs: boolean;
  /** Corners without a uv in a file where others have one; they get (0, 0). */
  cornersWithoutUv: number;
  /** Groups (`g`). A triangle may be in several. Triangles before the first `g` are in "default". */
  groups: NamedTriangles[];
  /** Objects (`o`). Triangles before the first `o` are in none. */
  objects: NamedTriangles[];
  /** The face that each triangle comes from, counted from 1 as in messages. */
  faceOfTriangle: Int32Array;
  /** The line of that face, counted from 1. */
  lineOfTriangle: Int32Array;
  /** Ignored lines, one entry per keyword. */
  ignored: IgnoredKeyword[];
}

/** A keyword whose lines were ignored. */
export interface IgnoredKeyword {
  keyword: string;
  /** Number of lines that start with it. */
  count: number;
  /** The first of these lines. */
  line: number;
  /** True if the keyword is known and does not affect the shape of a mesh, such as `vn`. */
  known: boolean;
}
