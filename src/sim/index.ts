/** The sim module: what users of the library see, and what other modules need. */
export * from "./public.js";
export { checkInputLog, MAX_STEPS_PER_FRAME } from "./state/input-log.js";
export { OLD_TEARING } from "./cloth/tears.js";
export { hasWasm } from "../kernels/index.js";
