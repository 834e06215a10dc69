/** Generators of irregular meshes with any outline, and of garments made from them (`tatter/generate`). */
export { generateIrregular, type IrregularOptions } from "./generate-irregular.js";
export { generateTShirt, T_SHIRT_DEFAULTS, type TShirtOptions } from "./generate-t-shirt.js";
export type { Point } from "./polygon.js";
export type { PatternOptions } from "./read-pattern.js";
export type { Refinement } from "./size-field.js";
