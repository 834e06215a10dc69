import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import { Random } from "../../src/math/random.js";
import { pointAt, type Vec3Tuple } from "../../src/math/vec3.js";
import {
  BladeCut,
  boundaryLoops,
  buildMesh,
  closestPoint,
  cornerAngles,
  CUT_DEFAULTS,
  eulerCharacteristic,
  generateGrid,
  GRID_DIAGONALS,
  inheritPositions,
  Pieces,
  separateVertex,
  splitEdge,
  splitVertex,
  triangleAreas,
  undo,
  uvAreas,
  validate,
  type Blade,
  type BladePoint,
  type BladeState,
  type MeshData,
  type TopologyEdit,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { CutSurface } from "../../src/mesh/cut-surface.js";
import { CrackFaces } from "../../src/mesh/crack-faces.js";
import { anyChoices, anyMesh, book, randomEdit } from "../meshes.js";
import { countPieces } from "../oracles.js";
import { runs } from "../runs.js";

type Point = [number, number, number];
/** The position of a blade or a cloth at a time from 0 to 1. */
type Motion<T> = (time: number) => T;

const sheet = (n: number, diagonals = GRID_DIAGONALS[0]): MeshData =>
  generateGrid({ size: [1, 1], segments: [n, n], diagonals });

/** A blade across the sheet z = 0, vertical except for a tilt, that moves along a line in the xy-plane. */
const slash =
  (a: [number, number], b: [number, number], tilt = 0): Motion<Blade> =>
  (time) => {
    const [x, y] = [a[0] + time * (b[0] - a[0]), a[1] + time * (b[1] - a[1])];
    return { from: [x - tilt, y, -0.4], to: [x + tilt, y, 0.4] };
  };

/** An ongoing cut in a mesh that is at rest or moves. */
class Cutting {
  readonly mesh: TriangleMesh;
  readonly edits: TopologyEdit[] = [];
  readonly edges: number[] = [];
  cut: BladeCut;

  constructor(
    readonly data: MeshData,
    readonly blade: Motion<Blade>,
    readonly cloth: Motion<Float64Array> = () => data.positions,
  ) {
    this.mesh = buildMesh(data);
    this.cut = new BladeCut(blade(0));
  }

  positions(time = 1): Float64Array {
    return inheritPositions(this.mesh, this.cloth(time));
  }

  step(start: number, end: number): number {
    const { from, to } = this.blade(end);
    const { edits, edges } = this.cut.advance(
      this.mesh,
      this.positions(start),
      this.positions(end),
      from,
      to,
    );
    expect(validate(this.mesh)).toBeNull();
    this.edits.push(...edits);
    this.edges.push(...edges);
    return edits.length;
  }

  run(frames: number, start = 0, end = 1): this {
    for (let i = 0; i < frames; i++) {
      const at = (k: number): number => start + ((end - start) * k) / frames;
      this.step(at(i), at(i + 1));
    }
    return this;
  }

  /** The two ends of each opened edge, at their original positions. */
  opened(): Vec3Tuple[][] {
    const positions = inheritPositions(this.mesh, this.data.positions);
    return this.edges.map((edge) => [
      pointAt(positions, this.mesh.edgeStart(edge)),
      pointAt(positions, this.mesh.edgeEnd(edge)),
    ]);
  }
}

/** Cuts a mesh at rest with a new blade. */
function cutInto(mesh: TriangleMesh, data: MeshData, blade: Motion<Blade>, frames: number): void {
  const cut = new BladeCut(blade(0));
  for (let i = 1; i <= frames; i++) {
    const { from, to } = blade(i / frames);
    const positions = inheritPositions(mesh, data.positions);
    cut.advance(mesh, positions, positions, from, to);
    expect(validate(mesh)).toBeNull();
  }
}

/** Copies of all arrays of a mesh, for bit-exact comparison. */
function bitsOf(mesh: TriangleMesh): unknown {
  const { vertexCount, edgeCount, triangleCount, editCount } = mesh;
  return {
    vertexCount,
    edgeCount,
    triangleCount,
    editCount,
    arrays: [
      mesh.halfedgeVertices.slice(0, 3 * triangleCount),
      mesh.halfedgeEdges.slice(0, 3 * triangleCount),
      mesh.nextOnEdge.slice(0, 3 * triangleCount),
      mesh.nextAtVertex.slice(0, 3 * triangleCount),
      mesh.uvs.slice(0, 6 * triangleCount),
      mesh.vertexHalfedges.slice(0, vertexCount),
      mesh.vertexOrigins.slice(0, 2 * vertexCount),
      mesh.originWeights.slice(0, vertexCount),
      mesh.edgeHalfedges.slice(0, edgeCount),
    ],
  };
}

const sum = (numbers: Float64Array): number => numbers.reduce((a, b) => a + b, 0);

/** The areas of all pieces, largest first, m². */
function pieceAreas(mesh: TriangleMesh, data: MeshData): number[] {
  const pieces = new Pieces(mesh);
  const areas = new Map<number, number>();
  for (const [t, area] of triangleAreas(mesh, inheritPositions(mesh, data.positions)).entries()) {
    const piece = pieces.pieceOf(mesh.halfedgeVertices[3 * t]!);
    areas.set(piece, (areas.get(piece) ?? 0) + area);
  }
  return [...areas.values()].toSorted((a, b) => b - a);
}

interface Slash {
  seed: number;
  isGrid: boolean;
  diagonals: (typeof GRID_DIAGONALS)[number];
  angle: number;
  offset: number;
  tilt: number;
}

const anySlash: fc.Arbitrary<Slash> = fc.record({
  seed: fc.nat({ max: 1000 }),
  isGrid: fc.boolean(),
  diagonals: fc.constantFrom(...GRID_DIAGONALS),
  angle: fc.double({ min: 0, max: Math.PI, noNaN: true }),
  offset: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  tilt: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
});

/** A sheet whose triangles all have good angles, and a slash across it. */
function slashed({
  seed,
  isGrid,
  diagonals,
  angle,
  offset,
  tilt,
}: Slash): [MeshData, Motion<Blade>] {
  const data = isGrid
    ? sheet(8, diagonals)
    : generateIrregular({ size: [1, 1], spacing: 0.12, seed });
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const end = (r: number): [number, number] => [r * c - offset * s, r * s + offset * c];
  return [data, slash(end(-1.2), end(1.2), tilt)];
}

describe("BladeCut", () => {
  test("cuts a sheet in two along the path of the blade, in any number of steps, and can be undone", () => {
    const anyFrames = fc.constantFrom(1, 3, 17, 200);
    fc.assert(
      fc.property(anySlash, anyFrames, (line, frames) => {
        const [data, blade] = slashed(line);
        const cutting = new Cutting(data, blade);
        const { mesh } = cutting;
        const before = bitsOf(mesh);
        const smallest = Math.min(...cornerAngles(mesh, data.positions));
        let longest = 0;
        for (let e = 0; e < mesh.edgeCount; e++) {
          const [a, b] = [3 * mesh.edgeStart(e), 3 * mesh.edgeEnd(e)];
          const [x, y] = [0, 1].map((k) => data.positions[a + k]! - data.positions[b + k]!);
          longest = Math.max(longest, Math.hypot(x!, y!));
        }
        cutting.run(frames);
        const positions = cutting.positions();
        expect(new Pieces(mesh).count).toBe(2);
        expect(eulerCharacteristic(mesh)).toBe(2);
        expect(sum(triangleAreas(mesh, positions))).toBeCloseTo(1, 12);
        expect(sum(uvAreas(mesh))).toBeCloseTo(1, 12);
        expect(Math.min(...cornerAngles(mesh, positions))).toBeGreaterThanOrEqual(
          Math.min(smallest, CUT_DEFAULTS.minAngle) - 1e-9,
        );
        const off = cutting
          .opened()
          .flat()
          .map(([x, y]) =>
            Math.abs(y * Math.cos(line.angle) - x * Math.sin(line.angle) - line.offset),
          );
        expect(Math.max(...off)).toBeLessThan(0.5 * longest);
        expect(cutting.cut.state.ends).toEqual([]);
        for (const edit of cutting.edits.toReversed()) undo(mesh, edit);
        expect(bitsOf(mesh)).toEqual(before);
      }),
      runs(61, 30, 3000),
    );
  });

  test("gives the same cut in one step as in many", () => {
    const places = (cutting: Cutting): string[] =>
      cutting
        .opened()
        .map((ends) =>
          ends
            .map((point) => point.map((x) => (x + 1).toFixed(5)).join(" "))
            .toSorted()
            .join(" to "),
        )
        .toSorted();
    fc.assert(
      fc.property(anySlash, fc.constantFrom(2, 5, 60, 200), (line, frames) => {
        const [data, blade] = slashed(line);
        const once = new Cutting(data, blade).run(1);
        const often = new Cutting(data, blade).run(frames);
        expect(places(often)).toEqual(places(once));
        expect(often.mesh.triangleCount).toBe(once.mesh.triangleCount);
      }),
      runs(62, 30, 3000),
    );
  });

  test("depends only on relative motion of blade and cloth", () => {
    fc.assert(
      fc.property(anySlash, fc.constantFrom(1, 7), (line, frames) => {
        const [data, blade] = slashed(line);
        const moving = new Cutting(data, blade).run(frames);
        const start = blade(0);
        const drawn = new Cutting(
          data,
          () => start,
          (time) => {
            const { from } = blade(time);
            return data.positions.map((x, i) => x + start.from[i % 3]! - from[i % 3]!);
          },
        ).run(frames);
        expect(drawn.edits.map(({ type }) => type)).toEqual(moving.edits.map(({ type }) => type));
        expect(countPieces(drawn.mesh)).toBe(2);
      }),
      runs(63, 15, 1000),
    );
  });

  test("cuts cloth that falls and rotates over a blade at rest", () => {
    const data = sheet(12);
    const falling: Motion<Float64Array> = (time) => {
      const [c, s] = [Math.cos(0.7 * time), Math.sin(0.7 * time)];
      const height = 0.3 - 1.2 * time;
      return data.positions.map((_, i) => {
        const [x, y] = [data.positions[i - (i % 3)]!, data.positions[i - (i % 3) + 1]!];
        return [x, c * y, height + s * y + 0.1 * Math.sin(5 * x)][i % 3]!;
      });
    };
    const level: Blade = { from: [-1, 0.02, -0.2], to: [1, -0.03, -0.2] };
    for (const frames of [10, 80]) {
      const { mesh } = new Cutting(data, () => level, falling).run(frames);
      expect(new Pieces(mesh).count).toBe(2);
    }
  });

  test("continues while the cut gapes behind it and the cloth sways", () => {
    for (const seed of [1, 2, 3]) {
      const data = generateIrregular({ size: [1, 1], spacing: 0.1, seed });
      const mesh = buildMesh(data);
      const blade = slash([-0.7, 0.05 * seed - 0.1], [0.7, 0.1 * seed - 0.2], 0.1);
      const frames = 150;
      /** At rest, except for the crack faces behind the blade, which move apart, and a wave. */
      const shapeAt = (time: number): Float64Array => {
        const rest = inheritPositions(mesh, data.positions);
        const { from, to } = blade(time);
        const x = (from[0] + to[0]) / 2;
        return rest.map((coordinate, i) => {
          const v = (i - (i % 3)) / 3;
          const behind = Math.max(0, x - rest[3 * v]!);
          if (i % 3 === 2) return 0.05 * Math.sin(9 * time + 4 * rest[3 * v]!);
          if (i % 3 === 0) return coordinate;
          const sides = mesh.trianglesOf(v).map((t) => {
            const corners = mesh.cornersIn(t);
            const center = corners.reduce((sum, c) => sum + rest[3 * c + 1]! / 3, 0);
            const along = corners.reduce((sum, c) => sum + rest[3 * c]! / 3, 0);
            return Math.sign(
              center - (0.05 * seed - 0.1 + ((along + 0.7) / 1.4) * (0.05 * seed - 0.1)),
            );
          });
          const side = sides.reduce((sum, s) => sum + s, 0) / sides.length;
          return coordinate + (Math.abs(side) === 1 ? 0.1 * behind * side : 0);
        });
      };
      const cut = new BladeCut(blade(0));
      let before = shapeAt(0);
      for (let i = 1; i <= frames; i++) {
        const { from, to } = blade(i / frames);
        cut.advance(mesh, before, shapeAt(i / frames), from, to);
        expect(validate(mesh)).toBeNull();
        before = shapeAt(i / frames);
      }
      expect(new Pieces(mesh).count).toBe(2);
      expect(eulerCharacteristic(mesh)).toBe(2);
    }
  });

  test("cuts through all layers at once", () => {
    const [a, b] = [sheet(6), generateIrregular({ size: [1, 1], spacing: 0.15, seed: 3 })];
    const layers: MeshData = {
      positions: Float64Array.from([
        ...a.positions,
        ...b.positions.map((x, i) => (i % 3 === 2 ? x + 0.1 : x)),
      ]),
      triangles: Int32Array.from([
        ...a.triangles,
        ...b.triangles.map((v) => v + a.positions.length / 3),
      ]),
      uvs: Float64Array.from([...a.uvs, ...b.uvs]),
    };
    for (const frames of [1, 9, 40]) {
      const cutting = new Cutting(layers, slash([-0.7, -0.1], [0.7, 0.23], 0.1)).run(
        frames,
        0,
        0.5,
      );
      expect(cutting.cut.state.ends).toHaveLength(2);
      expect(new Pieces(cutting.mesh).count).toBe(2);
      expect(new Pieces(cutting.run(frames, 0.5, 1).mesh).count).toBe(4);
    }
  });

  test("crosses holes and older cuts", () => {
    const hole: [number, number][] = [
      [-0.2, -0.1],
      [0.1, -0.15],
      [0, 0.2],
    ];
    const holed = generateIrregular({ size: [1, 1], spacing: 0.08, holes: [hole], seed: 5 });
    for (const frames of [1, 30]) {
      const cutting = new Cutting(holed, slash([-0.8, 0.01], [0.8, 0.04])).run(frames);
      expect(new Pieces(cutting.mesh).count).toBe(2);
      cutInto(cutting.mesh, holed, slash([0.31, -0.8], [0.27, 0.8]), frames);
      expect(new Pieces(cutting.mesh).count).toBe(4);
    }
  });

  test("crossed by another cut gives four pieces, and no slivers with many cuts", () => {
    const anyCross = fc.record({
      seed: fc.nat({ max: 1000 }),
      angle: fc.double({ min: 0, max: Math.PI, noNaN: true }),
      between: fc.double({ min: 0.8, max: 2.3, noNaN: true }),
      offsets: fc.tuple(
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
        fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      ),
      frames: fc.constantFrom(1, 4, 25),
    });
    fc.assert(
      fc.property(anyCross, ({ seed, angle, between, offsets, frames }) => {
        const data = generateIrregular({ size: [1, 1], spacing: 0.1, seed });
        const mesh = buildMesh(data);
        const smallest = Math.min(...cornerAngles(mesh, data.positions));
        const random = new Random(seed);
        const cutAt = (a: number, offset: number, start: number, end: number): void => {
          const [c, s] = [Math.cos(a), Math.sin(a)];
          const at = (r: number): [number, number] => [r * c - offset * s, r * s + offset * c];
          cutInto(mesh, data, slash(at(start), at(end)), frames);
        };
        cutAt(angle, offsets[0], -1, 1);
        expect(pieceAreas(mesh, data)).toHaveLength(2);
        cutAt(angle + between, offsets[1], -1, 1);
        // Where the first cut was snapped to vertices, the second may cross a bend of it several times.
        const areas = pieceAreas(mesh, data);
        expect(areas.filter((area) => area > 0.02)).toHaveLength(4);
        expect(areas.slice(4).filter((area) => area > 0.1 * 0.1 * 0.1)).toEqual([]);
        for (let i = 0; i < 4; i++) {
          const [start, end] = [random.uniform(-1, 0), random.uniform(0, 1)];
          cutAt(random.uniform(0, 3), random.uniform(-0.4, 0.4), start, end);
        }
        const angles = cornerAngles(mesh, inheritPositions(mesh, data.positions));
        expect(Math.min(...angles)).toBeGreaterThanOrEqual(
          Math.min(smallest, CUT_DEFAULTS.minAngle) - 1e-9,
        );
        expect(sum(uvAreas(mesh))).toBeCloseTo(1, 9);
      }),
      runs(67, 15, 2000),
    );
  });

  test("cuts all pages of a book across the spine", () => {
    const anyCut = fc.record({
      pages: fc.integer({ min: 3, max: 5 }),
      segments: fc.integer({ min: 2, max: 5 }),
      y: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      slope: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      frames: fc.constantFrom(1, 2, 13),
    });
    fc.assert(
      fc.property(anyCut, ({ pages, segments, y, slope, frames }) => {
        const blade: Motion<Blade> = (time) => ({
          from: [-3, y - slope + 0.02 * time, 3 - 6 * time],
          to: [3, y + slope, 3 - 6 * time],
        });
        const { mesh } = new Cutting(book(pages, segments), blade).run(frames);
        expect(new Pieces(mesh).count).toBe(2);
      }),
      runs(68, 30, 3000),
    );
  });

  test("cuts the top off a bump with a horizontal blade, on both sides around it", () => {
    for (let seed = 0; seed < 8; seed++) {
      const data = generateIrregular({ size: [1, 1], spacing: 0.09, seed });
      for (let v = 0; 3 * v < data.positions.length; v++) {
        const [x, y] = [data.positions[3 * v]!, data.positions[3 * v + 1]!];
        data.positions[3 * v + 2] = Math.max(0, 0.4 - x * x * 2 - y * y * 3);
      }
      const level: Motion<Blade> = (time) => ({
        from: [-1, -0.9 + 1.8 * time, 0.153],
        to: [1, -0.85 + 1.8 * time, 0.151],
      });
      for (const frames of [1, 2, 9, 60]) {
        const { mesh } = new Cutting(data, level).run(frames);
        const areas = pieceAreas(mesh, data);
        expect(areas).toHaveLength(2);
        expect(areas[1]).toBeGreaterThan(0.2);
        expect(boundaryLoops(mesh)).toHaveLength(3);
      }
    }
  });

  test("follows a path that bends inside a triangle, over one edge and back", () => {
    const data = generateGrid({ size: [1, 1], segments: [2, 2], diagonals: "one-way" });
    const bend: Motion<Blade> = (time) => ({
      from: [-0.4 + 0.4 * time, 0.6 - 0.9 * time, 1],
      to: [-0.4 + 0.4 * time, -0.3, -1 / 9 - (80 / 9) * time],
    });
    const cutting = new Cutting(data, bend);
    const { from, to } = bend(1);
    const { traces } = cutting.cut.advance(cutting.mesh, data.positions, data.positions, from, to);
    expect(validate(cutting.mesh)).toBeNull();
    const edges = traces.flatMap(({ points }) => points.map(({ edge }) => edge));
    expect(new Set(edges).size).toBeLessThan(edges.length);
  });

  test("finds points on edges that have been split since", () => {
    fc.assert(
      fc.property(anyMesh, anyChoices, (data, choices) => {
        const mesh = buildMesh(data);
        const surface = new CutSurface(mesh, data.positions);
        const random = new Random(choices[0]!);
        const places = Array.from({ length: mesh.edgeCount }, (_, edge) => {
          const t = random.next();
          return { edge, t, position: surface.onEdge(edge, t) };
        });
        for (const choice of choices) {
          surface.split(choice % mesh.edgeCount, random.uniform(0.1, 0.9));
        }
        for (const place of places) {
          const { edge, t } = surface.currentCrossing(place);
          const position = surface.onEdge(edge, t);
          const off = position.map((x, k) => Math.abs(x - place.position[k]!));
          expect(Math.max(...off)).toBeLessThan(1e-9);
        }
      }),
      runs(69, 30, 3000),
    );
  });

  test("stays connected where it ends inside, and never goes beyond the blade", () => {
    const data = sheet(10);
    for (const frames of [1, 50]) {
      const held = new Cutting(data, slash([-0.7, 0.03], [0.7, 0.13])).run(frames, 0, 0.6);
      expect(new Pieces(held.mesh).count).toBe(1);
      expect(boundaryLoops(held.mesh)).toHaveLength(1);
      const reached = held.opened().map((ends) => Math.max(...ends.map(([x]) => x)));
      expect(Math.max(...reached)).toBeLessThan(0.14 + 0.02);
      expect(Math.max(...reached)).toBeGreaterThan(0.14 - 0.1);
      // A tip that dips into the sheet and comes out again leaves a slit with closed ends.
      const dip: Motion<Blade> = (time) => {
        const x = -0.45 + 0.9 * time;
        const low = -0.2 + 3 * Math.abs(x) * Math.abs(x);
        return { from: [x, 0.02 + 0.1 * x, low], to: [x, 0.02 + 0.1 * x, 2] };
      };
      const slit = new Cutting(data, dip).run(Math.max(frames, 20));
      expect(new Pieces(slit.mesh).count).toBe(1);
      expect(boundaryLoops(slit.mesh)).toHaveLength(2);
      expect(slit.cut.state.ends).toEqual([]);
      const xs = slit.opened().flatMap((ends) => ends.map(([x]) => x));
      expect([Math.min(...xs), Math.max(...xs)].every((x) => Math.abs(x) < 0.26)).toBe(true);
    }
  });

  test("frees a disc when the blade returns to its start", () => {
    const data = generateIrregular({ size: [1, 1], spacing: 0.07, seed: 9 });
    const round: Motion<Blade> = (time) => {
      const angle = 1.1 * 2 * Math.PI * time;
      const [x, y] = [0.3 * Math.cos(angle), 0.3 * Math.sin(angle)];
      return { from: [x, y, -0.3], to: [x, y, 0.3] };
    };
    const { mesh } = new Cutting(data, round).run(400);
    expect(new Pieces(mesh).count).toBe(2);
  });

  test("makes no slivers when slow, and adds nothing when it moves back and forth in its own cut", () => {
    fc.assert(
      fc.property(anySlash, fc.double({ min: 0.35, max: 0.65, noNaN: true }), (line, pause) => {
        const [data, blade] = slashed(line);
        const cutting = new Cutting(data, blade).run(60, 0, pause);
        const done = cutting.mesh.editCount;
        cutting.run(40, pause, pause - 0.15).run(40, pause - 0.15, pause);
        expect(cutting.mesh.editCount).toBe(done);
        cutting.run(60, pause, 1);
        expect(new Pieces(cutting.mesh).count).toBe(2);
        expect(eulerCharacteristic(cutting.mesh)).toBe(2);
      }),
      runs(64, 15, 1000),
    );
    const data = sheet(5);
    const cutting = new Cutting(data, slash([-0.7, 0.031], [0.7, 0.033])).run(2000);
    expect(new Pieces(cutting.mesh).count).toBe(2);
    const once = new Cutting(data, slash([-0.7, 0.031], [0.7, 0.033])).run(1);
    expect(cutting.mesh.editCount).toBe(once.mesh.editCount);
  });

  test("along a row of edges or through vertices splits no edges", () => {
    const data = sheet(8);
    for (const [a, b] of [
      [[-0.7, 0] as const, [0.7, 0] as const],
      [[0.25, 0.9] as const, [0.25, -0.9] as const],
      [[-0.7, -0.7] as const, [0.7, 0.7] as const],
    ] as const) {
      for (const frames of [1, 7, 56]) {
        const cutting = new Cutting(data, slash([...a], [...b])).run(frames);
        expect(cutting.edits.filter(({ type }) => type === "split-edge")).toEqual([]);
        expect(new Pieces(cutting.mesh).count).toBe(2);
      }
    }
    // A chop: the whole edge of the blade comes down at once.
    const chop: Motion<Blade> = (time) => ({ from: [-1, 0, 0.5 - time], to: [1, 0, 0.5 - time] });
    for (const frames of [1, 2, 5]) {
      expect(new Pieces(new Cutting(data, chop).run(frames).mesh).count).toBe(2);
    }
  });

  test("starts in an older cut instead of beside it", () => {
    const data = sheet(4);
    const { mesh, edges } = new Cutting(data, slash([0, -0.9], [0, 0.9])).run(1);
    const crackFaces = new CrackFaces(mesh);
    const [face] = edges;
    const border = mesh.findEdge(0, 1);
    expect([crackFaces.has(face!), crackFaces.has(border)]).toEqual([true, false]);
    const onEdge = (edge: number, t: number): BladePoint => ({
      kind: "edge",
      time: 0,
      position: [0, 0, 0],
      edge,
      t,
      triangle: -1,
      weights: [0, 0, 0],
    });
    const triangle = mesh.triangleOf(mesh.edgeHalfedges[face!]!);
    const inside = (along: number, far: number): BladePoint => {
      const weights = mesh.cornersIn(triangle).map((v) => {
        if (v === mesh.edgeStart(face!)) return (1 - far) * (1 - along);
        return v === mesh.edgeEnd(face!) ? (1 - far) * along : far;
      });
      return { ...onEdge(-1, 0), triangle, weights: weights as unknown as Vec3Tuple };
    };
    const [start, end] = [mesh.edgeStart(face!), mesh.edgeEnd(face!)];
    expect(crackFaces.startVertex(onEdge(face!, 0.5), inside(0.8, 0.1))).toBe(end);
    expect(crackFaces.startVertex(onEdge(face!, 0.5), inside(0.2, 0.1))).toBe(start);
    expect(crackFaces.startVertex(onEdge(face!, 0.5), inside(0.5, 0.4))).toBe(-1);
    expect(crackFaces.startVertex(onEdge(face!, 0.4), inside(0.4, 0))).toBe(start);
    expect(crackFaces.startVertex(onEdge(face!, 0.6), inside(0.6, 1e-12))).toBe(end);
    expect(crackFaces.startVertex(onEdge(border, 0.4), inside(0.4, 0))).toBe(-1);
    // The start of the cut, from the border beside it.
    const mouth = edges.flatMap((edge) => [mesh.edgeStart(edge), mesh.edgeEnd(edge)])[0]!;
    const beside = mesh
      .edgesOf(mouth)
      .filter((edge) => mesh.edgeTriangleCount(edge) === 1 && !crackFaces.has(edge))
      .filter((edge) =>
        mesh.edgesOf(mouth).some((other) => crackFaces.has(other) && edge !== other),
      );
    expect(beside).toHaveLength(1);
    const atMouth = mesh.edgeStart(beside[0]!) === mouth ? 0.2 : 0.8;
    expect(crackFaces.startVertex(onEdge(beside[0]!, atMouth), inside(0.5, 0.5))).toBe(mouth);
    expect(crackFaces.startVertex(onEdge(beside[0]!, 1 - atMouth), inside(0.5, 0.5))).toBe(-1);
  });

  test("does nothing with a blade of zero length or at rest", () => {
    const data = sheet(4);
    const still = new Cutting(data, () => ({ from: [0.1, 0.2, -1], to: [0.1, 0.2, 1] })).run(3);
    expect(still.edits).toEqual([]);
    const leaving = new Cutting(data, slash([0.42, 0.05], [0.8, 0.06])).run(1);
    expect(leaving.edits).toEqual([]); // it started in the last triangle: it crossed no edge except the border
    const point = new Cutting(data, (time) => {
      const p: Point = [0.1, 0.2, 0.5 - time];
      return { from: p, to: p };
    }).run(2);
    expect(point.edits).toEqual([]);
  });

  test("continues from its state exactly as before", () => {
    fc.assert(
      fc.property(anySlash, fc.integer({ min: 1, max: 29 }), (line, saved) => {
        const [data, blade] = slashed(line);
        const whole = new Cutting(data, blade).run(30);
        const parted = new Cutting(data, blade).run(saved, 0, saved / 30);
        parted.cut = new BladeCut(JSON.parse(JSON.stringify(parted.cut.state)) as BladeState);
        parted.run(30 - saved, saved / 30, 1);
        expect(parted.edits.length).toBe(whole.edits.length);
        expect(countPieces(parted.mesh)).toBe(2);
      }),
      runs(65, 10, 500),
    );
  });

  test("continues when its end has been torn, split or undone in the meantime", () => {
    const data = sheet(10);
    const blade = slash([-0.7, 0.03], [0.7, 0.13]);
    const torn = new Cutting(data, blade).run(30, 0, 0.5);
    const [held] = torn.cut.state.ends;
    // Tear ahead of the blade.
    const [edge] = torn.mesh.edgesOf(held!.vertex).toReversed();
    separateVertex(torn.mesh, torn.mesh.otherEnd(edge!, held!.vertex));
    torn.run(30, 0.5, 1);
    expect(new Pieces(torn.mesh).count).toBe(2);
    const undone = new Cutting(data, blade).run(30, 0, 0.5);
    for (const edit of undone.edits.toReversed()) undo(undone.mesh, edit);
    undone.run(30, 0.5, 1);
    expect(new Pieces(undone.mesh).count).toBe(1);
    // The blade's triangle moves to a copy of the end, which the cut has to find.
    const copied = new Cutting(data, blade).run(30, 0, 0.5);
    const { vertex, position } = copied.cut.state.ends[0]!;
    const { triangle } = closestPoint(copied.mesh, copied.positions(), position)!;
    expect(copied.mesh.cornersIn(triangle)).toContain(vertex);
    const around = copied.mesh.trianglesOf(vertex).filter((t) => {
      const shared = copied.mesh
        .cornersIn(t)
        .filter((v) => copied.mesh.cornersIn(triangle).includes(v));
      return shared.length > 1;
    });
    const { newVertex } = splitVertex(copied.mesh, vertex, around);
    const openedBefore = copied.edges.length;
    copied.run(30, 0.5, 0.7);
    const opened = copied.edges.slice(openedBefore);
    const joined = opened.flatMap((e) => [copied.mesh.edgeStart(e), copied.mesh.edgeEnd(e)]);
    expect(joined).toContain(newVertex);
    // Divide the triangles between the end and the blade.
    const divided = new Cutting(data, blade).run(30, 0, 0.52);
    const end = divided.cut.state.ends[0]!;
    for (const edge of divided.mesh.edgesOf(end.vertex)) {
      const isFromEnd = divided.mesh.edgeStart(edge) === end.vertex;
      splitEdge(divided.mesh, edge, isFromEnd ? 0.1 : 0.9);
    }
    const now = closestPoint(divided.mesh, divided.positions(), end.position)!;
    expect(divided.mesh.cornersIn(now.triangle)).not.toContain(end.vertex);
    expect(new Pieces(divided.run(30, 0.52, 1).mesh).count).toBe(2);
    // If the end is elsewhere or missing, the cut starts again.
    const fresh = new Cutting(data, blade);
    fresh.cut = new BladeCut(blade(0.52));
    fresh.run(10, 0.52, 1);
    const near = closestPoint(fresh.mesh, fresh.data.positions, [0.028, 0.082, 0])!;
    for (const ends of [
      [{ vertex: 99999, position: near.position }],
      [{ vertex: 0, position: near.position }],
      [{ vertex: fresh.mesh.cornersIn(near.triangle)[0], position: [5, 5, 5] as const }],
      [{ vertex: fresh.mesh.cornersIn(near.triangle)[1], position: [5, 5, 5] as const }],
      [{ vertex: fresh.mesh.cornersIn(near.triangle)[2], position: [5, 5, 5] as const }],
    ]) {
      const strange = new Cutting(data, blade);
      strange.cut = new BladeCut({ ...blade(0.52), ends });
      strange.run(10, 0.52, 1);
      expect(strange.opened()).toEqual(fresh.opened());
    }
  });

  test("keeps the mesh valid, for any blade motion and any other edits", () => {
    fc.assert(
      fc.property(anyMesh, anyChoices, fc.nat({ max: 1e6 }), (data, choices, seed) => {
        const random = new Random(seed);
        const mesh = buildMesh(data);
        const area = sum(uvAreas(mesh));
        const size = data.positions.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
        // Sometimes on integers, to hit vertices and edges exactly.
        const isRound = random.next() < 0.3;
        const any = (): number => {
          const x = random.uniform(-size, size);
          return isRound ? Math.floor(x) : x;
        };
        const blade = (): Blade => ({ from: [any(), any(), any()], to: [any(), any(), any()] });
        const first = blade();
        const cut = new BladeCut(first);
        const edits: TopologyEdit[] = [];
        let shape = data.positions;
        const states = [bitsOf(mesh)];
        for (const choice of choices.slice(0, 8)) {
          const next = shape.map((x) => (isRound ? x : x + random.uniform(-0.1, 0.1) * size));
          const { from, to } = blade();
          edits.push(
            ...cut.advance(
              mesh,
              inheritPositions(mesh, shape),
              inheritPositions(mesh, next),
              from,
              to,
            ).edits,
          );
          expect(validate(mesh)).toBeNull();
          shape = next;
          if (choice % 2) edits.push(...randomEdit(mesh, shape, choice >> 1));
        }
        expect(sum(uvAreas(mesh))).toBeCloseTo(area, 9);
        for (const edit of edits.toReversed()) undo(mesh, edit);
        expect(bitsOf(mesh)).toEqual(states[0]);
      }),
      runs(66, 80, 20000),
    );
  });

  test("refuses invalid input in one line, and changes nothing", () => {
    const data = sheet(4);
    const mesh = buildMesh(data);
    const blade = slash([-0.7, 0.03], [0.7, 0.13]);
    expect(() => new BladeCut(blade(0), { snap: 0.7 })).toThrow(
      /^BladeCut: snap: expected a number between 0 and 0.5, got 0.7$/,
    );
    const cut = new BladeCut(blade(0));
    const { from, to } = blade(1);
    expect(() => cut.advance(mesh, data.positions, new Float64Array(3), from, to)).toThrow(
      /after: expected positions of 25 vertices, got 1$/,
    );
    expect(() => cut.advance(mesh, data.positions, data.positions, [NaN, 0, 0], to)).toThrow(
      /expected finite coordinates/,
    );
    expect(mesh.editCount).toBe(0);
    expect(cut.state).toEqual({ ...blade(0), ends: [] });
  });
});
