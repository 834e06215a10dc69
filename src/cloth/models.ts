import type { TriangleMesh } from "../mesh/index.js";
import { BendShearSprings } from "./elements/bend-shear.js";
import { CornerShear } from "./elements/corner-shear.js";
import type { Elements } from "./elements/elements.js";
import { Hinges } from "./elements/hinges.js";
import { Membrane } from "./elements/membrane.js";
import { StretchShear } from "./elements/stretch-shear.js";
import { StructuralSprings } from "./elements/structural-springs.js";

/**
 * The names of all cloth models: sets of elements that resist stretch, shear and bending. The default is "springs".
 *
 * @example
 * import { generateGrid, MODELS, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const worlds = MODELS.map((model) => new World({ cloths: [{ mesh, model }] }));
 */
export const MODELS = ["springs", "angles", "baraff-witkin", "membrane"] as const;

/** The name of a cloth model. */
export type Model = (typeof MODELS)[number];

/**
 * Creates the elements of a model, in the order in which XPBD solves their kinds.
 *
 * - `springs` (Önal 3.1): structural and bend-shear springs.
 * - `angles` (Phillips III.B.2): structural springs, shear by corner angles, hinges.
 * - `baraff-witkin` (Quddus & Waugh 1.1): stretch and shear conditions in (u, v), hinges.
 * - `membrane`: constant-strain triangles of an orthotropic sheet, hinges.
 *
 * @throws RangeError for an unknown model.
 */
export function elementsOf(model: Model, mesh: TriangleMesh): Elements[] {
  switch (model) {
    case "springs":
      return [new StructuralSprings(mesh), new BendShearSprings(mesh)];
    case "angles":
      return [new StructuralSprings(mesh), new CornerShear(mesh), new Hinges(mesh)];
    case "baraff-witkin":
      return [new StretchShear(mesh), new Hinges(mesh)];
    case "membrane":
      return [new Membrane(mesh), new Hinges(mesh)];
    default:
      throw new RangeError(`model: expected one of ${MODELS.join(", ")}, got ${String(model)}`);
  }
}
