/** The node room: scenes and frames as files. */
export { makeFolder } from "./make-folder.js";
export { packageRoot, version } from "./package-root.js";
export { frameName, runScene, type RunOptions } from "./run-scene.js";
export { listScenes, loadSceneFile, openWorld, type LibraryScene } from "./scene-files.js";
export { writeWhole } from "./write-whole.js";
