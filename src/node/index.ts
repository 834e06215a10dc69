/** The node room: scenes and frames as files. */
export { checkUnclaimed, type Claimed } from "./claim.js";
export { frameName } from "./frame-name.js";
export {
  openFrameWriter,
  type FrameSource,
  type FrameWriter,
  type FrameWriterOptions,
  type Topology,
} from "./frame-writer.js";
export { makeFolder } from "./make-folder.js";
export { ownFiles } from "./own-files.js";
export { packageRoot, version } from "./package-root.js";
export { realPath } from "./real-path.js";
export { loadRecording } from "./load-recording.js";
export { replayRecording } from "./replay-file.js";
export type { FrameOptions } from "./run-frames.js";
export { runScene, type RunOptions } from "./run-scene.js";
export {
  listScenes,
  loadSceneFile,
  openWorld,
  sceneFile,
  type LibraryScene,
  type LoadOptions,
  type OpenOptions,
} from "./scene-files.js";
export { writeWhole } from "./write-whole.js";
