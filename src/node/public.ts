/** Scenes, frames and recordings as files, for Node (`tatter/node`). */
export {
  openFrameWriter,
  type FrameSource,
  type FrameWriter,
  type FrameWriterOptions,
  type Topology,
} from "./frame-writer.js";
export { version } from "./package-root.js";
export { loadRecording } from "./load-recording.js";
export { migrateSceneFile, type MigrateOptions } from "./migrate-file.js";
export { replayRecording } from "./replay-file.js";
export type { FrameOptions } from "./run-frames.js";
export { runScene, type RunOptions } from "./run-scene.js";
export {
  listScenes,
  loadSceneFile,
  openWorld,
  type LibraryScene,
  type LoadOptions,
  type OpenOptions,
} from "./scene-files.js";
