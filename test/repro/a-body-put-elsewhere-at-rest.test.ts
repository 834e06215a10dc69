import { describe, expect, test } from "vitest";
import type { RigidBody } from "../../src/collision/response/rigid-body.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

const RADIUS = 0.1;

/** A level sheet that is held at two sides and rests, so that nothing asks for the broad phase. */
function restingWorld(): World {
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [10, 10] }),
        transform: { rotation: [-90, 0, 0] },
        pins: [
          { select: { uv: [[-0.01, -0.01] as const, [0.01, 1.01] as const] as const } },
          { select: { uv: [[0.99, -0.01] as const, [1.01, 1.01] as const] as const } },
        ],
      },
    ],
    gravity: [0, 0, 0],
    wind: { drag: 0 },
  });
}

/** How near the cloth is to the surface of a ball after it was put into the cloth without any speed, m. */
function gapAfter(world: World, body: RigidBody): number {
  for (let i = 0; i < 10; i++) world.step();
  body.position.set([0, 0.01 - RADIUS, 0]);
  body.place();
  world.step();
  const { count, positions } = world.cloths[0]!.particles;
  let least = Infinity;
  for (let p = 0; p < count; p++) {
    const way = [0, 1, 2].map((k) => positions[3 * p + k]! - body.position[k]!);
    least = Math.min(least, Math.hypot(...way) - RADIUS);
  }
  return least;
}

// What stood still at the end of a substep counted as expected wherever it was: the broad phase did not look again, and the
// cloth stayed inside of it.
describe("what is put into resting cloth, and has no speed, is met", () => {
  test("a body of another simulation", () => {
    const world = restingWorld();
    const body = world.addBody({
      shape: { type: "sphere", radius: RADIUS },
      mass: Infinity,
      inertia: [Infinity, Infinity, Infinity],
    });
    body.position.set([0, -2, 0]);
    body.place();
    expect(gapAfter(world, body)).toBeGreaterThan(0.0019);
  });

  test("a ball", () => {
    const world = restingWorld();
    const ball = world.addBall({ position: [0, -2, 0], radius: RADIUS, mass: 1000 });
    expect(gapAfter(world, ball)).toBeGreaterThan(0.0015);
  });
});
