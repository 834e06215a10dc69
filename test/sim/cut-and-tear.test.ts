import { describe, expect, test } from "vitest";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid, validate } from "../../src/mesh/index.js";
import {
  World,
  type ClothOptions,
  type KnifeKeyframe,
  type WorldCloth,
  type WorldOptions,
  totalsOf,
} from "../../src/sim/index.js";

/** A sheet of 1 m × 1 m in the xy-plane that hangs by its upper side, or is free. */
function sheet(options: Partial<ClothOptions> = {}, world: Partial<WorldOptions> = {}): World {
  const mesh = generateGrid({ size: [1, 1], segments: [10, 10] });
  return new World({
    cloths: [
      {
        mesh,
        pins: [
          {
            select: {
              uv: [
                [0, 1],
                [1, 1],
              ],
            },
          },
        ],
        ...options,
      },
    ],
    solver: { type: "xpbd", substeps: 10 },
    ...world,
  });
}

function momentumOf({ particles }: WorldCloth): number[] {
  return [0, 1, 2].map((k) => {
    let sum = 0;
    for (let p = 0; p < particles.count; p++) {
      sum += particles.masses[p]! * particles.velocities[3 * p + k]!;
    }
    return sum;
  });
}

/** At rest, m², largest first. */
function areasOfPieces({ mesh, rest, pieces }: WorldCloth): number[] {
  const areas = new Map<number, number>();
  for (let t = 0; t < mesh.triangleCount; t++) {
    const piece = pieces.pieceOf(mesh.halfedgeVertices[3 * t]!);
    areas.set(piece, (areas.get(piece) ?? 0) + rest.areas[t]!);
  }
  return [...areas.values()].toSorted((a, b) => b - a);
}

function expectValid(world: World): void {
  for (const cloth of world.cloths) {
    expect(validate(cloth.mesh)).toBeNull();
    expect(cloth.particles.count).toBe(cloth.mesh.vertexCount);
  }
  expect(totalsOf(world).mass).toBeCloseTo(world.start.mass, 12);
  expect(totalsOf(world).restArea).toBeCloseTo(world.start.restArea, 12);
}

describe("a cut from code", () => {
  test("along a line over the cloth frees the enclosed part, and emits events", () => {
    const world = sheet();
    const reported: string[] = [];
    world.on("cut", ({ cloth, edges, vertices }) => {
      expect(cloth).toBe(0);
      expect(edges.length).toBeGreaterThan(8);
      expect(vertices.length).toBeGreaterThan(0);
      reported.push("cut");
    });
    world.on("piece", ({ area }) => reported.push(`piece of ${area.toFixed(2)} m²`));
    const { complete, edits } = world.cut({
      line: [
        [-0.6, -0.1, 0.1],
        [0.6, -0.1, 0],
      ],
    });
    expect(complete).toBe(true);
    expect(edits.length).toBeGreaterThan(10);
    expect(reported).toEqual(["cut", "piece of 0.40 m²"]);
    expectValid(world);
    for (let i = 0; i < 30; i++) world.step();
    expect(totalsOf(world).pieces).toBe(2);
    expect(Math.min(...world.cloths[0]!.positions)).toBeLessThan(-1); // it falls
    expectValid(world);
  });

  test("opens an edge, and a vertex across an axis; pinned ones too, and both sides stay pinned", () => {
    const world = sheet();
    const { mesh, particles } = world.cloths[0]!;
    const top = 120 - 5; // a vertex of the pinned row
    expect(particles.pinned[top]).toBe(1);
    expect(world.cut({ vertex: top, axis: [1, 0, 0] }).edits).toHaveLength(1);
    expect(particles.count).toBe(122);
    expect(particles.pinned[121]).toBe(1);
    const edge = mesh.edgesOf(60).find((e) => mesh.edgeTriangleCount(e) === 2)!;
    expect(world.cut({ edge }).edits[0]!.type).toBe("separate-edge");
    expect(world.cut({ edge }).edits).toEqual([]); // already open
    expectValid(world);
    expect(world.cuts).toHaveLength(2);
  });

  test("refuses missing targets, by the name of the field", () => {
    const world = sheet();
    expect(() => world.cut({ edge: 5000 })).toThrow("cut.edge: expected 0 to 319, got 5000");
    expect(() => world.cut({ vertex: -1, axis: [1, 0, 0] })).toThrow("cut.vertex: expected 0 to");
    expect(() => world.cut({ vertex: 1, axis: [0, 0, 0] })).toThrow(
      "cut.axis: expected a direction",
    );
    expect(() => world.cut({ line: [[0, 0, 0]] })).toThrow("cut.line: expected two points or more");
    expect(() =>
      world.cut({
        line: [
          [0, NaN, 0],
          [1, 0, 0],
        ],
      }),
    ).toThrow("cut.line.0");
    expect(() => world.cut({ cloth: 3, edge: 0 })).toThrow("cut.cloth: there is no cloth 3");
    expect(world.cuts).toHaveLength(0);
  });

  test("can be undone, with all later tears, bit-exactly if nothing has moved", () => {
    const world = sheet({ pins: [] }, { gravity: [0, 0, 0] });
    for (let i = 0; i < 3; i++) world.step();
    const before = world.hash();
    expect(world.undo()).toBe(false);
    world.cut({
      line: [
        [-0.6, 0, 0],
        [0.6, 0.2, 0],
      ],
    });
    world.cut({ edge: 7 });
    world.tear({ vertex: 30, axis: [0, 1, 0] });
    expect(world.hash()).not.toBe(before);
    expect(world.undo()).toBe(true); // the edge, and the tear after it
    expect(totalsOf(world).pieces).toBe(2);
    expect(world.undo()).toBe(true);
    expect(world.hash()).toBe(before);
    expect(totalsOf(world).pieces).toBe(1);
    expect(world.undo()).toBe(false);
  });

  test.each(["xpbd", "implicit", "euler"] as const)(
    "is closed again during a fall with %s, with all momentum",
    (type) => {
      const world = sheet({ pins: [] }, { solver: { type } });
      world.cut({
        line: [
          [-0.6, 0.05, 0],
          [0.6, 0, 0],
        ],
      });
      world.grab({ point: [0, -0.4, 0] })!.moveTo([0, -0.45, 0.1]);
      for (let i = 0; i < 6; i++) world.step();
      const momentum = momentumOf(world.cloths[0]!);
      world.undo();
      for (const [k, p] of momentumOf(world.cloths[0]!).entries())
        expect(p).toBeCloseTo(momentum[k]!, 9);
      expect(totalsOf(world).pieces).toBe(1);
      for (let i = 0; i < 6; i++) world.step();
      expect(world.isFinite()).toBe(true);
      expectValid(world);
    },
  );
});

describe("a tear by a custom algorithm", () => {
  test("uses the path of the cloth or another one, and never splits pinned vertices", () => {
    const world = sheet({ tearing: { limit: 100, path: "slice" } });
    const times: number[] = [];
    world.on("tear", ({ time }) => times.push(time));
    world.step();
    const { mesh } = world.cloths[0]!;
    const inner = mesh.edgesOf(60).find((e) => mesh.edgeTriangleCount(e) === 2)!;
    expect(world.tear({ vertex: 60, axis: [1, 0, 0] })!.kind).toBe("vertex");
    expect(world.tear({ edge: inner, path: "weak-point" })).not.toBeNull();
    expect(world.tear({ vertex: 115, axis: [1, 0, 0] })).toBeNull(); // pinned
    expect(world.stats.tears).toBe(2);
    expect(world.stats.firstTearTime).toBe(world.time);
    expect(times).toEqual([world.time, world.time]);
    expectValid(world);
  });

  test("needs no tearing options", () => {
    const world = sheet();
    expect(world.tear({ vertex: 60, axis: [0, 1, 0] })).not.toBeNull();
    expect(() => world.tear({ edge: -2 })).toThrow("tear.edge: expected 0 to 321, got -2");
  });
});

describe("a knife", () => {
  /** Moves a blade through the sheet across it, from left to right, in a number of steps. */
  function slash(world: World, steps: number, y = 0): void {
    const at = (x: number): [Vec3Tuple, Vec3Tuple] => [
      [x, y, -1],
      [x, y, 1],
    ];
    const [from, to] = at(-0.8);
    const knife = world.knife({ from, to });
    for (let i = 1; i <= steps; i++) {
      knife.moveTo(...at(-0.8 + (1.6 * i) / steps));
      world.step();
      expectValid(world);
    }
    knife.release();
  }

  test.each([1, 2, 7, 60])(
    "cuts all the way through in %i steps, while the cloth swings",
    (steps) => {
      const world = sheet({}, { wind: { velocity: [0, 0, 0.5] } });
      for (let i = 0; i < 5; i++) world.step();
      slash(world, steps);
      // The flap on its remaining connection moves over the blade: a slow blade may cut some fragments off.
      const [first, second] = areasOfPieces(world.cloths[0]!);
      expect(first).toBeLessThan(0.7);
      expect(first! + second!).toBeGreaterThan(0.97);
      expect(world.knives).toHaveLength(0);
      expect(world.cuts).toHaveLength(1); // one stroke
    },
  );

  test("at rest cuts cloth that falls on it", () => {
    const world = sheet({ pins: [], transform: { position: [0, 1, 0] } }, { wind: { drag: 0 } });
    world.knife({ from: [0.03, 0.2, -1], to: [0.03, 0.2, 1] });
    for (let i = 0; i < 60; i++) world.step();
    expect(totalsOf(world).pieces).toBe(2);
    expectValid(world);
  });

  test("cuts two cloths at once, or only its own", () => {
    const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });
    const far = { mesh, transform: { position: [0, 0, 0.1] as Vec3Tuple } };
    const world = new World({ cloths: [{ mesh }, far], gravity: [0, 0, 0] });
    slash(world, 4);
    expect(world.cloths.map(({ pieces }) => pieces.count)).toEqual([2, 2]);
    const one = new World({ cloths: [{ mesh }, far], gravity: [0, 0, 0] });
    const knife = one.knife({ from: [-0.8, 0, -1], to: [-0.8, 0, 1], cloth: 1 });
    knife.moveTo([0.8, 0, -1], [0.8, 0, 1]);
    one.step();
    expect(one.cloths.map(({ pieces }) => pieces.count)).toEqual([1, 2]);
  });

  test("can trigger a listener that cuts", () => {
    const world = sheet();
    let cuts = 0;
    world.on("cut", () => {
      cuts++;
      if (cuts === 1) world.cut({ edge: 7 });
    });
    slash(world, 1);
    expect(cuts).toBe(2);
    expect(world.cuts).toHaveLength(2);
  });

  test("is undone as one stroke", () => {
    const world = sheet({}, { gravity: [0, 0, 0] });
    slash(world, 9);
    slash(world, 3, 0.25);
    expect(totalsOf(world).pieces).toBe(3);
    expect(world.undo()).toBe(true);
    expect(totalsOf(world).pieces).toBe(2);
    expect(world.undo()).toBe(true);
    expect(totalsOf(world).pieces).toBe(1);
    expect(world.cloths[0]!.edits).toHaveLength(0);
  });

  test("emits events for each cut and each separated piece", () => {
    const world = sheet();
    const reported: string[] = [];
    world.on("cut", ({ time }) => reported.push(`cut at ${time.toFixed(3)}`));
    world.on("piece", () => reported.push("piece"));
    slash(world, 1);
    expect(reported).toEqual(["cut at 0.017", "piece"]);
  });

  test("continues in a saved world bit-exactly", () => {
    const run = (world: World, from: number): string => {
      for (let i = from; i < 8; i++) {
        const x = -0.8 + (1.6 * (i + 1)) / 8;
        for (const knife of world.knives) knife.moveTo([x, 0.02, -0.3], [x, 0.02, 0.3]);
        world.step();
      }
      return world.hash();
    };
    const world = sheet();
    world.knife({ from: [-0.8, 0, -0.3], to: [-0.8, 0, 0.3] });
    const knives = world.knives;
    for (let i = 0; i < 4; i++) {
      const x = -0.8 + (1.6 * (i + 1)) / 8;
      knives[0]!.moveTo([x, 0.02, -0.3], [x, 0.02, 0.3]);
      world.step();
    }
    const other = sheet();
    other.load(world.save());
    const hash = run(world, 4);
    expect(run(other, 4)).toBe(hash);
    expect(totalsOf(world).pieces).toBe(2);
  });

  test("of the options follows its keyframes, and is removed at the last", () => {
    const path = (from: number, to: number): [number, number, number][] => [
      [from, 0, -1],
      [to, 0, 1],
    ];
    const key = (time: number, x: number): KnifeKeyframe => {
      const [from, to] = path(x, x);
      return { time, from: from!, to: to! };
    };
    const knives = [{ motion: [key(0.1, -0.8), key(0.15, 0), key(0.3, 0.8)] }];
    const run = (world: World, until: number): void => {
      while (world.time < until - 1e-9) world.step();
    };
    const world = sheet({}, { gravity: [0, 0, 0], knives });
    run(world, 0.1);
    expect(world.knives).toHaveLength(0);
    run(world, 0.15);
    expect(world.knives).toHaveLength(1);
    expect(world.knives[0]!.blade.from[0]).toBeCloseTo(0, 9);
    expect(totalsOf(world).pieces).toBe(1);
    const other = sheet({}, { gravity: [0, 0, 0], knives });
    other.load(world.save());
    run(world, 0.4);
    run(other, 0.4);
    expect(world.knives).toHaveLength(0);
    expect(totalsOf(world).pieces).toBe(2);
    expect(other.hash()).toBe(world.hash());
    expect(world.undo()).toBe(true);
    expect(totalsOf(world).pieces).toBe(1);
    world.reset();
    run(world, 0.4);
    expect(totalsOf(world).pieces).toBe(2);

    const refuse = (motion: KnifeKeyframe[], why: string): void =>
      expect(() => sheet({}, { knives: [{ motion }] })).toThrow(why);
    refuse([key(0, 0)], "knives.0.motion: expected two keyframes or more");
    refuse([key(1, 0), key(1, 1)], "knives.0.motion.1.time: expected keyframes with rising times");
    refuse([key(-1, 0), key(1, 1)], "knives.0.motion.0.time: expected a time of 0 s or more");
    refuse([key(0, NaN), key(1, 1)], "knives.0.motion.0.from");
    expect(() => sheet({}, { knives: [{ ...knives[0]!, minAngle: 90 }] })).toThrow(
      "knives.0.minAngle: expected 0 to 30 degrees, got 90",
    );
    expect(() => sheet({}, { knives: [{ ...knives[0]!, cloth: 1 }] })).toThrow(
      "knives.0.cloth: there is no cloth 1 (0 to 0)",
    );
  });

  test("refuses a blade without a position", () => {
    const world = sheet();
    expect(() => world.knife({ from: [0, 0, NaN], to: [0, 0, 0] })).toThrow("knife.from");
    expect(() => world.knife({ from: [0, 0, 0], to: [0, 0, 1], cloth: 2 })).toThrow(
      "knife.cloth: there is no cloth 2",
    );
    expect(() => world.knife({ from: [0, 0, 0], to: [0, 0, 1], snap: 3 })).toThrow(
      "knife.snap: expected a number between 0 and 0.5, got 3",
    );
    const knife = world.knife({ from: [0, 0, 0], to: [0, 0, 1] });
    expect(() => knife.moveTo([0, 0, 0], [0, Infinity, 0])).toThrow("moveTo.to");
  });
});
