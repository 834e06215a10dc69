/** The io room: file formats, as text or bytes in and out. No files are touched here. */
export { FileFormatError } from "./file-format-error.js";
export { planarUvs } from "./planar-uvs.js";
export { readTriangle, type TriangleFile } from "./read-triangle.js";
export { writeObj, type ObjObject } from "./write-obj.js";
