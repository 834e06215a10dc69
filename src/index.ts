/**
 * Cloth that tears. SI units, y up. The core: no dependency, no DOM.
 * Scene files are read by `tatter/scene`, drawn by `tatter/three`, run from files by `tatter/node`.
 */
export * from "./mesh/index.js";
export {
  appliedEnergy,
  Cloth,
  elasticEnergy,
  elementEnergy,
  elementJacobian,
  Elements,
  changedMaterial,
  MATERIALS,
  MODELS,
  Particles,
  resolveMaterial,
  selectByUv,
  selectVertices,
  Springs,
  stiffnessAlong,
  type Material,
  type MaterialName,
  type Model,
  type PlasticState,
  type ResolvedMaterial,
  type RestShape,
  type Selection,
  type SheetElements,
  type UvBox,
} from "./cloth/index.js";
export {
  COLLIDER_DEFAULTS,
  type Ball,
  type BallOptions,
  type BoxCollider,
  type CapsuleCollider,
  type Collider,
  type ColliderKeyframe,
  type ColliderOptions,
  type DrivenBody,
  type DrivenBodyOptions,
  type HalfSpaceCollider,
  type MeshCollider,
  type Pose,
  type DrivenShape,
  type RigidBody,
  type SphereCollider,
} from "./collision/index.js";
export { referenceKernels, type Kernels } from "./kernels/index.js";
export type { Vector3 } from "./math/vector.js";
export * from "./sim/index.js";
export * from "./tearing/index.js";
