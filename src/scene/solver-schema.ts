import { z } from "zod";
import { INTEGRATORS, LINEAR_SOLVERS, MIN_TOLERANCE, SOLVERS } from "../solvers/index.js";

/**
 * A frame may be shorter than the step by this fraction of it, so that 59.94 frames per second take one step of 1/60 s
 * each.
 */
export const STEP_TOLERANCE = 0.01;

/** Solver options of a scene. `resolveSolver` checks which field belongs to which solver. */
export const solver = z
  .strictObject({
    type: z
      .enum(SOLVERS)
      .optional()
      .describe('Solver; see docs/solvers.md. Default "auto"; with a number of substeps, "xpbd".'),
    step: z
      .number()
      .min(1e-5)
      .max(0.1)
      .optional()
      .describe("Largest time step, s; default 1/60. Frames are divided into equal steps."),
    substeps: z
      .union([z.int().min(1).max(100_000), z.literal("auto")], {
        error: 'expected a whole number from 1 to 100000, or "auto"',
      })
      .optional()
      .describe('Substeps per step; default 20 for xpbd, "auto" for the others.'),
    stretchLimit: z
      .number()
      .gt(1)
      .optional()
      .describe("Largest length over rest length (Provot); explicit solvers only."),
    limitDamping: z
      .boolean()
      .optional()
      .describe("Damp springs only as much as longer substeps allow; euler only. Default: false."),
    tolerance: z
      .number()
      .min(MIN_TOLERANCE)
      .lt(1)
      .optional()
      .describe(
        "Residual at which Newton's method has converged, as a fraction of all forces; implicit only.",
      ),
    iterations: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe("Newton iterations per substep before it is halved; implicit only."),
    integrator: z.enum(INTEGRATORS).optional().describe("Integrator; implicit only."),
    linear: z.enum(LINEAR_SOLVERS).optional().describe("Linear solver; implicit only."),
    budget: z
      .number()
      .gt(0)
      .optional()
      .describe("Real time that a step may take, s; auto only. Default: 0.05."),
  })
  .default({})
  .describe("Solver and time step.");
