import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS } from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import {
  cutAlong,
  generateGrid,
  generateTube,
  pointAtUv,
  redo,
  splitEdge,
  splitVertex,
  validate,
  type MeshData,
} from "../../src/mesh/index.js";
import {
  World,
  type ClothOptions,
  type SeamOpenEvent,
  type PieceEvent,
  type SeamOptions,
  type WorldCloth,
  totalsOf,
} from "../../src/sim/index.js";
import { runs } from "../runs.js";

const GRID = generateGrid({ size: [1, 1], segments: [6, 6] });
/** The center column of the grid, from the bottom to the top. */
const COLUMN = [3, 10, 17, 24, 31, 38, 45];
const CENTER = {
  uv: [
    [0.5, 0],
    [0.5, 1],
  ],
} as const;
const SLANTED = [
  [0.1, 0],
  [0.43, 0.6],
  [0.93, 1],
] as const;

/** A sheet that hangs from its top row. */
function sheet(seam: SeamOptions, options: Partial<ClothOptions> = {}): World {
  return new World({
    solver: { substeps: 8 },
    cloths: [
      {
        mesh: GRID,
        pins: [{ select: { group: "top" } }],
        imperfection: 0,
        ...options,
        seams: [seam],
      },
    ],
  });
}

function run(world: World, seconds: number): World {
  for (let i = 0; i < Math.round(60 * seconds); i++) world.step();
  return world;
}

function edgesBetween({ mesh }: WorldCloth, vertices: readonly number[]): number[] {
  return vertices.slice(1).map((vertex, i) => mesh.findEdge(vertices[i]!, vertex));
}

function openCount({ mesh }: WorldCloth, edges: readonly number[]): number {
  return edges.filter((edge) => mesh.edgeTriangleCount(edge) === 1).length;
}

/** Mass, momentum and rest area of a cloth. */
function sums({ particles, rest, mesh }: WorldCloth): number[] {
  const sum = [0, 0, 0, 0, 0];
  for (let p = 0; p < particles.count; p++) {
    sum[0]! += particles.masses[p]!;
    for (let k = 0; k < 3; k++) {
      sum[1 + k]! += particles.masses[p]! * particles.velocities[3 * p + k]!;
    }
  }
  for (let t = 0; t < mesh.triangleCount; t++) sum[4]! += rest.areas[t]!;
  return sum;
}

describe("a seam of selected edges", () => {
  test("opens as a whole in the step that starts at its time", () => {
    const world = sheet({ select: CENTER, openTime: 0.1 });
    const cloth = world.cloths[0]!;
    const column = edgesBetween(cloth, COLUMN);
    expect(cloth.seams[0]!.edges).toEqual(column);
    const events: SeamOpenEvent[] = [];
    const pieces: PieceEvent[] = [];
    world.on("seam-open", (event) => events.push(event));
    world.on("piece", (event) => pieces.push(event));
    run(world, 0.1);
    expect([openCount(cloth, column), cloth.seams[0]!.openFraction, events]).toEqual([0, 0, []]);
    world.step();
    expect([openCount(cloth, column), cloth.seams[0]!.openFraction]).toEqual([6, 1]);
    expect(events).toEqual([
      { type: "seam-open", time: world.time, cloth: 0, seam: 0, edges: column, fraction: 1 },
    ]);
    expect(pieces).toHaveLength(1); // the two halves are only connected by the pins
    expect(pieces[0]!.area).toBeCloseTo(0.5, 12);
    expect(totalsOf(world).pieces).toBe(2);
    expect(validate(cloth.mesh)).toBeNull();
    run(world, 0.5);
    expect(events).toHaveLength(1);
  });

  test("leaves both copies of a pinned particle pinned, in place", () => {
    const world = run(sheet({ select: CENTER, openTime: 0 }), 0.5);
    const cloth = world.cloths[0]!;
    const held = cloth.pins[0]!.particles;
    expect(held).toHaveLength(8);
    for (const particle of held) {
      expect(cloth.isHeld(particle)).toBe(true);
      expect(cloth.positions[3 * particle + 1]).toBe(0.5);
    }
  });

  test("ends inside the cloth, which stays in one piece", () => {
    const world = run(sheet({ select: { ids: [10, 17, 24] }, openTime: 0 }), 0.1);
    expect(totalsOf(world).pieces).toBe(1);
    expect(totalsOf(world).particles).toBe(50); // only 17 has split
    expect(validate(world.cloths[0]!.mesh)).toBeNull();
  });

  test("starts with the lower number, or with the first named", () => {
    const edgesOf = (ids: number[]): readonly number[] =>
      sheet({ select: { ids }, openTime: 0 }).cloths[0]!.seams[0]!.edges;
    const up = edgesOf([3, 10, 17, 24]);
    expect(edgesOf([24, 17, 10, 3])).toEqual(up.toReversed());
    expect(edgesOf([17, 24, 3, 10])).toEqual(up.toReversed());
    expect(edgesOf([10, 3, 24, 17])).toEqual(up);
  });

  test("goes around a tube and cuts it in two", () => {
    const mesh = generateTube({ radius: 0.2, height: 0.6, segments: [12, 6] });
    const select = {
      uv: [
        [0, 0.5],
        [1, 0.5],
      ],
    } as const;
    const world = run(sheet({ select, openTime: 0, openDuration: 0.2 }, { mesh }), 0.15);
    expect(totalsOf(world).pieces).toBe(1);
    run(world, 0.1);
    expect(totalsOf(world).pieces).toBe(2);
    expect(validate(world.cloths[0]!.mesh)).toBeNull();
  });

  test("is closed again after a reset, and opens bit-exactly the same way", () => {
    const world = run(sheet({ select: CENTER, openTime: 0.1, openDuration: 0.2 }), 0.5);
    const hash = world.hash();
    world.reset();
    expect(world.cloths[0]!.seams[0]!.openFraction).toBe(0);
    expect(totalsOf(world).pieces).toBe(1);
    expect(run(world, 0.5).hash()).toBe(hash);
  });
});

describe("a seam along a line", () => {
  test("does not change the mesh until its time, then cuts like cutAlong", () => {
    const world = sheet({ line: SLANTED, openTime: 0.1 });
    const plain = new World({
      ...world.options,
      cloths: [{ ...world.options.cloths[0]!, seams: [] }],
    });
    run(world, 0.1);
    run(plain, 0.1);
    expect(world.hash()).toBe(plain.hash());
    const cloth = plain.cloths[0]!;
    const points = SLANTED.map(([u, v]) => pointAtUv(cloth.mesh, u, v)!);
    const { edits, edges } = cutAlong(cloth.mesh, cloth.rest.positions, points);
    for (const edit of edits) cloth.replay(edit);
    world.step();
    plain.step();
    expect(world.hash()).toBe(plain.hash());
    expect(totalsOf(world).pieces).toBe(2);
    expect(world.cloths[0]!.seams[0]!.edges).toEqual(edges);
    expect(validate(world.cloths[0]!.mesh)).toBeNull();
  });

  test("opens the same edges as a zip, with the same edits", () => {
    const at = run(sheet({ line: SLANTED, openTime: 0.1 }), 0.6);
    const zip = run(sheet({ line: SLANTED, openTime: 0.1, openDuration: 0.3 }), 0.6);
    expect(zip.cloths[0]!.edits).toEqual(at.cloths[0]!.edits);
    expect(zip.hash()).not.toBe(at.hash()); // it was connected for longer
  });

  test("runs along a curved cloth: a spiral around a tube is one cut of its length", () => {
    const mesh = generateTube({ radius: 0.3, height: 1, segments: [24, 16] });
    const world = sheet(
      {
        line: [
          [0.02, 0],
          [0.98, 1],
        ],
        openTime: 0,
        openDuration: 1,
      },
      { mesh },
    );
    world.step();
    const { ends, edges } = world.cloths[0]!.seams[0]!.state;
    const [around, up] = [0.96 * 2 * Math.PI * 0.3, 1];
    expect(ends.at(-1)! / Math.hypot(around, up)).toBeGreaterThan(0.97);
    expect(ends.at(-1)! / Math.hypot(around, up)).toBeLessThan(1.1);
    run(world, 1.1);
    const cloth = world.cloths[0]!;
    expect(openCount(cloth, edges)).toBe(edges.length);
    expect(validate(cloth.mesh)).toBeNull();
    // Open from end to end: the border is one loop now, so the tube has become a strip (Euler characteristic 1).
    const { vertexCount, edgeCount, triangleCount } = cloth.mesh;
    expect(vertexCount - edgeCount + triangleCount).toBe(1);
  });

  test("continues across earlier tears", () => {
    const world = sheet({
      line: [
        [0.5, 0],
        [0.5, 1],
      ],
      openTime: 0.1,
    });
    const cloth = world.cloths[0]!;
    for (const vertex of [17, 24]) {
      const triangles = cloth.mesh.trianglesOf(vertex);
      const left = triangles.filter((t) => {
        const corners = cloth.mesh.cornersIn(t);
        return corners.reduce((sum, v) => sum + cloth.positions[3 * v]!, 0) < 0;
      });
      cloth.replay(splitVertex(cloth.mesh, vertex, left));
    }
    run(world, 0.2);
    expect(totalsOf(world).pieces).toBe(2);
    expect(validate(cloth.mesh)).toBeNull();
  });
});

describe("a zip", () => {
  test("opens edge by edge at a constant speed, in order", () => {
    const world = sheet({ select: CENTER, openTime: 0.1, openDuration: 0.6 });
    const cloth = world.cloths[0]!;
    const column = edgesBetween(cloth, COLUMN);
    const opened: number[] = [];
    const parts: number[] = [];
    world.on("seam-open", ({ edges, fraction }) => {
      opened.push(...edges);
      parts.push(fraction);
    });
    for (let i = 0; i < 60; i++) {
      const time = world.time;
      world.step();
      const expected = Math.min(6, Math.max(0, Math.floor((time - 0.1) / 0.1 + 1e-6)));
      expect(Math.abs(openCount(cloth, column) - expected), `${time} s`).toBeLessThanOrEqual(
        Math.abs((time - 0.1) / 0.1 - Math.round((time - 0.1) / 0.1)) < 1e-6 ? 1 : 0,
      );
      expect(openCount(cloth, column.slice(0, opened.length))).toBe(opened.length);
    }
    expect(opened).toEqual(column);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
  });

  test("follows edges that were split meanwhile, from either side, and copies", () => {
    for (const t of [0.25, 0.75]) {
      const world = sheet({ select: CENTER, openTime: 0.1, openDuration: 0.6 });
      const cloth = world.cloths[0]!;
      cloth.replay(splitEdge(cloth.mesh, cloth.mesh.findEdge(10, 17), t));
      const [seam] = cloth.seams;
      const { edges, ends, nearEnds } = seam!.state;
      expect(edges).toHaveLength(7);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      for (const [i, edge] of edges.entries()) {
        expect([cloth.mesh.edgeStart(edge), cloth.mesh.edgeEnd(edge)]).toContain(nearEnds[i]);
        const from = i === 0 ? 0 : ends[i - 1]!;
        expect(ends[i]! - from).toBeCloseTo(cloth.rest.lengths[edge]!, 12);
      }
      run(world, 1);
      expect(openCount(cloth, edges)).toBe(7);
      expect(totalsOf(world).pieces).toBe(2);
    }
  });

  test("continues from its state in another world", () => {
    const seam = { line: SLANTED, openTime: 0.1, openDuration: 0.6 };
    const [world, other] = [sheet(seam), sheet(seam)];
    run(world, 0.4);
    for (const edit of world.cloths[0]!.edits) redoOn(other.cloths[0]!, edit);
    const state: unknown = JSON.parse(JSON.stringify(world.cloths[0]!.seams[0]!.state));
    other.cloths[0]!.seams[0]!.state = state as (typeof world.cloths)[0]["seams"][0]["state"];
    other.cloths[0]!.particles.positions.set(world.cloths[0]!.particles.positions);
    other.cloths[0]!.particles.velocities.set(world.cloths[0]!.particles.velocities);
    other.time = world.time;
    expect(other.hash()).toBe(world.hash());
    run(world, 0.5);
    run(other, 0.5);
    expect(other.cloths[0]!.edits).toEqual(world.cloths[0]!.edits);
    expect(other.cloths[0]!.seams[0]!.state).toEqual(world.cloths[0]!.seams[0]!.state);
  });
});

test("explicit solvers stay stable when a seam adds lighter particles", () => {
  const world = new World({
    solver: { type: "euler" },
    cloths: [
      {
        mesh: GRID,
        material: { density: 0.2, stiffness: 500, bendStiffness: 1, damping: 1 },
        pins: [{ select: { group: "top" } }],
        seams: [
          { line: SLANTED, openTime: 0.1, openDuration: 0.2 },
          { select: CENTER, openTime: 0.2, openDuration: 0.1 },
        ],
      },
    ],
  });
  run(world, 0.6);
  expect(world.isFinite()).toBe(true);
  expect(world.stats.maxStretch).toBeLessThan(1.3);
  expect(world.cloths[0]!.seams.map(({ openFraction }) => openFraction)).toEqual([1, 1]);
  expect(totalsOf(world).pieces).toBe(4); // two lines that cross
  expect(validate(world.cloths[0]!.mesh)).toBeNull();
});

/** From 0 to 1, often at the borders. */
const anyPart = fc.integer({ min: -200, max: 1200 }).map((n) => Math.min(1, Math.max(0, n / 1000)));

/** Any sheet and any line over it that the library accepts. */
const anySeam = fc.record({
  mesh: fc.constantFrom<MeshData>(
    GRID,
    generateIrregular({ size: [1, 1], spacing: 0.15 }),
    generateTube({ radius: 0.2, height: 1, segments: [10, 6] }),
  ),
  line: fc.array(fc.tuple(anyPart, anyPart), { minLength: 2, maxLength: 4 }),
  openDuration: fc.constantFrom(0, 0.2),
  model: fc.constantFrom(...MODELS),
  type: fc.constantFrom("xpbd", "implicit"),
});

test("whatever line opens: mass, momentum and area are conserved, the mesh is valid, and it only opens further", () => {
  const settings = runs(29, 12, 4000);
  let taken = 0;
  fc.assert(
    fc.property(anySeam, ({ mesh, line, openDuration, model, type }) => {
      let world: World;
      try {
        world = new World({
          solver: { type, ...(type === "xpbd" && { substeps: 4 }) },
          cloths: [
            {
              mesh,
              model,
              pins: [{ select: { ids: [0] } }],
              seams: [{ line, openTime: 0.05, openDuration }],
            },
          ],
        });
      } catch (error) {
        expect((error as Error).message).toMatch(/^cloths\.0\.seams\.0\.line: /);
        return;
      }
      taken++;
      const cloth = world.cloths[0]!;
      const [seam] = cloth.seams;
      let [part, count] = [0, 0];
      for (let i = 0; i < 18; i++) {
        const before = sums(cloth);
        seam!.open(world.time);
        const after = sums(cloth);
        const size = 1e-12 * (1 + before.reduce((max, x) => Math.max(max, Math.abs(x)), 0));
        for (const [k, value] of after.entries()) {
          expect(Math.abs(value - before[k]!)).toBeLessThan(size);
        }
        expect(validate(cloth.mesh)).toBeNull();
        world.step();
        expect(seam!.openFraction).toBeGreaterThanOrEqual(part);
        expect(openCount(cloth, seam!.edges)).toBeGreaterThanOrEqual(count);
        [part, count] = [seam!.openFraction, openCount(cloth, seam!.edges)];
      }
      expect(part).toBe(1);
      expect(count).toBe(seam!.edges.length);
      expect(world.isFinite()).toBe(true);
    }),
    settings,
  );
  expect(taken).toBeGreaterThan(settings.numRuns / 2);
});

describe("a seam with a strength", () => {
  test("has its line in the mesh from the start, and mass, area and shape are unchanged", () => {
    const plain = new World({ cloths: [{ mesh: GRID, imperfection: 0 }] }).cloths[0]!;
    const world = sheet({ line: SLANTED, strength: 0.5 });
    const cloth = world.cloths[0]!;
    expect(cloth.edits.length).toBeGreaterThan(5);
    expect(cloth.edits.every(({ type }) => type === "split-edge")).toBe(true);
    expect(validate(cloth.mesh)).toBeNull();
    const [before, now] = [sums(plain), sums(cloth)];
    for (const [i, sum] of now.entries()) expect(sum).toBeCloseTo(before[i]!, 12);
    for (let e = 0; e < cloth.mesh.edgeCount; e++) {
      const [a, b] = [cloth.mesh.edgeStart(e), cloth.mesh.edgeEnd(e)];
      const length = Math.hypot(
        ...[0, 1, 2].map(
          (k) => cloth.rest.positions[3 * a + k]! - cloth.rest.positions[3 * b + k]!,
        ),
      );
      expect(cloth.rest.lengths[e]).toBeCloseTo(length, 12);
    }
    const [seam] = cloth.seams;
    expect([seam!.openFraction, seam!.tornFraction, openCount(cloth, seam!.edges)]).toEqual([
      0, 0, 0,
    ]);
    expect(totalsOf(world).pieces).toBe(1);
    expect(run(world, 0.3).stats.tears).toBe(0);
  });

  test("inserts no free particle between two particles of a pin", () => {
    const world = sheet({
      line: [
        [0.25, 0.5],
        [0.42, 1],
      ],
      strength: 0.5,
    });
    const { mesh, particles, rest } = world.cloths[0]!;
    const top = Array.from({ length: mesh.vertexCount }, (_, v) => v).filter(
      (v) => rest.positions[3 * v + 1] === 0.5,
    );
    expect(top.length).toBeGreaterThan(7);
    expect(top.filter((v) => particles.pinned[v] === 0)).toEqual([]);
    const start = particles.positions.slice();
    run(world, 0.5);
    for (const v of top) {
      expect(particles.positions.slice(3 * v, 3 * v + 3)).toEqual(start.slice(3 * v, 3 * v + 3));
    }
  });

  test("opens at its time too, along the same edges, and reports the open fraction", () => {
    const world = sheet({ line: SLANTED, strength: 0.5, openTime: 0.1, openDuration: 0.4 });
    const [seam] = world.cloths[0]!.seams;
    const edges = [...seam!.edges];
    run(world, 0.3);
    expect(seam!.edges).toEqual(edges);
    expect(seam!.openFraction).toBeGreaterThan(0.3);
    expect(seam!.tornFraction).toBeGreaterThan(0.2);
    expect(seam!.tornFraction).toBeLessThanOrEqual(seam!.openFraction);
    run(world, 0.4);
    expect([seam!.openFraction, seam!.tornFraction]).toEqual([1, 1]);
  });

  test("selects from the original mesh, although another one is inserted across it", () => {
    const seams = [
      {
        line: [
          [0, 0.4],
          [1, 0.6],
        ],
        strength: 0.5,
      },
      { select: { ids: COLUMN }, strength: 0.7 },
    ] as const;
    const world = new World({ cloths: [{ mesh: GRID, seams: [...seams] }] });
    const cloth = world.cloths[0]!;
    expect(cloth.seams[1]!.edges.length).toBeGreaterThanOrEqual(6);
    const length = cloth.seams[1]!.edges.reduce((sum, edge) => sum + cloth.rest.lengths[edge]!, 0);
    expect(length).toBeCloseTo(1, 12);
    for (const seam of cloth.seams) {
      for (const edge of seam.edges)
        expect(cloth.tears.seams.strengths!.strengthOf(edge)).toBe(seam.strength);
    }
  });

  test("forgets its edges when the edits of its line are undone", () => {
    const { cloths } = sheet({ line: SLANTED, strength: 0.5 });
    const cloth = cloths[0]!;
    while (cloth.edits.length > 0) {
      cloth.undo();
      for (const edge of cloth.seams[0]!.edges) expect(edge).toBeLessThan(cloth.mesh.edgeCount);
    }
    expect(cloth.seams[0]!.edges).toEqual([]);
    expect(cloth.tears.seams.strengths!.minStrength).toBe(1);
    expect(cloth.mesh.vertexCount).toBe(49);
  });
});

describe("an invalid seam is refused by its field", () => {
  const refused = (seam: Partial<SeamOptions>, line: string): void => {
    expect(() => sheet({ openTime: 1, ...seam })).toThrow(
      new RangeError(`cloths.0.seams.0.${line}`), // the whole message
    );
  };

  test("with neither or both of select and line", () => {
    refused({}, "select: expected either select or line");
    refused({ select: CENTER, line: SLANTED }, "select: expected either select or line");
  });

  test("with neither a time nor a strength, or with invalid numbers", () => {
    const select = CENTER;
    refused(
      { select, openTime: undefined },
      "openTime: expected a time at which it opens, a strength, or both",
    );
    refused(
      { select, openTime: undefined, strength: 0.5, openDuration: 1 },
      "openDuration: expected openTime too, the time at which it begins",
    );
    for (const strength of [0, -1, NaN, Infinity]) {
      refused({ select, strength }, `strength: expected a factor over 0, got ${strength}`);
    }
  });

  test("with edges that are not a path", () => {
    const none =
      "select: expected both ends of an inner edge of the cloth, but it selects none; select more vertices, or give a line";
    refused({ select: { ids: [3, 24] } }, none);
    refused({ select: { group: "left" } }, none); // a border is already open
    refused(
      {
        select: {
          uv: [
            [0.3, 0],
            [0.7, 1],
          ],
        },
      },
      "select: expected a path, but three edges or more meet at vertex 9; select fewer vertices, or give a line",
    );
    refused(
      { select: { ids: [10, 17, 38, 31] } },
      "select: expected one path, but it selects 2; make a seam for each",
    );
    refused({ select: { ids: [99] } }, "select.ids.0: expected 0 to 48, got 99");
  });

  test("with a line that is not on the cloth", () => {
    refused({ line: [[0, 0]] }, "line: expected two points or more, got 1");
    refused(
      {
        line: [
          [0, 0],
          [0.5, NaN],
        ],
      },
      "line.1.1: expected a finite number, got NaN",
    );
    refused(
      {
        line: [
          [0, 0],
          [0.5, 0.5],
          [1.2, 0.5],
        ],
      },
      "line.2: expected a point of the cloth in texture space, got 1.2, 0.5",
    );
    const short =
      "line: expected a line that crosses an inner edge of the cloth, but it crosses none; make it longer";
    refused(
      {
        line: [
          [0.5, 0.5],
          [0.5, 0.5],
        ],
      },
      short,
    );
    refused(
      {
        line: [
          [0, 0],
          [0, 1],
        ],
      },
      short,
    );
  });

  test("with invalid times", () => {
    for (const time of [-1, NaN, Infinity]) {
      refused(
        { select: CENTER, openTime: time },
        `openTime: expected a time of 0 s or more, got ${time}`,
      );
      refused(
        { select: CENTER, openDuration: time },
        `openDuration: expected a time of 0 s or more, got ${time}`,
      );
    }
  });

  test("with a line to a part of the cloth that it does not reach", () => {
    const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
    const keep = [...mesh.triangles.keys()].filter((h) => {
      const column = Math.floor(Math.floor(h / 3) / 2) % 4;
      return column === 0 || column === 3;
    });
    // The right column is a wall, a meter away: a line hits it in its center, not at its border.
    const positions = mesh.positions.slice();
    for (let v = 0; v < positions.length / 3; v++) {
      if (positions[3 * v]! > 0)
        positions.set([1, positions[3 * v + 1]!, positions[3 * v]! - 0.375], 3 * v);
    }
    const triangles = Int32Array.from(keep, (h) => mesh.triangles[h]!);
    const uvs = Float64Array.from(keep.flatMap((h) => [mesh.uvs[2 * h]!, mesh.uvs[2 * h + 1]!]));
    const seam = {
      line: [
        [0.05, 0.5],
        [0.875, 0.5],
      ],
      openTime: 0,
    } as const;
    const cloth = { mesh: { positions, triangles, uvs }, pins: [] };
    expect(() => sheet(seam, cloth)).toThrow(
      "cloths.0.seams.0.line: expected cloth between all corners, but it leaves the cloth",
    );
    expect(() =>
      sheet(
        {
          ...seam,
          line: [
            [0.05, 0.5],
            [0.2, 0.5],
          ],
        },
        cloth,
      ),
    ).not.toThrow();
  });
});

/** Makes an edit of another cloth on this one. */
function redoOn(cloth: WorldCloth, edit: WorldCloth["edits"][number]): void {
  cloth.replay(redo(cloth.mesh, edit));
}
