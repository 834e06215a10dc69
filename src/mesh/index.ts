/** The mesh module: what users of the library see, and what other modules need. */
export * from "./public.js";
// Checks of options, for other modules.
export { MESH_DATA } from "./build.js";
export { SNAPPING } from "./cut-snap.js";
