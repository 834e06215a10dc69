/** The scene module: what users of the library see, and what other modules need. */
export * from "./public.js";
export { LIMIT_NAMES, overLimit, resolveLimits } from "../math/limits.js";
// For names of scenes in output.
export { printable } from "../math/printable.js";
// The presets of `material.preset`.
export { MATERIALS, stiffnessAlong, type ClothMaterial } from "../cloth/index.js";
export { threeDigits } from "./cloth-size.js";
export { CrossingWatch } from "./crossing-watch.js";
export { withPaths } from "./files.js";
export { checkIsScene } from "./load.js";
export { renamedFieldsNote } from "./migration.js";
export { checkRecording, portableScene } from "./recording.js";
export { Profiler } from "./run-profile.js";
