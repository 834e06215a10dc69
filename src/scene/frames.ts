import { overLimit, type Limits } from "../math/limits.js";
import type { World } from "../sim/index.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";

/** Rounding in numbers of steps and frames: 1/30 s holds two steps of 1/60 s, not three. */
const COUNT_TOLERANCE = 1e-6;

/** How many frames a scene lasts, after frame 0 at rest. A part of a frame counts as one. */
export function frameCount(scene: Pick<Scene, "duration" | "frameRate">): number {
  return Math.ceil(scene.duration * scene.frameRate - COUNT_TOLERANCE);
}

/** @throws SceneError where a scene lasts longer than is allowed. */
export function checkFrameCount(
  scene: Pick<Scene, "duration" | "frameRate">,
  limits: Limits,
): void {
  const count = frameCount(scene);
  if (count > limits.frames) {
    throw new SceneError(`duration: ${overLimit(limits, "frames", count)}`);
  }
}

/** The time steps of one frame: whole ones and, where they do not fill it, a shorter last one. */
export function* frameSteps(step: number, frameRate: number): Generator<number, void, undefined> {
  const interval = 1 / frameRate;
  const count = Math.ceil(interval / step - COUNT_TOLERANCE);
  for (let i = 1; i < count; i++) yield step;
  const rest = interval - (count - 1) * step;
  yield Math.abs(rest - step) < COUNT_TOLERANCE * step ? step : rest;
}

/** Goes on by one frame. */
export function advanceFrame(world: World, frameRate: number): void {
  for (const dt of frameSteps(world.solver.step, frameRate)) world.step(dt);
}
