/** The io room: file formats, as text or bytes in and out. No files are touched here. */
export { writeObj, type ObjObject } from "./write-obj.js";
