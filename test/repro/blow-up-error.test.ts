import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { attractor, BlowUpError, vortex, World, type WorldOptions } from "../../src/sim/index.js";
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

// A run with diverged numbers continued to its end: stretched by 4e49, in 319 pieces, with exit code 0.
describe("a run that has blown up ends with an error", () => {
  test("that names the time, the cloth and gravity as the cause", () => {
    // In single precision, the default, a gravity of 1e154 m/s² is infinite.
    for (const [kernels, gravity] of [
      ["reference", "1e+154"],
      ["wasm", "1000000000"],
    ] as const) {
      const error = blownUp(hung({ kernels, gravity: [0, -Number(gravity), 0] }));
      expect(error.message).toMatch(
        /^the simulation blew up at 0 s: particle \d+ of cloth 0 has a velocity of \(.*\) m\/s, expected at most 100000 m\/s; likely cause: /,
      );
      expect(error.message.endsWith(`: gravity of (0, -${gravity}, 0) m/s²`)).toBe(true);
      expect(error).toMatchObject({ time: 0, cloth: 0 });
    }
  });

  test("that names wind as the cause", () => {
    const wind = { velocity: [1e9, 0, 1e9] as const, drag: 1.2 };
    const error = blownUp(hung({ wind, solver: { type: "implicit" } }));
    expect(error.message).toMatch(/likely cause: wind of \(1000000000, 0, 1000000000\) m\/s$/);
  });

  test("that names a pin as the cause", () => {
    const motion = [
      { time: 0, translation: [0, 0, 0] as const },
      { time: 0.1, translation: [1e6, 0, 0] as const },
    ];
    const cloths = [{ mesh, pins: [{ select: { group: "top" }, motion }] }];
    const error = blownUp(hung({ cloths }));
    expect(error.message).toMatch(/likely cause: pin 0 of cloth 0, which moves at 10000000 m\/s$/);
  });

  test("if a particle was set to NaN, which may look like a solver error", () => {
    const world = hung({ solver: { type: "xpbd" } });
    world.step();
    world.cloths[0]!.particles.velocities[30 * 3] = NaN;
    expect(blownUp(world).message).toMatch(
      /^the simulation blew up at 0.0166667 s: .* is at \(NaN, .*; likely cause: forces that change too fast for 20 substeps; try more solver.substeps, or the solver implicit$/,
    );
  });

  test("if a ball is too far away", () => {
    const ball = { radius: 0.1, mass: 1, position: [0, 1e7 - 1, 0] as const };
    const world = hung({ balls: [{ ...ball, velocity: [0, 9e4, 0] }] });
    expect(blownUp(world).message).toMatch(/: ball 0 is at \(0, 1\d+, 0\) m/);
  });

  test("that names gravity as the cause, also if a floor has stopped everything", () => {
    const colliders = [{ type: "half-space", point: [0, -1, 0], normal: [0, 1, 0] } as const];
    const error = blownUp(hung({ gravity: [0, -1e154, 0], cloths: [{ mesh }], colliders }));
    expect(error.message).toMatch(/cloth 0 .*; likely cause: gravity of \(0, -1e\+154, 0\) m\/s²$/);
  });

  test("that names a field, a ball or a stiffness as the cause", () => {
    const fields = [attractor({ point: [0, 0, 0], acceleration: 1e300, radius: 1 })];
    expect(blownUp(hung({ fields })).message).toMatch(/likely cause: field 0$/);
    const winds = [vortex({ point: [9, 0, 0], axis: [0, 1, 0], speed: 1e200, radius: 1 })];
    expect(blownUp(hung({ fields: winds })).message).toMatch(/likely cause: field 0$/);
    const balls = [
      { radius: 0.1, mass: 1e9, position: [0, 0, 1], velocity: [0, 0, -9e4] } as const,
    ];
    const thrown = hung({ balls, gravity: [0, 0, 9e3] });
    thrown.cloths[0]!.particles.velocities[3 * 8] = NaN;
    expect(blownUp(thrown).message).toMatch(/likely cause: ball 0, which flies at \d+ m\/s$/);
    const cloths = [{ mesh, material: { ...MATERIALS.cotton, stiffness: 1e300 } }];
    const stiff = hung({ cloths });
    stiff.cloths[0]!.particles.velocities[3 * 8] = NaN;
    expect(blownUp(stiff).message).toMatch(/likely cause: a stiffness of 1e\+300 N\/m of cloth 0/);
  });

  test("and nothing has torn in the step that failed", () => {
    const tearing = { criterion: "stretch", limit: 1.1 } as const;
    const world = hung({
      cloths: [{ mesh, tearing, pins: [{ select: { group: "top" } }] }],
      gravity: [0, -1e154, 0],
    });
    expect(blownUp(world).time).toBe(0);
    expect(world.stats.tears).toBe(0);
    expect(world.cloths[0]!.edits).toHaveLength(0);
  });
});

test("an initial state out of range is refused", () => {
  const far = { mesh, transform: { position: [0, 1e8, 0] as const } };
  expect(() => new World({ cloths: [far] })).toThrow(
    /^cloths\.0: particle 0 starts at \(-0.5, 100000000, \S+\) m; expected at most 10000000 m from the origin$/,
  );
  const light = { mesh, material: { ...MATERIALS.cotton, density: 1e-320 } };
  expect(() => new World({ cloths: [light] })).toThrow("has a mass of");
  const ball = { radius: 0.1, mass: 1, position: [0, 0, 1], velocity: [0, 0, -1e6] } as const;
  expect(() => hung({ balls: [ball] })).toThrow(
    "balls.0: it starts at (0, 0, 1) m with 1000000 m/s; expected at most 10000000 m from the origin and 100000 m/s",
  );
  const tiny = generateGrid({ size: [1e-160, 1e-160], segments: [3, 3] });
  expect(() => new World({ cloths: [{ mesh: tiny }] })).toThrow("cloths.0: it has no mass");
  const scene = checkScene({
    name: "far",
    cloths: [{ mesh: { type: "grid", size: [1, 1], segments: [2, 2] }, transform: far.transform }],
  });
  expect(() => createWorld(scene)).toThrow("cloths.0: particle 0 starts at");
  const balls = [{ ...ball }] as const;
  const near = { mesh: { type: "grid", size: [1, 1], segments: [2, 2] } } as const;
  const thrown = checkScene({ name: "thrown", cloths: [near], balls });
  expect(() => createWorld(thrown)).toThrow("balls.0: it starts at");
});
