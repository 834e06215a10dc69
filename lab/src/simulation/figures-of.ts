import type { World } from "tatter";
import type { Figures } from "./messages.js";
import type { Rewind } from "./rewind.js";
import type { StepParts } from "./step-parts.js";

/** The figures of a world for the page. */
export function figuresOf(
  world: World,
  parts: StepParts,
  rewind: Rewind,
  paused: boolean,
): Omit<Figures, "input" | "opened" | "sample"> {
  const { tally, time, solver, choice, cloths, cuts, balls } = world;
  const isImplicit = solver.type === "implicit";
  return {
    time,
    frame: rewind.frame,
    newestFrame: rewind.newest,
    frameStride: rewind.stride,
    millisecondsAStep: parts.millisecondsAStep,
    slowness: parts.millisecondsAStep / (1000 * solver.step),
    solver: solver.type,
    choice,
    substeps: parts.substeps,
    newton: isImplicit ? { iterations: parts.iterations, residual: tally.residual } : null,
    untrustedSteps: tally.untrustedSteps,
    canTear: cloths.some(({ tearing }) => tearing !== null),
    particles: cloths.reduce((sum, { particles }) => sum + particles.count, 0),
    tears: tally.tears,
    cuts: cuts.length,
    pieces: cloths.reduce((sum, { pieces }) => sum + pieces.count, 0),
    balls: balls.length,
    hands: cloths.reduce((sum, { grabs }) => sum + grabs.length, 0),
    paused,
    hash: paused && !parts.isUnderWay ? world.hash() : null,
  };
}
