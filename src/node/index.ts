/** The node module: what users of the library see, and what other modules need. */
export * from "./public.js";
export { writeFileAtomic } from "./atomic-write.js";
export { frameName } from "./frame-name.js";
export { makeFolder } from "./make-folder.js";
export { outputFiles } from "./output-files.js";
export { checkUnlocked, type OutputFiles } from "./output-lock.js";
export { packageRoot } from "./package-root.js";
export { realPath } from "./real-path.js";
export { sceneFile } from "./scene-files.js";
