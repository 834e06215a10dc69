/** The cloth room: what a sheet is made of and the stores that follow its mesh. */
export { Attachments } from "./attachments.js";
export { bendShearRestLength } from "./bend-shear.js";
export { Cloth } from "./cloth.js";
export { AXIS, Holds, PLANE, type HoldMode } from "./holds.js";
export { MATERIALS, type Material } from "./material.js";
export { Particles } from "./particles.js";
export {
  selectByUv,
  selectionFault,
  selectVertices,
  type Selection,
  type UvBox,
} from "./select.js";
export { Springs } from "./springs.js";
