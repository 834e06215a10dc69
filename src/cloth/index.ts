/** The cloth room: what a sheet is made of and the stores that follow its mesh. */
export { Attachments } from "./attachments.js";
export { bendShearRestLength } from "./bend-shear.js";
export { Cloth } from "./cloth.js";
export { MATERIALS, type Material } from "./material.js";
export { Particles } from "./particles.js";
export { selectByUv, type UvBox } from "./select.js";
export { Springs } from "./springs.js";
