/** Scenes as JSON, and recordings of their runs (`tatter/scene`). It touches no files. */
export { LIMIT_DEFAULTS, type Limits } from "../math/limits.js";
export { clothSizes, type ClothSize } from "./cloth-size.js";
export {
  namedFiles,
  neededFiles,
  neededPictures,
  type NamedFile,
  type SceneFiles,
} from "./files.js";
export { advanceFrame, frameCount, frameSteps } from "./frames.js";
export { readSceneText } from "./json-text.js";
export { migrateScene, migrateSceneText, type RenamedField } from "./migration.js";
export type { CrossingReport } from "./crossing-watch.js";
export { checkScene, createWorld, type CreateWorldOptions } from "./load.js";
export {
  decodeRecording,
  encodeRecording,
  RecordingError,
  SceneRecorder,
  type Recording,
  type SceneBookmark,
} from "./recording.js";
export { Replay, ReplayError, type ReplayOptions } from "./replay.js";
export type { PhaseProfile, RunProfile } from "./run-profile.js";
export { runReport, type RunReport } from "./run-report.js";
export { SceneError } from "./scene-error.js";
export { sceneJsonSchema, type Scene, type SceneInput } from "./schema.js";
export { setField } from "./set-field.js";
