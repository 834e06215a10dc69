/** The cloth room: what a sheet is made of and the stores that follow its mesh. */
export { Attachments } from "./attachments.js";
export { bendShearRestLength, BendShearSprings } from "./elements/bend-shear.js";
export { Conditions, Elements } from "./elements/elements.js";
export {
  foldAngle,
  foldMayBeOver,
  measureFold,
  turnBack,
  writeElasticFold,
} from "./elements/fold-angle.js";
export { Hinges } from "./elements/hinges.js";
export { SheetElements } from "./elements/sheet-elements.js";
export { Springs } from "./elements/springs.js";
export { isOver, writeLargestStretch, yieldTriangle } from "./elements/yield-triangle.js";
export { stiffnessOnEdge } from "./elements/weave-direction.js";
export { Cloth } from "./cloth.js";
export { AXIS, Holds, PLANE, type HoldMode } from "./holds.js";
export {
  changedMaterial,
  MATERIAL,
  PLASTICITIES,
  resolveMaterial,
  stiffnessAlong,
  type Material,
  type ResolvedMaterial,
} from "./material.js";
export { MODELS, type Model } from "./models.js";
export { Particles } from "./particles.js";
export { MATERIALS, type MaterialName } from "./presets.js";
export { addPullOn, type Pulls } from "./pull-on.js";
export type { PlasticState } from "./plastic-shape.js";
export type { RestShape } from "./rest-shape.js";
export { SELECTION, selectByUv, selectVertices, type Selection, type UvBox } from "./select.js";
export {
  appliedEnergy,
  elasticEnergy,
  elementEnergy,
  elementJacobian,
} from "./elements/mechanics.js";
export { Stages } from "./stages.js";
export { StretchLimit } from "./stretch-limit.js";
