import { z } from "zod";
import {
  CRITERIA,
  LIMITS,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  TEARING_DEFAULTS,
} from "../tearing/index.js";
import { positive } from "./schema-parts.js";

const part = z.number().gt(0).max(1);

/** How a cloth of a scene tears. */
export const tearing = z
  .strictObject({
    criterion: z
      .enum(CRITERIA)
      .default(TEARING_DEFAULTS.criterion)
      .describe(
        "Force along an edge, N; its length over its unstressed length; or the strain of all edges of a vertex together.",
      ),
    limit: positive
      .optional()
      .describe(
        "N for tension; a ratio over 1 for stretch; a strain for separation-tensor. Absent: the strength of the material.",
      ),
    order: z
      .enum(ORDERS)
      .default(TEARING_DEFAULTS.order)
      .describe("What goes first: the severest, what has an end on a tear, or anything by chance."),
    path: z
      .enum(PATHS)
      .default(TEARING_DEFAULTS.path)
      .describe("Where the cloth parts; see docs/tearing.md."),
    weakStrength: part
      .default(TEARING_DEFAULTS.weakStrength)
      .describe("Part of the strength that is left where a tear ends; path weak-point."),
    onePointStrength: part
      .optional()
      .describe("The same where parts hang together by one vertex; default: weakStrength."),
    weave: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        "How closely tears follow warp and weft: 0 not at all, 1 exactly. Absent: the weave of the material.",
      ),
    damage: z
      .number()
      .min(0)
      .lt(1)
      .optional()
      .describe("Part of its strength that the cloth loses around a tear; default 0."),
    damageRadius: positive
      .optional()
      .describe("How far a tear weakens the cloth, m; default: two mean edges."),
    minEdgeRatio: z
      .number()
      .gt(0)
      .lt(0.5)
      .default(TEARING_DEFAULTS.minEdgeRatio)
      .describe("No tear makes an edge shorter than this part of the mean edge."),
    maxTearsPerStep: z.int().min(1).default(TEARING_DEFAULTS.maxTearsPerStep),
    resolve: z
      .enum(RESOLUTIONS)
      .default(TEARING_DEFAULTS.resolve)
      .describe(
        "When it tears: at the end of a step or of a substep, or at the very time at which the limit is reached.",
      ),
  })
  .superRefine(({ criterion, limit }, context) => {
    const { least, wanted } = LIMITS[criterion];
    if (limit === undefined || limit > least || !(limit > 0)) return; // what is not over 0 is told already
    const message = `expected ${wanted} for the criterion ${criterion}`;
    context.addIssue({ code: "custom", path: ["limit"], message });
  });
