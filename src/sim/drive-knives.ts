import type { Vector3 } from "../math/vector.js";
import { between } from "../math/vector3.js";
import { hasCome } from "./has-come.js";
import { Knife, knifeState } from "./knife.js";
import type { KnifeKeyframe } from "./options.js";
import type { World } from "./world.js";

/** The `input` phase: knives of the options are drawn, follow their keyframes, and are put away. */
export function driveKnives(world: World, dt: number): void {
  const { time, options, knives } = world;
  const paths = options.knives;
  if (paths === undefined) return;
  for (let i = 0; i < paths.length; i++) {
    const { motion } = paths[i]!;
    const isOver = hasCome(motion.at(-1)!.time, time);
    let knife = knives.find(({ path }) => path === i);
    if (isOver) knife?.release();
    if (isOver || !hasCome(motion[0]!.time, time)) continue;
    knife ??= draw(world, i, time);
    const { from, to } = bladeAt(motion, time + dt);
    knife.moveTo(from, to);
  }
}

function draw(world: World, path: number, time: number): Knife {
  const { motion, ...options } = world.options.knives![path]!;
  const start = { ...bladeAt(motion, time), ...options };
  const state = knifeState(start, world.knifeCount++, world.cloths.length);
  const knife = new Knife(world, { ...state, path });
  world.knives.push(knife);
  return knife;
}

/** Straight from keyframe to keyframe. */
function bladeAt(motion: readonly KnifeKeyframe[], time: number): { from: Vector3; to: Vector3 } {
  const next = motion.findIndex((key) => key.time > time);
  const after = motion.at(next)!; // −1, the last, when all are past
  const before = next <= 0 ? after : motion[next - 1]!;
  const part = after === before ? 0 : (time - before.time) / (after.time - before.time);
  return {
    from: between(before.from, after.from, part),
    to: between(before.to, after.to, part),
  };
}
