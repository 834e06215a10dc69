/** The mesh room: triangle connectivity that can be torn. */
export { buildMesh, MeshError } from "./build.js";
export { generateDisc, type DiscOptions } from "./generate-disc.js";
export { generateGrid, type GridOptions } from "./generate-grid.js";
export { generateTube, type TubeOptions } from "./generate-tube.js";
export { countPieces } from "./pieces.js";
export { splitVertex } from "./split-vertex.js";
export type { TopologyEdit, VertexSplit } from "./topology-edit.js";
export { TriangleMesh, type MeshData } from "./triangle-mesh.js";
export { validate } from "./validate.js";
