/**
 * Entry point `tatter/cloth`: material, model, particles and elements of a cloth, and the stores that follow its mesh.
 */
export { Cloth } from "./cloth.js";
export { Conditions, Elements } from "./elements/elements.js";
export {
  appliedEnergy,
  elasticEnergy,
  elementEnergy,
  elementJacobian,
} from "./elements/mechanics.js";
export { Hinges } from "./elements/hinges.js";
export { SheetElements } from "./elements/sheet-elements.js";
export { Springs } from "./elements/springs.js";
export {
  changedMaterial,
  PLASTICITIES,
  resolveMaterial,
  stiffnessAlong,
  type ClothMaterial,
  type ResolvedMaterial,
} from "./material.js";
export { MODELS, type Model } from "./models.js";
export { Particles } from "./particles.js";
export type { PlasticState } from "./plastic-shape.js";
export { MATERIALS, type MaterialName } from "./presets.js";
export type { RestShape } from "./rest-shape.js";
export { selectByUv, selectVertices, type Selection, type UvBox } from "./select.js";
