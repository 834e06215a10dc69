import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DrivenBody, type DrivenBodyOptions } from "../../src/collision/index.js";
import { Box } from "../../src/collision/shapes/box.js";
import { PlacedShape } from "../../src/collision/shapes/placed-shape.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import { distanceFrom } from "./distance-from.js";

const BOX: DrivenBodyOptions = {
  shape: { type: "box", size: [1, 1, 1] },
  mass: Infinity,
  inertia: [Infinity, Infinity, Infinity],
};

describe("a driven body of infinite mass", () => {
  test("no impulse moves it, and all are counted", () => {
    const body = new DrivenBody(BOX);
    const corner = Float64Array.of(0.5, 0.5, 0.5);
    const mobility = Float64Array.of(1);
    body.mobility(corner, Float64Array.of(0, 1, 0), mobility, 0);
    expect(mobility[0]).toBe(0);
    body.applyImpulse(corner, Float64Array.of(1, 2, 3));
    expect([...body.velocity, ...body.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([...body.impulse]).toEqual([1, 2, 3]);
    expect([...body.angularImpulse]).toEqual([0.5, -1, 0.5]);
  });

  test("a body with locked rotation can still translate", () => {
    const body = new DrivenBody({ ...BOX, mass: 2 });
    body.applyImpulse(Float64Array.of(0.5, 0, 0), Float64Array.of(0, 4, 0));
    expect([...body.velocity, ...body.angularVelocity]).toEqual([0, 2, 0, 0, 0, 0]);
  });

  test("it pushes free cloth at its own speed, and pinned cloth does not stop it", () => {
    const world = new World({
      gravity: [0, 0, 0],
      wind: { drag: 0 },
      cloths: [
        {
          mesh: generateGrid({ size: [0.5, 0.5], segments: [4, 4] }),
          transform: { rotation: [-90, 0, 0] },
          pins: [{ select: { ids: [12] } }],
        },
      ],
    });
    const body = world.addBody(BOX);
    body.position[1] = -0.6;
    body.place();
    body.velocity[1] = 2;
    for (let i = 0; i < 6; i++) world.step();
    expect(body.velocity[1]).toBe(2);
    expect(body.position[1]).toBeCloseTo(-0.4, 9);
    const { positions, count } = world.cloths[0]!.particles;
    for (let i = 0; i < count; i++) if (i !== 12) expect(positions[3 * i + 1]).toBeGreaterThan(0.1);
  });
});

test("the inertia tensor rotates with the moving body", () => {
  const body = new DrivenBody({ ...BOX, mass: 1, inertia: [1, 2, 4] });
  body.angularVelocity[2] = Math.PI / 2;
  for (let i = 0; i < 1000; i++) body.move(0.001); // a quarter turn: its y axis is along −x
  body.angularVelocity.fill(0);
  const [arm, along] = [Float64Array.of(0, 1, 0), Float64Array.of(0, 0, 1)];
  const mobility = new Float64Array(1);
  body.mobility(arm, along, mobility, 0);
  expect(mobility[0]).toBeCloseTo(1 + 1 / 2, 5);
  body.applyImpulse(arm, along);
  for (const [k, angularVelocity] of [1 / 2, 0, 0].entries())
    expect(body.angularVelocity[k]).toBeCloseTo(angularVelocity, 5);
});

test("a translated and rotated shape has the same distances", () => {
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const triple = fc.tuple(number, number, number);
  let outside = 0;
  fc.assert(
    fc.property(triple, triple, number, (position, point, angle) => {
      const box = new Box([0.4, 0.6, 1]);
      const half = Math.PI * angle;
      const placed = new PlacedShape(box, position, [0, 0, Math.sin(half), Math.cos(half)]);
      const [c, s] = [Math.cos(2 * half), Math.sin(2 * half)];
      const place = ([x, y, z]: readonly number[], [a, b, d]: readonly number[]): Float64Array =>
        Float64Array.of(c * x! - s * y! + a!, s * x! + c * y! + b!, z! + d!);
      const [normal, rotated] = [new Float64Array(3), new Float64Array(3)];
      const distance = distanceFrom(box, Float64Array.from(point), normal);
      expect(distanceFrom(placed, place(point, position), rotated)).toBeCloseTo(distance, 12);
      for (let i = 0; i < 24; i += 3) {
        const corner = place([...box.corners.slice(i, i + 3)], position);
        for (let k = 0; k < 3; k++) {
          expect(placed.corners[i + k]).toBeCloseTo(corner[k]!, 12);
          expect(Math.abs(corner[k]!)).toBeLessThan(placed.extents[k]! + 1e-12);
        }
      }
      if (distance < 1e-3) return; // inside, two faces may be equally near
      outside++;
      const there = place([...normal], [0, 0, 0]);
      for (let k = 0; k < 3; k++) expect(rotated[k]).toBeCloseTo(there[k]!, 9);
    }),
    { numRuns: 100 },
  );
  expect(outside).toBeGreaterThan(20);
});

test("all shapes of a body share its motion: cloth at one end of a dumb-bell affects the other", () => {
  const world = new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    cloths: [
      {
        mesh: generateGrid({ size: [0.5, 0.5], segments: [4, 4] }),
        transform: { position: [0.6, 0, 0], rotation: [-90, 0, 0] },
      },
    ],
  });
  const body = world.addBody({
    shape: [
      { type: "sphere", radius: 0.1, position: [-0.6, 0, 0] },
      { type: "sphere", radius: 0.1, position: [0.6, 0, 0], friction: 0 },
    ],
    mass: 1,
    inertia: [0.01, 0.4, 0.4],
  });
  expect(body.solids.map(({ friction }) => friction)).toEqual([0.5, 0]);
  body.position[1] = 0.15;
  body.velocity[1] = -3;
  body.place();
  for (let i = 0; i < 4; i++) world.step();
  expect(body.velocity[1]).toBeGreaterThan(-3);
  expect(body.angularVelocity[2]).toBeGreaterThan(0.01); // slowed down on the right
  expect(0.4 * body.angularVelocity[2]!).toBeCloseTo(body.angularImpulse[2]!, 3);
  // The cloth is only under the right end.
  expect(body.angularImpulse[2]! / body.impulse[1]!).toBeCloseTo(0.6, 1);
});

test.each([
  [{ mass: 0 }, "body.mass: expected a mass over 0 kg, got 0"],
  [{ mass: Number.NaN }, "body.mass: expected a mass over 0 kg, got NaN"],
  [{ inertia: [1, 0, 1] }, "body.inertia.1: expected a moment over 0 kg·m², got 0"],
  [{ inertia: [1, 1] }, "body.inertia: expected three moments, got 1, 1"],
  [{ shape: [] }, "body.shape: expected one shape or more, got 0"],
  [
    { shape: [{ type: "sphere", radius: 1 }, { type: "cone" }] },
    'body.shape.1.type: expected sphere, capsule or box, got "cone"',
  ],
  [
    { shape: { type: "sphere", radius: 1, rotation: [0, 0, 1, 1] } },
    "body.shape.rotation: expected a unit quaternion x, y, z, w, got 0, 0, 1, 1",
  ],
  [
    { shape: { type: "sphere", radius: 1, position: [0, 0] } },
    "body.shape.position: expected three finite numbers, got 0, 0",
  ],
  [
    { shape: { type: "sphere", radius: 1, friction: -1 } },
    "body.shape.friction: expected 0 or more, got -1",
  ],
])("%j is refused", (change, message) => {
  const world = new World({ cloths: [] });
  const options = { ...BOX, ...change } as DrivenBodyOptions;
  expect(() => world.addBody(options)).toThrow(new RangeError(message));
});
