/** The scene module: what users of the library see, and what other modules need. */
export * from "./public.js";
export { LIMIT_NAMES, overLimit, resolveLimits } from "../math/limits.js";
// Names of scenes are shown.
export { printable } from "../math/printable.js";
// What `material.preset` may name.
export { MATERIALS, stiffnessAlong, type ClothMaterial } from "../cloth/index.js";
export { threeDigits } from "./cloth-size.js";
export { withPaths } from "./files.js";
export { checkIsScene } from "./load.js";
export { renamedFieldsNote } from "./migration.js";
export { checkRecording, portableScene } from "./recording.js";
