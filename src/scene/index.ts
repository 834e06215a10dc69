/** The scene room: a world written down as JSON. */
export {
  LIMIT_DEFAULTS,
  LIMIT_NAMES,
  overLimit,
  resolveLimits,
  type Limits,
} from "../math/limits.js";
export { printable } from "../math/printable.js"; // names of scenes are shown
export { MATERIALS, stiffnessAlong, type Material } from "../cloth/index.js"; // what `material.preset` may name
export { clothSizes, threeDigits, type ClothSize } from "./cloth-size.js";
export {
  namedFiles,
  neededFiles,
  neededPictures,
  withPaths,
  type NamedFile,
  type SceneFiles,
} from "./files.js";
export { advanceFrame, frameCount, frameSteps } from "./frames.js";
export { readSceneText } from "./json-text.js";
export { checkIsScene, checkScene, createWorld, type CreateWorldOptions } from "./load.js";
export {
  checkRecording,
  decodeRecording,
  encodeRecording,
  RecordingError,
  sceneToKeep,
  SceneRecorder,
  type Recording,
  type SceneBookmark,
} from "./recording.js";
export { Replay, ReplayError, type ReplayOptions } from "./replay.js";
export { runReport, type RunReport } from "./run-report.js";
export { SceneError } from "./scene-error.js";
export { sceneJsonSchema, type Scene, type SceneInput } from "./schema.js";
export { setField } from "./set-field.js";
