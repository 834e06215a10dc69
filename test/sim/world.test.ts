import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { closestPoint, cutAlong, generateGrid, validate } from "../../src/mesh/index.js";
import { PHASES, World, type TearEvent, totalsOf } from "../../src/sim/index.js";
import { PhaseClock } from "../../src/sim/phases/phase-clock.js";
import { runs } from "../runs.js";
import { hangingSheet, inDoublePrecision, LEFT, pulledSheet } from "../worlds.js";

function run(world: World, steps: number): World {
  for (let i = 0; i < steps; i++) world.step();
  return world;
}

function momentum(world: World): number[] {
  const total = [0, 0, 0];
  for (const { particles } of world.cloths) {
    for (let i = 0; i < 3 * particles.count; i++) {
      total[i % 3]! += particles.masses[Math.floor(i / 3)]! * particles.velocities[i]!;
    }
  }
  return total;
}

function sortedUvs(world: World): number[][] {
  return world.cloths.map(({ mesh }) => [...mesh.uvs.slice(0, 6 * mesh.triangleCount)]);
}

describe("a tear", () => {
  test("conserves mass, rest area, triangles, uvs and rest lengths; the mesh stays valid", () => {
    const world = pulledSheet();
    const uvs = sortedUvs(world);
    const rest = new Set(world.cloths[0]!.rest.lengths.slice());
    let tears = 0;
    for (let i = 0; i < 60; i++) {
      world.step();
      if (world.stats.lastTears === 0) continue;
      tears += world.stats.lastTears;
      expect(validate(world.cloths[0]!.mesh)).toBeNull();
    }
    const [start, end] = [world.start, totalsOf(world)];
    expect(tears).toBeGreaterThan(10);
    expect(world.stats.tears).toBe(tears);
    expect(end.particles).toBe(start.particles + world.cloths[0]!.edits.length);
    expect(end.triangles).toBe(start.triangles);
    expect(end.restArea).toBe(start.restArea);
    expect(end.mass / start.mass).toBeCloseTo(1, 12);
    expect(end.pieces).toBeGreaterThan(1);
    expect(sortedUvs(world)).toEqual(uvs);
    const { springs } = world.cloths[0]!;
    for (let e = 0; e < springs.count; e++) expect(rest.has(springs.restLengths[e]!)).toBe(true);
  });

  test("conserves momentum to rounding: of a free sheet that flies apart", () => {
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        const soft = { density: 0.15, stiffness: 20, bendStiffness: 0.1, damping: 0.01 };
        const [cloth] = pulledSheet({}, 6).options.cloths;
        const single = pulledSheet({ cloths: [{ ...cloth!, material: soft }] });
        // In double precision: on the reference kernels.
        for (const world of [inDoublePrecision(single), single]) {
          const { particles, pins } = world.cloths[0]!;
          for (const pin of pins) pin.release();
          for (let i = 0; i < 3 * particles.count; i++) {
            // flies apart from its center, with some randomness
            const speed = 60 * particles.positions[i]! + 5 * Math.sin(seed + 1.7 * i * i);
            particles.velocities[i] = speed;
          }
          const before = momentum(world);
          run(world, 20);
          expect(world.stats.tears).toBeGreaterThan(0);
          const size = (world === single ? 1e-5 : 1e-9) * 40 * world.start.mass;
          for (const [k, part] of momentum(world).entries()) {
            expect(Math.abs(part - before[k]!)).toBeLessThan(size);
          }
        }
      }),
      runs(7, 20),
    );
  });

  test("never splits a pinned particle", () => {
    const world = pulledSheet();
    const { pins } = world.cloths[0]!;
    const pinned = new Set(pins.flatMap((pin) => pin.particles));
    world.on("tear", ({ vertices, time }) => {
      if (time < 0.6) expect(vertices.some((vertex) => pinned.has(vertex))).toBe(false);
    });
    run(world, 34);
    expect(world.stats.tears).toBeGreaterThan(0);
  });

  test("by tension uses the force of the step, N", () => {
    const cloth = pulledSheet().options.cloths[0]!;
    const first = (limit: number): number | null => {
      const cloths = [{ ...cloth, tearing: { criterion: "tension" as const, limit } }];
      return run(pulledSheet({ cloths }), 36).stats.firstTearTime;
    };
    expect(first(5)).toBeGreaterThan(first(1)!);
    expect(first(1e6)).toBeNull();
  });

  test("is emitted with its position, axis and triangles", () => {
    const world = pulledSheet();
    const events: TearEvent[] = [];
    const stop = world.on("tear", (event) => events.push(event));
    while (events.length === 0) world.step();
    expect(events.length).toBe(world.stats.tears);
    expect(events[0]!.time).toBe(world.stats.firstTearTime);
    for (const event of events) {
      expect(Math.hypot(...event.axis)).toBeCloseTo(1, 12);
      expect(event.severity).toBeGreaterThan(1);
      expect(event.triangles.length).toBeGreaterThan(0);
      expect(event.vertices.length).toBeGreaterThan(1);
      expect(event.kind).toBe("vertex");
    }
    const { mesh } = world.cloths[0]!;
    for (const { vertices, triangles } of events) {
      for (const vertex of vertices)
        expect(triangles).toEqual(expect.arrayContaining(mesh.trianglesOf(vertex)));
    }
    const received = events.length;
    stop();
    run(world, 30);
    expect(world.stats.tears).toBeGreaterThan(received);
    expect(events.length).toBe(received);
  });

  test("over the maximum is deferred to the next step, and counted", () => {
    const cloth = pulledSheet().options.cloths[0]!;
    const world = pulledSheet({
      cloths: [{ ...cloth, tearing: { limit: 1.1, maxTearsPerStep: 1 } }],
    });
    for (let i = 0; i < 30; i++) {
      world.step();
      expect(world.stats.lastTears).toBeLessThanOrEqual(1);
    }
    expect(world.stats.cappedSteps).toBeGreaterThan(0);
  });
});

describe("the same world", () => {
  test("is bit-exact when repeated, and differs with another seed", () => {
    const hash = run(pulledSheet(), 40).hash();
    expect(run(pulledSheet(), 40).hash()).toBe(hash);
    expect(run(pulledSheet({ seed: 2 }), 40).hash()).not.toBe(hash);
  });

  test("is intact after reset and runs the same way", () => {
    const world = pulledSheet();
    const atStart = world.hash();
    const torn = run(world, 40).hash();
    world.wind = { velocity: [1, 2, 3], drag: 9 };
    world.cloths[0]!.tearing = { limit: 9 };
    world.cloths[0]!.setMaterial({ stiffness: 1 });
    world.reset();
    expect(world.hash()).toBe(atStart);
    expect(world.stats.tears).toBe(0);
    expect(world.time).toBe(0);
    expect(run(world, 40).hash()).toBe(torn);
  });
});

describe("pins", () => {
  test("move by keyframes, are static outside of them and release in time", () => {
    const world = pulledSheet({ gravity: [0, -9.81, 0] });
    const cloth = world.cloths[0]!;
    cloth.tearing = null;
    const corner = cloth.pins[1]!.particles[0]!;
    const at = (): number[] => [...cloth.positions.slice(3 * corner, 3 * corner + 2)];
    run(world, 15); // 0.25 s: halfway
    expect(at()[0]).toBeCloseTo(0.5 + 0.4, 9);
    expect(at()[1]).toBeCloseTo(-0.5 + 0.1, 9);
    run(world, 19); // after the last keyframe, before the release
    expect(at()[0]).toBeCloseTo(0.5 + 0.8, 9);
    expect(cloth.pins[1]!.isHolding).toBe(true);
    run(world, 6);
    expect(cloth.pins[1]!.isHolding).toBe(false);
    expect(at()[0]).toBeLessThan(1.25);
  });

  test("release in the step that starts at the given time, despite rounding", () => {
    for (const release of [0.1, 0.3, 0.6, 0.7]) {
      const [cloth] = pulledSheet().options.cloths;
      const world = pulledSheet(
        { cloths: [{ ...cloth!, pins: [{ select: { uv: LEFT }, release }] }] },
        2,
      );
      run(world, Math.round(60 * release));
      expect(world.cloths[0]!.pins[0]!.isHolding).toBe(true);
      world.step();
      expect(world.cloths[0]!.pins[0]!.isHolding).toBe(false);
    }
  });

  test("share no particle: it belongs to the first", () => {
    const [cloth] = pulledSheet().options.cloths;
    const top = {
      select: {
        uv: [
          [0, 0.999],
          [1, 1],
        ] as const,
      },
      release: 0.1,
    };
    const world = pulledSheet({ cloths: [{ ...cloth!, pins: [{ select: { uv: LEFT } }, top] }] });
    const { pins, positions } = world.cloths[0]!;
    const corner = 10 * 11;
    expect(pins.map((pin) => pin.particles.includes(corner))).toEqual([true, false]);
    run(world, 12); // the second releases; the corner stays
    expect(positions[3 * corner]).toBeCloseTo(-0.5, 9);
  });
});

describe("invalid options", () => {
  test("are refused by name", () => {
    const world = pulledSheet();
    const [cloth] = world.options.cloths;
    const tearing =
      (options: object): (() => World) =>
      () =>
        pulledSheet({ cloths: [{ ...cloth!, tearing: options }] });
    expect(() => world.step(0)).toThrow("step: expected a time over 0 s, got 0");
    expect(() => world.step(NaN)).toThrow("step:");
    expect(() => pulledSheet({ solver: { substeps: 0 } })).toThrow("solver.substeps");
    expect(() => pulledSheet({ solver: { step: -1 } })).toThrow("solver.step");
    expect(tearing({ criterion: "tension", limit: 0 })).toThrow(
      "tearing.limit: expected a force over 0 N",
    );
    expect(tearing({ criterion: "separation-tensor", limit: 0 })).toThrow(
      "expected a strain over 0",
    );
    expect(tearing({ weave: 2 })).toThrow("tearing.weave: expected a number from 0 to 1, got 2");
    expect(tearing({ weakStrength: 0 })).toThrow(
      "tearing.weakStrength: expected a fraction over 0",
    );
    expect(tearing({ onePointStrength: 2 })).toThrow(
      "tearing.onePointStrength: expected a fraction",
    );
    expect(tearing({ minEdgeRatio: 0.5 })).toThrow(
      "tearing.minEdgeRatio: expected a fraction over 0",
    );
    expect(tearing({ limit: 0.9 })).toThrow("tearing.limit: expected a ratio over 1, got 0.9");
  });
});

describe("the stats", () => {
  test("of tension do not depend on the length of the step", () => {
    const world = hangingSheet(6, { type: "xpbd" });
    run(world, 600); // it swings for long
    const cloth = world.cloths[0]!;
    const edge = cloth.mesh.findEdge(3 * 7 + 3, 4 * 7 + 3);
    const before = cloth.tensionOf(edge);
    for (let i = 0; i < 40; i++) world.step(1 / 240);
    expect(world.stats.substeps).toBe(5); // of the same length, so that XPBD is as soft as before
    expect(before).toBeGreaterThan(0);
    expect(cloth.tensionOf(edge) / before).toBeCloseTo(1, 2);
  });

  // On the reference kernels, and on the default ones, which report it in single precision.
  test.each([
    { kernels: "reference", rounding: 1e-12 },
    { kernels: "wasm", rounding: 1e-6 },
  ] as const)("of stretch are the maximum of the whole run: $kernels", ({ kernels, rounding }) => {
    const world = pulledSheet({ kernels });
    let largest = 0;
    const cloth = world.cloths[0]!;
    for (let i = 0; i < 60; i++) {
      const edges = cloth.mesh.edgeCount; // a step measures before it tears
      world.step();
      for (let e = 0; e < edges && world.stats.lastTears === 0; e++) {
        const [a, b] = [3 * cloth.mesh.edgeStart(e), 3 * cloth.mesh.edgeEnd(e)];
        const length = Math.hypot(
          ...[0, 1, 2].map((k) => cloth.positions[b + k]! - cloth.positions[a + k]!),
        );
        largest = Math.max(largest, length / cloth.rest.lengths[e]!);
      }
      expect(world.stats.maxStretch).toBeGreaterThanOrEqual(largest - rounding);
    }
    expect(world.stats.maxStretch).toBeGreaterThan(1.2);
  });
});

describe("a grab", () => {
  test("grabs near particles, moves them and releases", () => {
    const world = hangingSheet(10);
    const cloth = world.cloths[0]!;
    const center = 5 * 11 + 5;
    const grab = world.grab({ point: [0.02, 0.01, 0], radius: 0.05 })!;
    expect(cloth.isHeld(center)).toBe(true);
    expect(cloth.isHeld(center + 1)).toBe(false);
    grab.moveTo([0.02, 0.01, 0.2]);
    run(world, 30);
    expect(cloth.positions[3 * center + 2]).toBeCloseTo(0.2, 1);
    grab.release();
    grab.release(); // twice has no effect
    run(world, 120);
    expect(cloth.positions[3 * center + 2]).toBeLessThan(0.1);
    expect(cloth.isHeld(center)).toBe(false);
  });

  test("in violent motion keeps all numbers finite", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -50, max: 50, noNaN: true }))), {
          minLength: 5,
          maxLength: 15,
        }),
        (path) => {
          const world = pulledSheet({ gravity: [0, -9.81, 0] }, 8);
          const grab = world.grab({ point: [0, 0, 0], radius: 0.15 })!;
          for (const [x, y, z] of path) {
            grab.moveTo([x!, y!, z!]);
            world.step();
          }
          grab.release();
          run(world, 20);
          expect(world.isFinite()).toBe(true);
          expect(validate(world.cloths[0]!.mesh)).toBeNull();
        },
      ),
      runs(8, 15),
    );
  });

  test("finds nothing far from the cloth, and the nearest particle of a coarse one", () => {
    const world = pulledSheet({}, 2); // cells of half a meter
    expect(world.grab({ point: [0.2, 0.2, 0] })).not.toBeNull();
    expect(world.grab({ point: [0, 0, 3] })).toBeNull();
    expect(world.cloths[0]!.grabs).toHaveLength(1);
  });

  test("with invalid options is refused", () => {
    const world = pulledSheet();
    expect(() => world.grab({ point: [0, 0, 0], cloth: 3 })).toThrow(
      "grab.cloth: there is no cloth 3",
    );
    expect(() => world.grab({ point: [0, NaN, 0] })).toThrow("expected a finite number");
    const grab = world.grab({ point: [0, 0, 0] })!;
    expect(() => grab.moveTo([Infinity, 0, 0])).toThrow("expected a finite number");
  });
});

test("two cloths tear independently, each by its own rules", () => {
  const cloth = pulledSheet().options.cloths[0]!;
  const away = { position: [0, 5, 0] as const };
  const world = pulledSheet({ cloths: [cloth, { ...cloth, transform: away, tearing: null }] });
  run(world, 40);
  expect(world.cloths[0]!.edits.length).toBeGreaterThan(0);
  expect(world.cloths[1]!.edits.length).toBe(0);
  expect(world.cloths[1]!.positions[1]).toBeGreaterThan(4);
});

test("a torn sheet comes to rest on the floor, nothing below it", () => {
  const world = pulledSheet({
    gravity: [0, -9.81, 0],
    colliders: [
      {
        type: "half-space",
        point: [0, -0.7, 0],
        normal: [0, 1, 0],
        friction: 0.5,
        thickness: 0.002,
      },
    ],
  });
  run(world, 200);
  const { positions, particles } = world.cloths[0]!;
  let low = Infinity;
  for (let p = 0; p < particles.count; p++) low = Math.min(low, positions[3 * p + 1]!);
  expect(low).toBeGreaterThanOrEqual(-0.7 + 0.002 - 1e-4);
  expect(low).toBeLessThan(-0.69);
});

describe("the phase clock", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** A clock that advances by 1 ms at every read: every phase that is read has a time. */
  function tick(): void {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => ++now);
  }

  test.each(["step", "substep", "exact"] as const)(
    "has a time for every phase of a run that tears: resolve %s",
    (resolve) => {
      const { cloths } = pulledSheet().options;
      const tearing = { ...cloths[0]!.tearing, resolve };
      const world = pulledSheet({ cloths: [{ ...cloths[0]!, tearing }] });
      tick();
      run(world, 40);
      expect(world.stats.tears).toBeGreaterThan(0);
      const { milliseconds } = world.clock;
      expect(Object.keys(milliseconds)).toEqual([...PHASES]);
      for (const phase of PHASES) expect(milliseconds[phase], phase).toBeGreaterThan(0);
    },
  );

  test("assigns all time to some phase", () => {
    const world = pulledSheet();
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => ++now);
    for (let i = 0; i < 40; i++) {
      const before = now;
      const sum = sumOf(world.clock.milliseconds);
      world.step();
      // From its first read to its last.
      expect(sumOf(world.clock.milliseconds) - sum).toBeCloseTo(now - before - 1, 9);
    }
  });

  test("divides the time of unread substeps like that of the read ones", () => {
    let now = 0;
    const clock = new PhaseClock(() => now);
    const shares = { forces: 1, solve: 5, collide: 2 };
    for (let step = 0; step < 1000; step++) {
      clock.start();
      for (let number = 0; number < 20; number++) {
        clock.startSubstep();
        for (const phase of ["forces", "solve", "collide"] as const) {
          now += shares[phase];
          if (number === 0 && phase === "collide") now += 20; // it searches for contacts
          clock.end(phase);
        }
      }
      clock.resume();
      now += 3;
      clock.end("report");
    }
    const { forces, solve, collide, report, tear } = clock.milliseconds;
    expect(forces / 20_000).toBeCloseTo(1, 1);
    expect(solve / 100_000).toBeCloseTo(1, 1);
    expect(collide / 60_000).toBeCloseTo(1, 1);
    expect(report).toBeCloseTo(3000, 9);
    expect(tear).toBe(0);
    expect(forces + solve + collide + report).toBeCloseTo(now, 6);
  });

  test("is read a few times per step, for any number of substeps", () => {
    const world = hangingSheet(4, { substeps: 500 });
    let readings = 0;
    vi.spyOn(performance, "now").mockImplementation(() => ++readings);
    world.step();
    readings = 0;
    for (let i = 0; i < 10; i++) world.step();
    expect(readings / 10).toBeGreaterThan(10);
    expect(readings / 10).toBeLessThan(30);
  });

  function sumOf(milliseconds: Record<string, number>): number {
    return Object.values(milliseconds).reduce((sum, time) => sum + time, 0);
  }
});

describe("a cloth that is cut from code", () => {
  test("continues as two when its edits are replayed, and refuses to step if they are not", () => {
    const world = new World({
      cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [8, 8] }) }],
    });
    const cloth = world.cloths[0]!;
    const { mass } = totalsOf(world);
    const line = [
      [-0.5, 0.03, 0],
      [0.5, -0.06, 0],
    ].map((point) => closestPoint(cloth.mesh, cloth.positions, point as [number, number, number])!);
    const { edits } = cutAlong(cloth.mesh, cloth.positions, line);
    expect(() => world.step()).toThrow(
      `the mesh of cloth 0 has made ${edits.length} edits, but its cloth has replayed 0`,
    );
    for (const edit of edits) cloth.replay(edit);
    for (let i = 0; i < 30; i++) world.step();
    expect(world.isFinite()).toBe(true);
    expect(totalsOf(world)).toMatchObject({ pieces: 2 });
    expect(totalsOf(world).mass).toBeCloseTo(mass, 12);
  });
});
