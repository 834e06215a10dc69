import { z } from "zod";
import { STRENGTH_MAP_DEFAULTS } from "../sim/index.js";
import { positive } from "./schema-parts.js";

/** How strong a cloth is from place to place. */
export const strengthMap = z.strictObject({
  image: z
    .strictObject({
      file: z
        .string()
        .min(1)
        .describe("A PNG, as seen from the scene file; it lies over the texture."),
      black: positive
        .default(STRENGTH_MAP_DEFAULTS.black)
        .describe("Strength where the picture is black, as a factor."),
      white: positive.default(STRENGTH_MAP_DEFAULTS.white).describe("Strength where it is white."),
    })
    .optional()
    .describe("A picture of the strength: where it is dark the cloth is weak."),
  vertices: z.array(positive).optional().describe("One factor a vertex of the mesh."),
  noise: z
    .strictObject({
      amount: z.number().min(0).lt(1).describe("How much weaker the weakest places are."),
      size: positive.describe("From one weak place to the next, m."),
    })
    .optional()
    .describe("Weaker and stronger places by chance, from the seed."),
});
