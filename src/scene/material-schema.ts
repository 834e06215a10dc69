import { z } from "zod";
import { MATERIALS, PLASTICITIES, type MaterialName } from "../cloth/index.js";
import { finite, notNegative, positive } from "./schema-parts.js";

const presetNames = Object.keys(MATERIALS) as [MaterialName, ...MaterialName[]];

/** What a cloth is made of. */
export const material = z
  .strictObject({
    preset: z.enum(presetNames).default("cotton"),
    density: positive.optional().describe("Mass per area, kg/m²."),
    stiffness: positive
      .optional()
      .describe(
        "Tension per width and strain, N/m; warp and weft of the preset go with it, unless they are said too.",
      ),
    warp: positive.optional().describe("The same along v, N/m. Default: stiffness."),
    weft: positive.optional().describe("The same along u, N/m. Default: stiffness."),
    shear: notNegative
      .optional()
      .describe("Shear force per width and angle, N/m; all models but springs."),
    poisson: notNegative.lt(1).optional().describe("Narrowing under stretch; model membrane."),
    bending: notNegative
      .optional()
      .describe("Moment per width and curvature, N·m; all models but springs."),
    bendStiffness: notNegative
      .optional()
      .describe("Stiffness of the bend-shear springs, N/m; model springs."),
    damping: notNegative.optional().describe("Damping of stretch, N·s/m."),
    shearDamping: notNegative.optional().describe("Damping of shear, N·s/m; default 0."),
    bendDamping: notNegative.optional().describe("Damping of bending, N·m·s; default 0."),
    breakingStrain: positive
      .optional()
      .describe("Strain at which it tears; tearing.limit overrides it."),
    weave: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("How closely tears follow the yarns, from 0 to 1; tearing.weave overrides it."),
    weaveAngle: finite
      .optional()
      .describe("By how much the weft is turned from u towards v, degrees; default 0."),
    yield: positive
      .nullable()
      .optional()
      .describe("Elastic strain beyond which it stays longer; null: it always springs back."),
    bendYield: positive
      .nullable()
      .optional()
      .describe("Curvature beyond which a fold stays, 1/m; null: it always springs back."),
    plasticity: z
      .enum(PLASTICITIES)
      .optional()
      .describe(
        "Who yields: each element by itself (default), or all that is stretched at a vertex.",
      ),
    thickness: notNegative
      .optional()
      .describe("Of the cloth, m; half of it keeps the cloth off what it touches."),
    friction: notNegative
      .optional()
      .describe("Coulomb's coefficient; the geometric mean with that of what it touches counts."),
  })
  .describe("A preset; every other field overrides what the preset says.");
