import { describe, expect, test } from "vitest";
import { generateGrid, splitEdge, splitVertex } from "../../src/mesh/index.js";
import {
  Candidates,
  measure,
  PATHS,
  resolveTearing,
  SeamStrengths,
  severityAt,
  type TearableSurface,
} from "../../src/tearing/index.js";
import { surfaceOf, tearNow, loadedEdges, loadedVertex } from "./surfaces.js";

const STRENGTH = 0.4;
const at = (row: number, column: number): number => 7 * row + column;

/** A grid of 6 × 6 squares with a seam along column 3, from row to row. */
function seamed(
  from = 0,
  to = 6,
  change: Partial<TearableSurface> = {},
  diagonals: "one-way" | "union-jack" = "one-way",
): Seamed {
  const data = generateGrid({ size: [6, 6], segments: [6, 6], diagonals });
  const surface = surfaceOf(data, change);
  const { mesh } = surface;
  const edges: number[] = [];
  for (let row = from; row < to; row++) edges.push(mesh.findEdge(at(row, 3), at(row + 1, 3)));
  surface.seamStrengths = new SeamStrengths(mesh);
  surface.seamStrengths.add(edges, STRENGTH);
  return { surface, edges };
}

interface Seamed {
  surface: TearableSurface;
  edges: number[];
}

/** Stretches a surface along x and y. */
function stretch({ positions }: TearableSurface, x: number, y: number): void {
  for (let i = 0; i < positions.length; i += 3) {
    positions[i]! *= x;
    positions[i + 1]! *= y;
  }
}

function open({ surface: { mesh }, edges }: Seamed): boolean[] {
  return edges.map((edge) => mesh.edgeTriangleCount(edge) === 1);
}

describe("the strength of a vertex on a seam", () => {
  test.each([0, 20, 45, 70, 90])("is 1 − (1 − s) sin² of the angle: %d°", (degrees) => {
    const { surface } = seamed();
    const { mesh, positions } = surface;
    const angle = (degrees * Math.PI) / 180;
    const expected = 1 - (1 - STRENGTH) * Math.sin(angle) ** 2;
    // An edge that ends at the seam, 10 % longer than at rest, at this angle to it.
    const [x, y] = positions.subarray(3 * at(3, 3), 3 * at(3, 3) + 2);
    const end = [x! + 1.1 * Math.sin(angle), y! + 1.1 * Math.cos(angle)];
    positions.set(end, 3 * at(3, 4));
    const edge = mesh.findEdge(at(3, 3), at(3, 4));
    const severity = severityAt(surface, resolveTearing({ limit: 1.25 }), edge, -1);
    expect(severity).toBeCloseTo(0.1 / 0.25 / expected, 9);
    expect(
      severityAt(
        { ...surface, seamStrengths: undefined },
        resolveTearing({ limit: 1.25 }),
        edge,
        -1,
      ),
    ).toBeCloseTo(0.4, 9);
  });

  test("is that of the load direction: an edge across it tears at the fraction, one along it at the whole limit", () => {
    const limit = 1.25;
    for (const [x, y, tears] of [
      [1.0999, 1, false],
      [1.1001, 1, true],
      [1, 1.2499, false],
      [1, 1.2501, true],
    ] as const) {
      const { surface } = seamed();
      stretch(surface, x, y);
      const candidates = new Candidates();
      measure(surface, resolveTearing({ limit }), candidates);
      expect([x, y, candidates.count > 0]).toEqual([x, y, tears]);
      if (x > 1) {
        for (let i = 0; i < candidates.count; i++) {
          expect(candidates.severities[i]).toBeCloseTo((x - 1) / (0.25 * STRENGTH), 9);
          expect(severityAt(surface, resolveTearing({ limit }), candidates.edges[i]!, -1)).toBe(
            candidates.severities[i],
          );
        }
      }
    }
  });

  test("with the tensor a smaller strain across it counts if the larger one is along it", () => {
    const { surface } = seamed(0, 6, {}, "union-jack");
    const options = resolveTearing({ criterion: "separation-tensor", limit: 0.5 });
    stretch(surface, 1.15, 1.2);
    const candidates = new Candidates();
    measure(surface, options, candidates);
    expect(candidates.count).toBeGreaterThan(0);
    for (let i = 0; i < candidates.count; i++) {
      expect(candidates.vertices[i]! % 7).toBe(3);
      expect(Math.abs(candidates.axes[3 * i]!)).toBeCloseTo(1, 6);
    }
  });

  test("at the end of the seam inside the cloth is that of the cloth", () => {
    const { surface } = seamed(2, 4);
    stretch(surface, 1.15, 1);
    const candidates = new Candidates();
    measure(surface, resolveTearing({ criterion: "separation-tensor", limit: 0.25 }), candidates);
    expect([...candidates.vertices.slice(0, candidates.count)]).toEqual([at(3, 3)]);
  });
});

describe.each(PATHS)("by the path %s", (path) => {
  test("a vertex inside splits along both edges of the seam, whatever the path would select", () => {
    const found = seamed();
    const { surface } = found;
    // A load that is closer to the diagonal of the mesh than the seam is to its perpendicular.
    const { tears } = tearNow(surface, { path }, loadedVertex(at(3, 3), [1, -0.6, 0], 1.01));
    expect(tears.map(({ kind }) => kind)).toEqual(["vertex"]);
    expect(open(found)).toEqual([false, false, true, true, false, false]);
    expect(tears[0]!.edits).toHaveLength(1);
  });

  test("a vertex on the border splits along one, and the tear continues from there", () => {
    const found = seamed();
    const { surface } = found;
    const { mesh } = surface;
    for (let row = 0; row < 3; row++) {
      const loaded = mesh.findEdge(at(row, 3), at(row, 4));
      const { tears } = tearNow(surface, { path }, loadedEdges(surface, [loaded, 1.01]));
      expect(tears).toHaveLength(1);
      // New vertices of the tears have no position yet.
      const positions = new Float64Array(3 * mesh.vertexCount);
      positions.set(surface.positions);
      for (let v = surface.positions.length / 3; v < mesh.vertexCount; v++) {
        const from = mesh.vertexOrigins[2 * v]!;
        positions.copyWithin(3 * v, 3 * from, 3 * from + 3);
      }
      surface.positions = positions;
      expect(open(found).filter(Boolean)).toHaveLength(row + 1);
    }
  });

  test("the end on the seam splits, although the other one is heavier, and no edge is divided", () => {
    const found = seamed();
    const { surface } = found;
    const { mesh } = surface;
    for (const triangle of mesh.trianglesOf(at(3, 4))) surface.triangleWeights[triangle]! *= 10;
    const tense = mesh.findEdge(at(3, 3), at(3, 4));
    const { tears } = tearNow(surface, { path }, loadedEdges(surface, [tense, 1.01]));
    expect(tears[0]!.edits[0]).toMatchObject({ type: "split-vertex", vertex: at(3, 3) });
    expect(tears[0]!.edits.some(({ type }) => type === "split-edge")).toBe(false);
  });

  test("a pinned seam does not split, and its neighbors have the strength of the cloth", () => {
    const isHeld = (vertex: number): boolean => vertex === at(3, 3);
    const found = seamed(0, 6, { isHeld });
    const { surface } = found;
    const tense = surface.mesh.findEdge(at(3, 3), at(3, 4));
    // Twice the strength of the seam is less than that of the cloth.
    expect(tearNow(surface, { path }, loadedEdges(surface, [tense, 2])).tears).toEqual([]);
    expect(tearNow(surface, { path }, loadedEdges(surface, [tense, 3])).tears).toHaveLength(1);
    expect(open(found)).not.toContain(true);
  });

  test("a load along the seam tears across it", () => {
    const found = seamed();
    const { surface } = found;
    const { tears } = tearNow(surface, { path }, loadedVertex(at(3, 3), [0, 1, 0], 1.01));
    expect(tears).toHaveLength(1);
    // The basic tear of a weak-point path divides the loaded edge, which is one of the seam.
    if (path !== "weak-point") expect(open(found)).not.toContain(true);
  });
});

test("a seam that is stronger than the cloth: the other end splits, and at a higher load", () => {
  const { surface } = seamed();
  const seams = new SeamStrengths(surface.mesh);
  const column = Array.from({ length: 6 }, (_, row) =>
    surface.mesh.findEdge(at(row, 3), at(row + 1, 3)),
  );
  seams.add(column, 3);
  surface.seamStrengths = seams;
  expect(seams.minStrength).toBe(1);
  for (const triangle of surface.mesh.trianglesOf(at(3, 3)))
    surface.triangleWeights[triangle]! *= 9;
  const loaded = surface.mesh.findEdge(at(3, 3), at(3, 4));
  const { tears } = tearNow(surface, {}, loadedEdges(surface, [loaded, 1.1]));
  expect(tears[0]!.edits[0]).toMatchObject({ type: "split-vertex", vertex: at(3, 4) });
  expect(tearNow(surface, {}, loadedVertex(at(3, 3), [1, 0, 0], 1.01)).tears).toHaveLength(1);
});

test("a split edge stays a seam with both halves, and the weaker of two seams counts", () => {
  const { surface, edges } = seamed();
  const seams = surface.seamStrengths!;
  seams.add(edges.slice(0, 2), 0.2);
  seams.add(edges.slice(1, 3), 0.9);
  expect(edges.map((edge) => seams.strengthOf(edge))).toEqual([0.2, 0.2, 0.4, 0.4, 0.4, 0.4]);
  expect(seams.minStrength).toBe(0.2);
  const split = splitEdge(surface.mesh, edges[0]!, 0.5);
  seams.replay(split);
  seams.replay(split);
  expect(seams.strengthOf(split.newEdge)).toBe(0.2);
  expect(seams.isNear(split.newVertex)).toBe(true);
  expect(split.crossEdges.map((edge) => seams.strengthOf(edge))).toEqual([1, 1]);
  const [corner] = surface.mesh.trianglesOf(at(3, 3));
  const copy = splitVertex(surface.mesh, at(3, 3), [corner!]);
  expect(seams.isNear(copy.newVertex)).toBe(false); // it is not known yet
  seams.replay(copy);
  expect(seams.isNear(copy.newVertex)).toBe(true);
  seams.replay(splitVertex(surface.mesh, at(3, 0), [surface.mesh.trianglesOf(at(3, 0))[0]!]));
  expect(seams.isNear(copy.newVertex + 1)).toBe(false);
  seams.clear();
  expect([seams.minStrength, seams.strengthOf(edges[0]!), seams.isNear(at(3, 3))]).toEqual([
    1,
    1,
    false,
  ]);
});
