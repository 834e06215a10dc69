import { z } from "zod";
import { STRENGTH_MAP_DEFAULTS } from "../sim/index.js";
import { positive } from "./schema-parts.js";

/** Strength of a cloth from place to place. */
export const strengthMap = z.strictObject({
  image: z
    .strictObject({
      file: z
        .string()
        .min(1)
        .describe("A PNG file, relative to the scene file. It covers the texture."),
      black: positive
        .default(STRENGTH_MAP_DEFAULTS.black)
        .describe("Strength factor where the image is black."),
      white: positive
        .default(STRENGTH_MAP_DEFAULTS.white)
        .describe("Strength factor where the image is white."),
    })
    .optional()
    .describe("A gray image: the cloth is weak where it is dark."),
  vertices: z.array(positive).optional().describe("One strength factor per vertex of the mesh."),
  noise: z
    .strictObject({
      amount: z
        .number()
        .min(0)
        .lt(1)
        .describe("Reduction at the weakest places, from 0 to below 1."),
      size: positive.describe("Distance between weak places on the unstressed cloth, m."),
    })
    .optional()
    .describe("Random weak and strong places, from the seed."),
});
