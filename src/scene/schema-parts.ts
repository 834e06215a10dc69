import { z } from "zod";
import { printable } from "../math/printable.js";

// Building blocks of the scene schema.

export const finite = z.number();
export const positive = z.number().positive();
export const notNegative = z.number().nonnegative();
export const vector = z.tuple([finite, finite, finite]);
export const pair = z.tuple([finite, finite]);
export const seed = z.int().min(0).max(4294967295);

/** A name without control characters: names are shown in terminals and written into files. */
export const plainName = z.string().refine((name) => printable(name) === name, {
  message: "expected a string without control characters",
});

/** A vector of any length over 0. */
export const direction = vector.refine(
  ([x, y, z]) => {
    const squared = x * x + y * y + z * z;
    return squared > 0 && squared < Infinity;
  },
  { message: "expected a direction, not (0, 0, 0)" },
);

/** Position and rotation at the start. */
export const transform = z
  .strictObject({
    position: vector.default([0, 0, 0]).describe("Translation after the rotation, m."),
    rotation: vector.default([0, 0, 0]).describe("Euler angles in degrees, intrinsic XYZ."),
  })
  .default({ position: [0, 0, 0], rotation: [0, 0, 0] })
  .describe("Position and rotation at the start.");

/** A list of keyframes with rising times. */
export function keyframes<Key extends z.ZodType<{ time: number }>>(key: Key, minCount = 1) {
  return z
    .array(key)
    .min(minCount)
    .superRefine((keys, context) => {
      const late = keys.findIndex(({ time }, i) => i > 0 && !(time > keys[i - 1]!.time));
      if (late === -1) return;
      const message = "expected keyframes with rising times";
      context.addIssue({ code: "custom", path: [late, "time"], message });
    });
}
