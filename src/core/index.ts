/**
 * Cloth that tears, without solvers: give a world those that it needs, so that a bundle has no others.
 *
 * @example
 * import { World } from "tatter/core";
 * import { xpbd } from "tatter/solvers";
 * const world = new World({ cloths: [{ mesh }], solvers: [xpbd] });
 */
export * from "../mesh/index.js";
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
} from "../cloth/index.js";
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
} from "../collision/index.js";
export { referenceKernels, type Kernels } from "../kernels/index.js";
export type { Vector3 } from "../math/vector.js";
export * from "../sim/core.js";
export * from "../tearing/index.js";
