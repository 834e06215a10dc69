/**
 * The cloth module: particles, material, elements and rest shape of one cloth. Exports the public entry point and what
 * other modules of the library need.
 */
export * from "./public.js";
export { Attachments } from "./attachments.js";
export {
  AXIS,
  AxisPlaneConstraints,
  PLANE,
  type ConstraintMode,
} from "./axis-plane-constraints.js";
export { bendShearRestLength, BendShearSprings } from "./elements/bend-shear.js";
export { CornerShear } from "./elements/corner-shear.js";
export {
  foldAngle,
  foldMayExceed,
  measureFold,
  wrapAngle,
  writeElasticFold,
} from "./elements/fold-angle.js";
export { Membrane } from "./elements/membrane.js";
export { StretchShear } from "./elements/stretch-shear.js";
export { stiffnessOnEdge } from "./elements/weave-direction.js";
export { exceedsStretch, writeLargestStretch, yieldTriangle } from "./elements/yield-triangle.js";
export { MATERIAL } from "./material.js";
export { addElementForces, type ElementImpulses } from "./particle-force.js";
export { SELECTION } from "./select.js";
export { Stages } from "./stages.js";
export { StretchLimit } from "./stretch-limit.js";
