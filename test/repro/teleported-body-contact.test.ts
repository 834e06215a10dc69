import { describe, expect, test } from "vitest";
import type { RigidBody } from "../../src/collision/response/rigid-body.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

const RADIUS = 0.1;

/** A horizontal sheet, pinned at two sides and at rest, so that the broad phase is not queried. */
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

/** The distance of the cloth from the surface of a ball that was moved into the cloth at zero velocity, m. */
function gapAfter(world: World, body: RigidBody): number {
  for (let i = 0; i < 10; i++) world.step();
  body.position.set([0, 0.01 - RADIUS, 0]);
  body.place();
  world.step();
  const { count, positions } = world.cloths[0]!.particles;
  let min = Infinity;
  for (let p = 0; p < count; p++) {
    const offset = [0, 1, 2].map((k) => positions[3 * p + k]! - body.position[k]!);
    min = Math.min(min, Math.hypot(...offset) - RADIUS);
  }
  return min;
}

// A body at rest at the end of a substep counted as expected at any position: the broad phase was not updated, and the
// cloth stayed inside.
describe("a body moved into resting cloth at zero velocity has contacts", () => {
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
