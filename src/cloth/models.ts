import type { TriangleMesh } from "../mesh/index.js";
import { BendShearSprings } from "./elements/bend-shear.js";
import { CornerShear } from "./elements/corner-shear.js";
import type { Elements } from "./elements/elements.js";
import { Hinges } from "./elements/hinges.js";
import { Membrane } from "./elements/membrane.js";
import { StretchShear } from "./elements/stretch-shear.js";
import { StructuralSprings } from "./elements/structural-springs.js";

/** Named sets of elements: how a cloth resists stretch, shear and bending. */
export const MODELS = ["springs", "angles", "baraff-witkin", "membrane"] as const;

export type Model = (typeof MODELS)[number];

/**
 * The elements of a model, in the order in which XPBD goes through their kinds.
 *
 * - `springs` (Önal 3.1): structural and bend-shear springs.
 * - `angles` (Phillips III.B.2): structural springs, shear by the angles at the corners, hinges.
 * - `baraff-witkin` (Quddus & Waugh 1.1): stretch and shear conditions in (u, v), hinges.
 * - `membrane`: constant-strain triangles of an orthotropic sheet, hinges.
 *
 * @throws RangeError for a name that is none of these.
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
      throw new RangeError(`model: expected ${MODELS.join(", ")}, got ${String(model)}`);
  }
}
