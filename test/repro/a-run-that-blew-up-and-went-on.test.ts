import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { BlowUpError, World, type WorldOptions } from "../../src/sim/index.js";
import { checkScene, createWorld } from "../../src/scene/index.js";

const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });

function blownUp(world: World): BlowUpError {
  try {
    for (let i = 0; i < 200; i++) world.step();
  } catch (error) {
    if (error instanceof BlowUpError) return error;
    throw error;
  }
  throw new Error("it did not blow up");
}

function hung(options: Partial<WorldOptions> = {}): World {
  return new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }] }], ...options });
}

// A run whose numbers had left all bounds went on to its end: 4e49 times stretched, in 319 pieces, with exit code 0.
describe("a run that has blown up ends with an error", () => {
  test("that tells the time, the cloth and gravity as the cause", () => {
    const error = blownUp(hung({ gravity: [0, -1e154, 0] }));
    expect(error.message).toMatch(
      /^the simulation blew up at 0 s: particle \d+ of cloth 0 has a velocity of \(.*\) m\/s \(at most 100000 m\/s is sane\); likely cause: gravity of \(0, -1e\+154, 0\) m\/s²$/,
    );
    expect(error).toMatchObject({ time: 0, cloth: 0 });
  });

  test("that tells wind as the cause", () => {
    const wind = { velocity: [1e9, 0, 1e9] as const, drag: 1.2 };
    const error = blownUp(hung({ wind, solver: { type: "implicit" } }));
    expect(error.message).toMatch(/likely cause: wind of \(1000000000, 0, 1000000000\) m\/s$/);
  });

  test("that tells a pin as the cause", () => {
    const motion = [
      { time: 0, move: [0, 0, 0] as const },
      { time: 0.1, move: [1e6, 0, 0] as const },
    ];
    const cloths = [{ mesh, pins: [{ select: { group: "top" }, motion }] }];
    const error = blownUp(hung({ cloths }));
    expect(error.message).toMatch(/likely cause: pin 0 of cloth 0, which moves at 10000000 m\/s$/);
  });

  test("where a particle was made no number, which the solver may be blamed for", () => {
    const world = hung();
    world.step();
    world.cloths[0]!.particles.velocities[30 * 3] = NaN;
    expect(blownUp(world).message).toMatch(
      /^the simulation blew up at 0.0166667 s: .* is at \(NaN, .*; likely cause: forces that change too fast for 20 substeps; try more solver.substeps, or the solver implicit$/,
    );
  });

  test("where a ball has gone too far", () => {
    const ball = { radius: 0.1, mass: 1, position: [0, 1e7 - 1, 0] as const };
    const world = hung({ balls: [{ ...ball, velocity: [0, 9e4, 0] }] });
    expect(blownUp(world).message).toMatch(/: ball 0 is at \(0, 1\d+, 0\) m/);
  });

  test("and nothing has torn in the step that is to blame", () => {
    const tearing = { criterion: "stretch", limit: 1.1 } as const;
    const world = hung({
      cloths: [{ mesh, tearing, pins: [{ select: { group: "top" } }] }],
      gravity: [0, -1e154, 0],
    });
    expect(blownUp(world).time).toBe(0);
    expect(world.tally.tears).toBe(0);
    expect(world.cloths[0]!.edits).toHaveLength(0);
  });
});

test("what starts out of range is refused", () => {
  const far = { mesh, transform: { position: [0, 1e8, 0] as const } };
  expect(() => new World({ cloths: [far] })).toThrow(
    /^cloths\.0: particle 0 starts at \(-0.5, 100000000, \S+\) m; expected at most 10000000 m from the origin$/,
  );
  const light = { mesh, material: { ...MATERIALS.cotton, density: 1e-320 } };
  expect(() => new World({ cloths: [light] })).toThrow("has a mass of");
  const scene = checkScene({
    name: "far",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] }, transform: far.transform }],
  });
  expect(() => createWorld(scene)).toThrow("cloths.0: particle 0 starts at");
});
