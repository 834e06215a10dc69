import { z } from "zod";
import {
  CRITERIA,
  LIMITS,
  MAX_HELD_ZONE,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  STARTS,
  TEARING_DEFAULTS,
} from "../tearing/index.js";
import { positive } from "./schema-parts.js";

const fraction = z.number().gt(0).max(1);

/** Tearing options of a cloth of a scene. */
export const tearing = z
  .strictObject({
    criterion: z
      .enum(CRITERIA)
      .default(TEARING_DEFAULTS.criterion)
      .describe(
        "What is compared with the limit: tension of an edge, N; its length over its unstressed length; or the strain of a vertex from all its edges.",
      ),
    limit: positive
      .optional()
      .describe(
        "Limit: N for tension, a ratio over 1 for stretch, a strain for separation-tensor. Absent: it follows from breakingStrain of the material.",
      ),
    order: z
      .enum(ORDERS)
      .default(TEARING_DEFAULTS.order)
      .describe(
        "Order of tears: the most severe first, those at the end of a tear first, or random.",
      ),
    path: z
      .enum(PATHS)
      .default(TEARING_DEFAULTS.path)
      .describe("How a tear runs through the mesh; see docs/tearing.md."),
    starts: z
      .enum(STARTS)
      .default(TEARING_DEFAULTS.starts)
      .describe(
        "Where new tears start: one at a time while no existing tear can continue, or anywhere.",
      ),
    heldZone: z
      .int()
      .min(0)
      .max(MAX_HELD_ZONE)
      .default(TEARING_DEFAULTS.heldZone)
      .describe("Edges around pinned and grabbed particles within which the cloth is stronger."),
    heldStrength: z
      .number()
      .min(1)
      .default(TEARING_DEFAULTS.heldStrength)
      .describe("Strength factor in that zone."),
    weakStrength: fraction
      .default(TEARING_DEFAULTS.weakStrength)
      .describe("Strength factor where a tear ends; path weak-point only."),
    onePointStrength: fraction
      .optional()
      .describe(
        "Strength factor where parts are joined by a single vertex; default: weakStrength.",
      ),
    weave: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        "How closely tears follow warp and weft, from 0 (not at all) to 1 (exactly). Absent: the weave of the material.",
      ),
    damage: z
      .number()
      .min(0)
      .lt(1)
      .optional()
      .describe("Fraction of its strength that the cloth loses around a tear; default 0."),
    damageRadius: positive
      .optional()
      .describe("Distance to which a tear weakens the cloth, m; default: two mean edge lengths."),
    minEdgeRatio: z
      .number()
      .gt(0)
      .lt(0.5)
      .default(TEARING_DEFAULTS.minEdgeRatio)
      .describe("Shortest edge that a tear may make, as a fraction of the mean edge length."),
    maxTearsPerStep: z
      .int()
      .min(1)
      .default(TEARING_DEFAULTS.maxTearsPerStep)
      .describe("Largest number of tears per step; the rest is deferred to the next step."),
    resolve: z
      .enum(RESOLUTIONS)
      .default(TEARING_DEFAULTS.resolve)
      .describe(
        "When it tears: at the end of a step, at the end of a substep, or at the exact time at which the limit is reached.",
      ),
  })
  .superRefine(({ criterion, limit }, context) => {
    const { min, description } = LIMITS[criterion];
    if (limit === undefined || limit > min || !(limit > 0)) return; // `positive` reports limits that are not over 0
    const message = `expected ${description} for the criterion ${criterion}`;
    context.addIssue({ code: "custom", path: ["limit"], message });
  });
