import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signChanges } from "../../src/math/cubic.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { Random } from "../../src/math/random.js";
import {
  buildMesh,
  generateGrid,
  sweepBlade,
  type Blade,
  type BladePoint,
  type MeshData,
  type Trace,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { anyMesh, anySoup, book, meshData } from "../meshes.js";
import { runs } from "../runs.js";

type Point = [number, number, number];

/** A cloth and a blade that both move in one step. */
interface Scene {
  mesh: TriangleMesh;
  before: Float64Array;
  after: Float64Array;
  bladeBefore: Blade;
  bladeAfter: Blade;
}

function sweep({ mesh, before, after, bladeBefore, bladeAfter }: Scene): Trace[] {
  return sweepBlade(mesh, before, after, bladeBefore, bladeAfter);
}

/** Any mesh that rotates, stretches and deforms while any blade passes through it. */
const anyScene: fc.Arbitrary<Scene> = fc
  .tuple(anyMesh, fc.nat({ max: 1e6 }), fc.constantFrom(0, 0.1, 1))
  .map(([data, seed, motion]) => {
    const random = new Random(seed);
    // Not on the round coordinates of the meshes: ties have separate tests.
    const before = data.positions.map((x) => x + random.uniform(-1e-3, 1e-3));
    const matrix = Array.from({ length: 9 }, () => random.uniform(-motion, motion));
    const after = before.map((x, i) => {
      const [v, k] = [i - (i % 3), i % 3];
      let moved = x + 0.1 * motion * random.uniform(-1, 1);
      for (let j = 0; j < 3; j++) moved += matrix[3 * k + j]! * before[v + j]!;
      return moved;
    });
    const size = before.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
    const point = (): Point => [0, 1, 2].map(() => random.uniform(-size, size)) as Point;
    const far = (a: Point): Point => a.map((x) => x + random.uniform(-1, 1) * size) as Point;
    const [from, to] = [point(), point()];
    return {
      mesh: buildMesh(data),
      before,
      after,
      bladeBefore: { from, to },
      bladeAfter: { from: far(from), to: far(to) },
    };
  });

const mix = (a: ArrayLike<number>, b: ArrayLike<number>, t: number): Point =>
  [0, 1, 2].map((k) => (1 - t) * a[k]! + t * b[k]!) as Point;
const minus = (a: Vec3Tuple, b: Vec3Tuple): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const inner = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const outer = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function vertexAt({ before, after }: Scene, v: number, time: number): Point {
  return mix(before.subarray(3 * v, 3 * v + 3), after.subarray(3 * v, 3 * v + 3), time);
}

function bladeAt({ bladeBefore, bladeAfter }: Scene, time: number): [Point, Point] {
  return [mix(bladeBefore.from, bladeAfter.from, time), mix(bladeBefore.to, bladeAfter.to, time)];
}

/** The smallest barycentric coordinate of the blade's intersection with a triangle at a time; negative if outside. */
function depth(scene: Scene, triangle: number, time: number): number {
  const [from, to] = bladeAt(scene, time);
  const [a, b, c] = scene.mesh.cornersIn(triangle).map((v) => vertexAt(scene, v, time)) as [
    Point,
    Point,
    Point,
  ];
  const [direction, u, v, away] = [minus(to, from), minus(b, a), minus(c, a), minus(from, a)];
  const p = outer(direction, v);
  const determinant = inner(u, p);
  const wb = inner(away, p) / determinant;
  const q = outer(away, u);
  const wc = inner(direction, q) / determinant;
  const along = inner(v, q) / determinant;
  return Math.min(wb, wc, 1 - wb - wc, along, 1 - along);
}

/** The triangles shared by two consecutive points of a trace. */
function sharedTriangles(mesh: TriangleMesh, a: BladePoint, b: BladePoint): number[] {
  const around = ({ edge, triangle }: BladePoint): number[] =>
    edge === -1 ? [triangle] : mesh.trianglesOn(edge);
  return around(a).filter((triangle) => around(b).includes(triangle));
}

const stretchesOf = ({ points }: Trace): [BladePoint, BladePoint][] =>
  points.slice(1).map((point, i) => [points[i]!, point]);

/** Every segment is in one triangle, and every end has a reason. */
function expectValid({ mesh }: Scene, traces: readonly Trace[]): void {
  for (const trace of traces) {
    const [first, last] = [trace.points[0]!, trace.points.at(-1)!];
    const astray = stretchesOf(trace).filter(([a, b]) => !sharedTriangles(mesh, a, b).length);
    expect(astray).toEqual([]);
    expect(trace.points.slice(1, -1).filter(({ kind }) => kind !== "edge")).toEqual([]);
    const reasonOf = ({ kind, edge }: BladePoint): string => {
      if (kind !== "edge") return kind;
      return ["none", "border", "lost"][mesh.edgeTriangleCount(edge)] ?? "branch";
    };
    const reasons = first === last ? ["closed", "closed"] : [reasonOf(first), reasonOf(last)];
    expect([trace.first, trace.last]).toEqual(reasons);
    expect(last.time).toBeGreaterThanOrEqual(first.time);
  }
}

describe("sweepBlade", () => {
  test("finds exactly what sampling finds, on any mesh in any motion", () => {
    const settings = runs(51, 150, 10000);
    let count = 0;
    fc.assert(
      fc.property(anyScene, (scene) => {
        const { mesh } = scene;
        const traces = sweep(scene);
        expectValid(scene, traces);
        const stretches = traces.flatMap(stretchesOf);
        count += stretches.length;
        for (const [a, b] of stretches) {
          const midpoint = (a.time + b.time) / 2;
          const depths = sharedTriangles(mesh, a, b).map((t) => depth(scene, t, midpoint));
          if (Math.abs(a.time - b.time) > 1e-6) expect(Math.max(...depths)).toBeGreaterThan(-1e-4);
          for (const { time, position } of [a, b]) {
            const [from, to] = bladeAt(scene, time);
            const direction = minus(to, from);
            const along = inner(minus(position, from), direction) / inner(direction, direction);
            const off = minus(position, mix(from, to, along));
            expect(Math.sqrt(inner(off, off))).toBeLessThan(1e-5);
          }
        }
        const missed: [triangle: number, time: number][] = [];
        for (let i = 0; i <= 60; i++) {
          const time = i / 60;
          for (let t = 0; t < mesh.triangleCount; t++) {
            if (!(depth(scene, t, time) > 1e-4)) continue;
            const isFound = stretches.some(
              ([a, b]) =>
                sharedTriangles(mesh, a, b).includes(t) &&
                Math.min(a.time, b.time) <= time &&
                time <= Math.max(a.time, b.time),
            );
            if (!isFound) missed.push([t, time]);
          }
        }
        expect(missed).toEqual([]);
      }),
      settings,
    );
    expect(count).toBeGreaterThan(1.6 * settings.numRuns);
  });

  test("crosses the same edges in one step as in two halves", () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const half = scene.before.map((x, i) => (x + scene.after[i]!) / 2);
        const [from, to] = bladeAt(scene, 0.5);
        const crossed = (traces: Trace[]): number[] =>
          [...new Set(traces.flatMap(({ points }) => points))]
            .filter(({ kind }) => kind === "edge")
            .map(({ edge }) => edge)
            .toSorted((a, b) => a - b);
        const both = [
          ...sweep({ ...scene, after: half, bladeAfter: { from, to } }),
          ...sweep({ ...scene, before: half, bladeBefore: { from, to } }),
        ];
        expect(crossed(both)).toEqual(crossed(sweep(scene)));
      }),
      runs(52, 300, 10000),
    );
  });

  test("depends only on relative motion of blade and cloth", () => {
    fc.assert(
      fc.property(anyScene, fc.nat({ max: 1e6 }), (scene, seed) => {
        const random = new Random(seed);
        const drift: Point = [0, 1, 2].map(() => random.uniform(-3, 3)) as Point;
        const along = (p: readonly number[]): Point => p.map((x, k) => x + drift[k]!) as Point;
        const drifting: Scene = {
          ...scene,
          after: scene.after.map((x, i) => x + drift[i % 3]!),
          bladeAfter: {
            from: along(scene.bladeAfter.from),
            to: along(scene.bladeAfter.to),
          },
        };
        const [a, b] = [sweep(scene), sweep(drifting)];
        expect(b.map(({ first, last }) => [first, last])).toEqual(
          a.map(({ first, last }) => [first, last]),
        );
        for (const [i, trace] of a.entries()) {
          expect(b[i]!.points.map(({ edge }) => edge)).toEqual(
            trace.points.map(({ edge }) => edge),
          );
          for (const [k, { t, time }] of trace.points.entries()) {
            expect(b[i]!.points[k]!.t).toBeCloseTo(t, 6);
            expect(b[i]!.points[k]!.time).toBeCloseTo(time, 6);
          }
        }
      }),
      runs(53, 300, 10000),
    );
  });

  const grid: MeshData = generateGrid({ size: [4, 4], segments: [4, 4] });
  const flat = (bladeBefore: Blade, bladeAfter: Blade, data = grid): Scene => ({
    mesh: buildMesh(data),
    before: data.positions,
    after: data.positions,
    bladeBefore,
    bladeAfter,
  });
  const upright = (x: number, y: number, low = -1): Blade => ({ from: [x, y, low], to: [x, y, 1] });
  const ends = (traces: readonly Trace[]): string[][] =>
    traces.map(({ first, last }) => [first, last]);

  test("reports how each trace starts and ends", () => {
    expect(ends(sweep(flat(upright(-3, 0.3), upright(3, 0.3))))).toEqual([["border", "border"]]);
    expect(ends(sweep(flat(upright(-3, 0.3), upright(0.1, 0.3))))).toEqual([["border", "end"]]);
    expect(ends(sweep(flat(upright(0.1, 0.3), upright(3, 0.3))))).toEqual([["start", "border"]]);
    expect(ends(sweep(flat(upright(0.1, 0.3), upright(1.2, 0.3))))).toEqual([["start", "end"]]);
    // A tip that dips in and comes out again.
    const dip = flat(
      { from: [-3, 0.3, 0.8], to: [-3, 0.3, 3] },
      { from: [3, 0.3, 0.8], to: [3, 0.3, 3] },
    );
    dip.before = dip.before.map((x, i) => (i % 3 === 2 ? dip.before[i - 2]! : x));
    dip.after = dip.before;
    expect(ends(sweep(dip))).toEqual([["tip", "border"]]);
  });

  test("of a chop with a blade in the plane of the sheet is one line", () => {
    const chop = (z: number): Blade => ({ from: [-1.3, -0.4, z], to: [1.2, 0.9, z] });
    const traces = sweep(flat(chop(0.5), chop(-0.5)));
    expect(ends(traces)).toEqual([["tip", "tip"]]);
    for (const { time } of traces[0]!.points) expect(time).toBeCloseTo(0.5, 6);
    const across = (z: number): Blade => ({ from: [-3, 0, z], to: [3, 0, z] });
    expect(ends(sweep(flat(across(0.5), across(-0.5))))).toEqual([["border", "border"]]);
    expect(ends(sweep(flat(across(0), across(-1)))).length).toBeLessThanOrEqual(1);
  });

  test("joins two layers where they meet in a fold, and starts two at a branch", () => {
    // A tent with its ridge along y, cut by a horizontal blade from above.
    const tent = meshData(
      [
        [0, 1, 2],
        [1, 3, 2],
        [2, 3, 4],
        [3, 5, 4],
      ],
      [
        [-1, 0, 0],
        [-1, 2, 0],
        [0, 0, 1],
        [0, 2, 1],
        [1, 0, 0],
        [1, 2, 0],
      ],
    );
    const level = (z: number): Blade => ({ from: [-5, 0.9, z], to: [5, 0.95, z] });
    expect(ends(sweep(flat(level(2), level(0.5), tent)))).toEqual([["end", "end"]]);
    expect(ends(sweep(flat(level(0.5), level(2), tent)))).toEqual([["start", "start"]]);
    expect(ends(sweep(flat(level(2), level(-1), tent)))).toEqual([["border", "border"]]);
    const pages = book(3, 2);
    const through = sweep(
      flat(
        { from: [-1.1, 0.3, -4], to: [-1, 0.3, 4] },
        { from: [3.1, 0.4, -4], to: [3, 0.4, 4] },
        pages,
      ),
    );
    expect(through.map(({ first, last }) => [first, last].filter((e) => e === "branch"))).toEqual([
      ["branch"],
      ["branch"],
      ["branch"],
    ]);
  });

  test("loses nothing where the blade hits vertices and edges exactly", () => {
    const whole = fc.integer({ min: -3, max: 3 });
    const anyBlade: fc.Arbitrary<Blade> = fc.record({
      from: fc.tuple(whole, whole, whole),
      to: fc.tuple(whole, whole, whole),
    });
    fc.assert(
      fc.property(
        anyBlade,
        anyBlade,
        fc.array(whole, { minLength: 4, maxLength: 4 }),
        (before, after, [x, y, z, angle]) => {
          const scene = flat(before, after);
          scene.after = grid.positions.map(
            (p, i) =>
              p + [x!, y!, z!][i % 3]! + (i % 3 === 2 ? angle! * grid.positions[i - 2]! : 0),
          );
          expectValid(scene, sweep(scene));
          scene.after = scene.before;
          expectValid(scene, sweep(scene));
        },
      ),
      runs(54, 500, 50000),
    );
    const straight = sweep(flat(upright(-3, 0), upright(3, 0)));
    expect(ends(straight)).toEqual([["border", "border"]]);
    for (const { position } of straight[0]!.points) expect(position[1]).toBeCloseTo(0, 6);
  });

  test("ignores blades and triangles of zero size, rest, and invalid numbers", () => {
    const point: Blade = { from: [0.2, 0.3, 0], to: [0.2, 0.3, 0] };
    expect(sweep(flat(point, { from: [1, 1, 1], to: [1, 1, 1] }))).toEqual([]);
    expect(sweep(flat(point, point))).toEqual([]);
    const rest = sweep(flat(upright(0.2, 0.3), upright(0.2, 0.3)));
    expect(ends(rest)).toEqual([["start", "end"]]);
    expect(sweep(flat(upright(9, 9), upright(9, 9)))).toEqual([]);
    // A sheet with a triangle without area in its center: the trace passes through it.
    const needle = meshData(
      [
        [0, 1, 2],
        [0, 2, 4],
        [2, 1, 4],
        [0, 4, 3],
        [4, 1, 3],
      ],
      [
        [-1, 0, 0],
        [1, 0, 0],
        [0, 0, 0],
        [0, -1, 0],
        [0, 0, 0],
      ],
    );
    expect(ends(sweep(flat(upright(0.3, -2), upright(0.31, 2), needle)))).toEqual([
      ["border", "border"],
    ]);
    const broken = flat(upright(-3, 0.3), upright(3, 0.3));
    broken.after = broken.after.map((x, i) => (i === 31 ? NaN : x));
    expect(() => sweep(broken)).not.toThrow();
    fc.assert(
      fc.property(anySoup, fc.nat({ max: 1e6 }), (data, seed) => {
        const random = new Random(seed);
        const flatSoup = { ...data, positions: data.positions.map((x, i) => (i % 3 ? 0 : x)) };
        const end = (): Point => [0, 1, 2].map(() => Math.floor(random.uniform(0, 9))) as Point;
        const blade = (): Blade => ({ from: end(), to: end() });
        for (const soup of [data, flatSoup]) {
          const scene = flat(blade(), blade(), soup);
          for (const trace of sweep(scene)) expect(trace.points.length).toBeGreaterThan(1);
        }
      }),
      runs(55, 150, 10000),
    );
  });

  test("refuses invalid input in one line", () => {
    const scene = flat(upright(-3, 0), upright(3, 0));
    expect(() => sweep({ ...scene, after: new Float64Array(3) })).toThrow(
      /^sweepBlade: after: expected positions of 25 vertices, got 1$/,
    );
    expect(() => sweep({ ...scene, bladeAfter: upright(NaN, 0) })).toThrow(
      /^sweepBlade: bladeAfter: expected finite coordinates/,
    );
  });
});

test("signChanges finds what dense sampling finds", () => {
  const coefficient = fc.oneof(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.constantFrom(-1, 0, 1, 1e-9),
  );
  fc.assert(
    fc.property(coefficient, coefficient, coefficient, coefficient, (a, b, c, d) => {
      const value = (t: number): number => {
        const s = 1 - t;
        return s ** 3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t ** 3 * d;
      };
      const changes = signChanges(a, b, c, d);
      for (const t of changes) expect(Math.abs(value(t))).toBeLessThan(1e-9);
      expect(changes).toEqual(changes.toSorted((x, y) => x - y));
      // The sign at each sample is that of the start, flipped once for each change before it.
      const wrong = Array.from({ length: 201 }, (_, i) => i / 200).filter((t) => {
        const rotations = changes.filter((time) => time <= t).length;
        return Math.abs(value(t)) > 1e-9 && value(t) >= 0 !== (a >= 0 === (rotations % 2 === 0));
      });
      expect(wrong).toEqual([]);
    }),
    runs(56, 1000),
  );
});
