import type { World } from "../sim/index.js";
import type { Scene } from "./schema.js";

/** Rounding in numbers of steps and frames: 1/30 s holds two steps of 1/60 s, not three. */
const COUNT_TOLERANCE = 1e-6;

/** How many frames a scene lasts, after frame 0 at rest. A part of a frame counts as one. */
export function frameCount(scene: Pick<Scene, "duration" | "frameRate">): number {
  return Math.ceil(scene.duration * scene.frameRate - COUNT_TOLERANCE);
}

/** Goes on by one frame: whole time steps and, where they do not fill it, a shorter last one. */
export function advanceFrame(world: World, frameRate: number): void {
  const interval = 1 / frameRate;
  const { step } = world.solver;
  const steps = Math.ceil(interval / step - COUNT_TOLERANCE);
  for (let i = 0; i < steps - 1; i++) world.step();
  const rest = interval - (steps - 1) * step;
  world.step(Math.abs(rest - step) < COUNT_TOLERANCE * step ? step : rest);
}
