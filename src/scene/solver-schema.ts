import { z } from "zod";
import { LINEAR_SOLVERS, MIN_TOLERANCE, SOLVERS } from "../solvers/index.js";

/** A frame may be shorter than the step by this part of it, so that 59.94 frames a second take one step of 1/60 s each. */
export const STEP_TOLERANCE = 0.01;

/** What moves the cloths of a scene; which field belongs to which solver is checked by `resolveSolver`. */
export const solver = z
  .strictObject({
    type: z.enum(SOLVERS).default("xpbd"),
    step: z
      .number()
      .min(1e-5)
      .max(0.1)
      .optional()
      .describe("Longest time step, s; default 1/60. Frames are divided into equal steps."),
    substeps: z
      .union([z.int().min(1).max(100_000), z.literal("auto")], {
        error: 'expected a whole number from 1 to 100000, or "auto"',
      })
      .optional()
      .describe("Parts of a step; default 20 for xpbd; the others find their own."),
    stretchLimit: z
      .number()
      .gt(1)
      .optional()
      .describe("Most length over rest length (Provot); explicit solvers only."),
    tolerance: z
      .number()
      .min(MIN_TOLERANCE)
      .lt(1)
      .optional()
      .describe("Residual at which Newton has converged, as a part of all forces; implicit only."),
    iterations: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe("Newton's iterations a substep before it is halved; implicit only."),
    linear: z
      .enum(LINEAR_SOLVERS)
      .optional()
      .describe("How the equations of a substep are solved; implicit only."),
    budget: z
      .number()
      .gt(0)
      .optional()
      .describe("Real time that a step may take, s; auto only. Default: the step itself."),
  })
  .default({ type: "xpbd" });
