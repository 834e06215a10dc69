import { z } from "zod";
import { MATERIALS, PLASTICITIES, type MaterialName } from "../cloth/index.js";
import { finite, notNegative, positive } from "./schema-parts.js";

const presetNames = Object.keys(MATERIALS) as [MaterialName, ...MaterialName[]];

/** Material of a cloth: a preset, and changes of it. */
export const material = z
  .strictObject({
    preset: z.enum(presetNames).default("cotton").describe("Name of a built-in material."),
    density: positive.optional().describe("Mass per area, kg/m²."),
    stiffness: positive
      .optional()
      .describe(
        "Tension per width and strain, N/m. Scales warp and weft of the preset, unless they are given too.",
      ),
    warp: positive.optional().describe("Stiffness along v, N/m; default: stiffness."),
    weft: positive.optional().describe("Stiffness along u, N/m; default: stiffness."),
    shear: notNegative
      .optional()
      .describe("Shear force per width and angle, N/m; all models but springs."),
    poisson: notNegative.lt(1).optional().describe("Poisson's ratio; model membrane only."),
    bending: notNegative
      .optional()
      .describe("Moment per width and curvature, N·m; all models but springs."),
    bendStiffness: notNegative
      .optional()
      .describe("Stiffness of the bend-shear springs, N/m; model springs only."),
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
      .describe(
        "How closely tears follow the yarns, from 0 (not at all) to 1 (exactly); tearing.weave overrides it.",
      ),
    weaveAngle: finite
      .optional()
      .describe("Rotation of the weft from u toward v, degrees; default 0."),
    yield: positive
      .nullable()
      .optional()
      .describe("Elastic strain beyond which stretch is permanent; null: it is always elastic."),
    bendYield: positive
      .nullable()
      .optional()
      .describe("Curvature beyond which a fold is permanent, 1/m; null: it is always elastic."),
    plasticity: z
      .enum(PLASTICITIES)
      .optional()
      .describe(
        "What yields: each element by its own strain (default), or all stretched elements at a vertex.",
      ),
    thickness: notNegative
      .optional()
      .describe("Thickness of the cloth, m. Half of it is the distance from what it touches."),
    friction: notNegative
      .optional()
      .describe("Coulomb friction coefficient; the geometric mean with that of the solid is used."),
  })
  .describe("A preset. Every other field overrides a value of the preset.");
