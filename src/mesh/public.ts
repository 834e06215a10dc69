/**
 * Triangle connectivity for any mesh, manifold or not, that can be split, cut and joined again (`tatter/mesh`). It
 * works without a cloth.
 */
export {
  Attached,
  type AttachedElement,
  type AttachedOptions,
  type AttachedRule,
} from "./attached.js";
export { boundaryLoops, type BoundaryLoop } from "./boundary.js";
export { buildMesh } from "./build.js";
export { cleanMesh, type CleanOptions, type CleanReport, type CleanResult } from "./clean.js";
export {
  BladeCut,
  type BladeCutOptions,
  type BladeCutResult,
  type BladeState,
  type CutTip,
} from "./blade-cut.js";
export type { Blade, BladePoint } from "./blade-events.js";
export { cutAlong, insertLine, type CutOptions, type CutResult, type InsertedLine } from "./cut.js";
export { CUT_DEFAULTS, type SnapOptions } from "./cut-snap.js";
export { edgePath, type EdgePath } from "./edge-path.js";
export { fansOf } from "./fans.js";
export { updateRestAreas, updateRestLengths } from "./rest-data.js";
export { generateDisc, type DiscOptions } from "./generate-disc.js";
export {
  generateGrid,
  GRID_DIAGONALS,
  type GridDiagonals,
  type GridOptions,
} from "./generate-grid.js";
export { generateTube, type TubeOptions } from "./generate-tube.js";
export { inheritPositions } from "./lineage.js";
export {
  cornerAngles,
  eulerCharacteristic,
  smallestAngle,
  triangleAreas,
  uvAreas,
} from "./measure.js";
export { MeshError, MeshSizeError } from "./mesh-error.js";
export { Pieces, type SplitOffPiece } from "./pieces.js";
export { separateEdge } from "./separate-edge.js";
export { separateVertex } from "./separate-vertex.js";
export { splitEdge } from "./split-edge.js";
export { splitVertex } from "./split-vertex.js";
export {
  closestPoint,
  positionOf,
  rayHit,
  type SurfaceHit,
  type SurfacePoint,
} from "./surface-point.js";
export { sweepBlade, type Trace, type TraceEnd } from "./sweep-blade.js";
export {
  originOf,
  type EdgeSeparation,
  type EdgeSplit,
  type TopologyEdit,
  type VertexSplit,
} from "./topology-edit.js";
export { TriangleMesh, type MeshData, type VertexGroups } from "./triangle-mesh.js";
export { redo, undo } from "./undo.js";
export { pointAtUv } from "./uv-point.js";
export { validate } from "./validate.js";
