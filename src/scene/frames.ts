import { checkOptions, over0, valuesOf } from "../math/check-options.js";
import { overLimit, type Limits } from "../math/limits.js";
import { MAX_STEPS_PER_FRAME, type World } from "../sim/index.js";
import { SceneError } from "./scene-error.js";
import type { Scene } from "./schema.js";
import { STEP_TOLERANCE } from "./solver-schema.js";

/** Rounding in numbers of steps and frames: 1/30 s holds two steps of 1/60 s, not three. */
const COUNT_TOLERANCE = 1e-6;

const TIME = over0("a time over 0 s");
const RATE = over0("a number of frames a second over 0");
const LENGTH = valuesOf<Pick<Scene, "duration" | "frameRate">>({ duration: TIME, frameRate: RATE });

/**
 * How many frames a scene lasts, after frame 0 at rest. A part of a frame counts as one.
 *
 * @throws RangeError that names the field.
 */
export function frameCount(scene: Pick<Scene, "duration" | "frameRate">): number {
  checkOptions("scene", scene, LENGTH);
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

/**
 * The time steps of one frame, all of one length: that of the scene or, where a frame is no whole number of those, a shorter one. A
 * short last step would tear apart what XPBD has left stretched in the long ones before it.
 *
 * @throws RangeError that names what is no number over 0, or where there would be too many.
 */
export function frameSteps(step: number, frameRate: number): Generator<number, void, undefined> {
  checkOptions("step", step, TIME);
  checkOptions("frameRate", frameRate, RATE);
  const interval = 1 / frameRate;
  const count = Math.max(1, Math.ceil(interval / step - STEP_TOLERANCE));
  if (count > MAX_STEPS_PER_FRAME) {
    throw new RangeError(
      `frameRate: a frame would take ${count} steps; expected at most ${MAX_STEPS_PER_FRAME}`,
    );
  }
  const part = interval / count;
  const dt = Math.abs(part - step) < COUNT_TOLERANCE * step ? step : part;
  return repeated(dt, count);
}

function* repeated(dt: number, count: number): Generator<number, void, undefined> {
  for (let i = 0; i < count; i++) yield dt;
}

/**
 * Goes on by one frame.
 *
 * @throws RangeError where the frame rate is no number over 0, and what `World.step` throws.
 */
export function advanceFrame(world: World, frameRate: number): void {
  for (const dt of frameSteps(world.solver.step, frameRate)) world.step(dt);
}
