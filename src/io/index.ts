/**
 * Readers and writers of file formats as text and bytes: OBJ, `.node`/`.ele`, PNG (`tatter/io`). They do not access the
 * file system.
 */
export { FileFormatError } from "./file-format-error.js";
export type { NamedTriangles } from "./named-triangles.js";
export { planarUvs } from "./planar-uvs.js";
export type { IgnoredKeyword, ObjFile } from "./obj-file.js";
export { readObj } from "./read-obj.js";
export { readPng, type GreyImage } from "./read-png.js";
export { readTriangle, type TriangleFile } from "./read-triangle.js";
export { writeObj, type ObjObject } from "./write-obj.js";
