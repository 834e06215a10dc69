/** The cloth module: what users of the library see, and what other modules need. */
export * from "./public.js";
export { Attachments } from "./attachments.js";
export {
  AXIS,
  AxisPlaneConstraints,
  PLANE,
  type ConstraintMode,
} from "./axis-plane-constraints.js";
export { bendShearRestLength, BendShearSprings } from "./elements/bend-shear.js";
export {
  foldAngle,
  foldMayBeOver,
  measureFold,
  turnBack,
  writeElasticFold,
} from "./elements/fold-angle.js";
export { stiffnessOnEdge } from "./elements/weave-direction.js";
export { isOver, writeLargestStretch, yieldTriangle } from "./elements/yield-triangle.js";
export { MATERIAL } from "./material.js";
export { addElementForces, type ElementImpulses } from "./particle-force.js";
export { SELECTION } from "./select.js";
export { Stages } from "./stages.js";
export { StretchLimit } from "./stretch-limit.js";
