/** The mesh module: the public API (`public.ts`), and checks for other modules. */
export * from "./public.js";
// Option checks for other modules.
export { MESH_DATA } from "./build.js";
export { SNAPPING } from "./cut-snap.js";
