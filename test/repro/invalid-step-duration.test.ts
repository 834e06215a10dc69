import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { advanceFrame, frameCount, frameSteps } from "../../src/scene/index.js";
import { World } from "../../src/sim/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
const NONE = ["0.01", true, [0.01], 10n, Symbol("dt"), {}, null, NaN, 0, -1, Infinity];

// `step("0.01")` twice gave a time of "00.010.01"; 10n and a symbol ended in a TypeError of the engine.
test("a step requires a number over 0, and otherwise the world is unchanged", () => {
  const world = new World({ cloths: [{ mesh }] });
  const before = world.hash();
  for (const dt of NONE) {
    expect(() => world.step(dt as never)).toThrow(
      new RangeError(`step: expected a time over 0 s, got ${shown(dt)}`),
    );
  }
  expect([world.time, world.hash()]).toEqual([0, before]);
  world.step(0.01);
  expect(world.time).toBe(0.01);
});

test("the frame rate must be a number over 0", () => {
  const world = new World({ cloths: [{ mesh }] });
  for (const rate of [...NONE, undefined]) {
    const words = /^frameRate: expected a number of frames per second over 0, .+$/;
    expect(() => advanceFrame(world, rate as never)).toThrow(words);
    expect(() => frameSteps(0.01, rate as never)).toThrow(words);
    expect(() => frameSteps(rate as never, 30)).toThrow(/^step: expected a time over 0 s, .+$/);
    expect(() => frameCount({ duration: 1, frameRate: rate as never })).toThrow(
      /^scene\.frameRate: expected a number of frames per second over 0, .+$/,
    );
  }
  expect(() => advanceFrame(world, 1e-300)).toThrow(
    "frameRate: expected at most 100000 steps per frame",
  );
  expect(() => frameCount(null as never)).toThrow("scene: expected an object, got null");
  expect(() => frameCount({} as never)).toThrow(/^scene\.duration: .*missing/);
  expect(world.time).toBe(0);
});

function shown(value: unknown): string {
  if (typeof value === "string") return `"${value}"`;
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
