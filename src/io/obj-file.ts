import type { MeshData } from "../mesh/index.js";
import type { NamedTriangles } from "./named-triangles.js";

/** What an OBJ file holds. */
export interface ObjFile {
  /**
   * All objects of the file in one mesh; vertices are numbered as in the file, from 0. Its groups are the vertices of
   * each group and object, by name.
   */
  data: MeshData;
  /** Whether `data.uvs` come from the file; if not they are `planarUvs`. */
  hasUvs: boolean;
  /** Corners that have no uv in a file where others have one; they get (0, 0). */
  cornersWithoutUv: number;
  /** Groups (`g`). A triangle may be in several; those before any `g` are in "default". */
  groups: NamedTriangles[];
  /** Objects (`o`). Triangles before any `o` are in none. */
  objects: NamedTriangles[];
  /** The face that each triangle was cut from, counted from 1 as in messages. */
  faceOfTriangle: Int32Array;
  /** The line of that face, counted from 1. */
  lineOfTriangle: Int32Array;
  /** What was read over, one entry a keyword. */
  ignored: IgnoredKeyword[];
}

/** A keyword whose lines were read over. */
export interface IgnoredKeyword {
  keyword: string;
  /** How many lines start with it. */
  count: number;
  /** The first of these lines. */
  line: number;
  /** Whether the keyword is one of those that say nothing about the shape of a mesh, like `vn`. */
  known: boolean;
}
