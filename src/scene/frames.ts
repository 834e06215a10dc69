import { checkOptions, over0, valuesOf } from "../math/check-options.js";
import { overLimit, type Limits } from "../math/limits.js";
import { MAX_STEPS_PER_FRAME, type World } from "../sim/index.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import { STEP_TOLERANCE } from "./solver-schema.js";

/** Tolerance for rounding in numbers of steps and frames: 1/30 s has two steps of 1/60 s, not three. */
const COUNT_TOLERANCE = 1e-6;

const TIME = over0("a time over 0 s");
const RATE = over0("a number of frames per second over 0");
const LENGTH = valuesOf<Pick<Scene, "duration" | "frameRate">>({ duration: TIME, frameRate: RATE });

/**
 * Number of frames of a scene, after frame 0 at time 0. A partial frame counts as one.
 *
 * @throws RangeError that names the field.
 */
export function frameCount(scene: Pick<Scene, "duration" | "frameRate">): number {
  checkOptions("scene", scene, LENGTH);
  return Math.ceil(scene.duration * scene.frameRate - COUNT_TOLERANCE);
}

/** @throws SceneError if a scene has more frames than the limit. */
export function checkFrameCount(
  scene: Pick<Scene, "duration" | "frameRate">,
  limits: Limits,
): void {
  const count = frameCount(scene);
  if (count > limits.frames) {
    throw new SceneError(`duration: ${overLimit(limits, "frames", count)}`);
  }
}

/**
 * The time steps of one frame, s, all of the same length: that of the scene or, if a frame is not a whole number of
 * these, a shorter one. A shorter last step would tear what XPBD leaves stretched in the longer steps before it.
 *
 * @param step Largest step, s.
 * @param frameRate Frames per second.
 * @throws RangeError that names the argument, or if there would be too many steps.
 */
export function frameSteps(step: number, frameRate: number): Generator<number, void, undefined> {
  checkOptions("step", step, TIME);
  checkOptions("frameRate", frameRate, RATE);
  const interval = 1 / frameRate;
  const count = Math.max(1, Math.ceil(interval / step - STEP_TOLERANCE));
  if (count > MAX_STEPS_PER_FRAME) {
    throw new RangeError(
      `frameRate: expected at most ${MAX_STEPS_PER_FRAME} steps per frame, got ${count}`,
    );
  }
  const length = interval / count;
  const dt = Math.abs(length - step) < COUNT_TOLERANCE * step ? step : length;
  return repeated(dt, count);
}

function* repeated(dt: number, count: number): Generator<number, void, undefined> {
  for (let i = 0; i < count; i++) yield dt;
}

/**
 * Advances a world by one frame.
 *
 * @param frameRate Frames per second.
 * @throws RangeError if the frame rate is not over 0, and the errors of `World.step`.
 */
export function advanceFrame(world: World, frameRate: number): void {
  for (const dt of frameSteps(world.solver.step, frameRate)) world.step(dt);
}
