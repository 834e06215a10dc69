import { describe, expect, test } from "vitest";
import { generateGrid, Pieces, validate } from "../../src/mesh/index.js";
import type { Tear, TearableSurface } from "../../src/tearing/index.js";
import { tearEdge, twoTriangles, WEAK_POINT } from "./onal.js";
import { distanceOf, surfaceOf, tearNow, loadedEdges, weakOf } from "./surfaces.js";

// The configurations of Önal's figures, as the text of chapter 3 describes them.

describe("basic tear (Önal 3.2.1)", () => {
  test("figure 3.8: both triangles are divided; halves on one side are connected, across the tear they are not", () => {
    const { surface } = twoTriangles();
    const { mesh } = surface;
    const { tears } = tearEdge(surface, 0, 1);
    expect(tears.map(({ kind }) => kind)).toEqual(["edge"]);
    expect(validate(mesh)).toBeNull();
    expect(mesh.triangleCount).toBe(4);
    expect(mesh.vertexCount).toBe(6); // the center, twice
    const [m, copy] = [4, 5];
    // The red springs: the rest of the loaded one. Each connects the two triangles on its side.
    const [red, otherRed] = [mesh.findEdge(0, m), mesh.findEdge(1, copy)];
    expect(mesh.trianglesOn(red)).toHaveLength(2);
    expect(mesh.trianglesOn(otherRed)).toHaveLength(2);
    // The green springs: two per line of the texture, so that nothing is connected across it.
    for (const corner of [2, 3]) {
      for (const tip of [m, copy]) {
        const green = mesh.findEdge(tip, corner);
        expect(mesh.trianglesOn(green)).toHaveLength(1);
      }
    }
    expect(mesh.findEdge(m, copy)).toBe(-1);
    expect(mesh.findEdge(0, 1)).toBe(-1);
  });

  test("figure 3.9: the tips retract until their halves are no longer stretched", () => {
    const { surface } = twoTriangles();
    const { tears } = tearEdge(surface, 0, 1);
    // From the center, at 0: the halves have a rest length of 1 m, and their outer ends are at ±1.4.
    expect(tears[0]!.moves).toEqual([
      { vertex: 4, position: [-0.3999999999999999, 0, 0] },
      { vertex: 5, position: [0.3999999999999999, 0, 0] },
    ]);
    expect(tears[0]!.position).toEqual([0, 0, 0]);
  });

  test("an edge over its force limit without stretch does not retract", () => {
    const { data } = twoTriangles();
    const surface = surfaceOf(data);
    expect(tearEdge(surface, 0, 1).tears[0]!.moves).toEqual([]);
  });

  test("figure 3.17: the ends of a tear are weak, its tips are not", () => {
    const surface = surfaceOf(
      generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" }),
    );
    const { mesh } = surface;
    const edge = mesh.findEdge(12, 13);
    const ends = mesh.ringOf(edge).map((h) => mesh.halfedgeVertices[mesh.previous(h)]!);
    tearNow(surface, WEAK_POINT, loadedEdges(surface, [edge, 2]));
    expect(weakOf(surface)).toEqual(ends.toSorted((a, b) => a - b));
    expect(new Pieces(mesh).count).toBe(1);
  });

  test("figure 3.21: the new corners get the uv in the center of the torn edge, separately in each triangle", () => {
    const { data, surface } = twoTriangles();
    const { mesh } = surface;
    const uvOf = (triangle: number, vertex: number): number[] => {
      const h = [0, 1, 2]
        .map((k) => 3 * triangle + k)
        .find((c) => mesh.halfedgeVertices[c] === vertex)!;
      return [mesh.uvs[2 * h]!, mesh.uvs[2 * h + 1]!];
    };
    const old = [0, 1].map((t) => [0, 1].map((v) => uvOf(t, v)));
    const far = [uvOf(0, 2), uvOf(1, 3)];
    const area = uvArea(data.uvs, 2);
    tearEdge(surface, 0, 1);
    for (const triangle of [0, 1, 2, 3]) {
      const original = mesh.cornersIn(triangle).includes(2) ? 0 : 1;
      for (const vertex of mesh.cornersIn(triangle)) {
        const expected =
          vertex === 2 || vertex === 3
            ? far[original]!
            : vertex < 2
              ? old[original]![vertex]!
              : [0, 1].map((k) => (old[original]![0]![k]! + old[original]![1]![k]!) / 2);
        for (let k = 0; k < 2; k++) expect(uvOf(triangle, vertex)[k]).toBeCloseTo(expected[k]!, 12);
      }
    }
    expect(uvArea(mesh.uvs, 4)).toBeCloseTo(area, 12);
  });

  test("a border edge is divided too, with its one triangle", () => {
    const { surface } = twoTriangles();
    const { tears } = tearEdge(surface, 0, 2);
    expect(tears[0]!.kind).toBe("edge");
    expect(surface.mesh.triangleCount).toBe(3);
    expect(weakOf(surface)).toEqual([1]);
    expect(validate(surface.mesh)).toBeNull();
  });

  test("no edge is divided if that would leave one shorter than the given fraction of the spacing", () => {
    const { surface } = twoTriangles();
    const { mesh } = surface;
    for (let tears = 0; tears < 50; tears++) {
      const before = mesh.triangleCount;
      const edge = (tears * 7) % mesh.edgeCount;
      const lengths = restLengthsOf(surface);
      surface.restLengths = lengths;
      surface.positions = restPositions(surface);
      tearNow(surface, WEAK_POINT, loadedEdges(surface, [edge, 2]));
      if (mesh.triangleCount === before) continue;
      for (const length of restLengthsOf(surface)) {
        expect(length).toBeGreaterThan(0.3 * surface.spacing * (1 - 1e-12));
      }
    }
    expect(mesh.triangleCount).toBeGreaterThan(4);
  });

  test("an edge too short to be divided: one of its ends splits as with the path plane", () => {
    const torn = (path: "plane" | "weak-point"): Tear[] => {
      const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
      const surface = surfaceOf(data, { spacing: 10 });
      const edge = surface.mesh.findEdge(12, 13);
      return [...tearNow(surface, { path }, loadedEdges(surface, [edge, 2])).tears];
    };
    const tears = torn("weak-point");
    expect(tears.map(({ kind }) => kind)).toEqual(["vertex"]);
    expect(tears).toEqual(torn("plane"));
  });

  test("an edge tears with one end pinned, but not with both", () => {
    const kinds = (...held: number[]): string[] => {
      const { surface } = twoTriangles();
      surface.isHeld = (vertex) => held.includes(vertex);
      return tearEdge(surface, 0, 1).tears.map(({ kind }) => kind);
    };
    expect(kinds(0)).toEqual(["edge"]);
    expect(kinds(1)).toEqual(["edge"]);
    expect(kinds(0, 1)).toEqual([]);
  });

  test.each([
    { name: "its one end", next: [11, 12] },
    { name: "its other end", next: [13, 14] },
    { name: "a far corner", next: [6, 7] },
    { name: "the other far corner", next: [18, 23] },
  ])("relaxes the edges at $name", ({ next }) => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const tearsOf = (...list: [number, number, number][]): number => {
      const surface = surfaceOf(data);
      const edges = list.map(([a, b, severity]): [number, number] => [
        surface.mesh.findEdge(a, b),
        severity,
      ]);
      return tearNow(surface, WEAK_POINT, loadedEdges(surface, ...edges)).tears.length;
    };
    const [a, b] = next as [number, number];
    expect(surfaceOf(data).mesh.trianglesOn(surfaceOf(data).mesh.findEdge(12, 13))).toHaveLength(2);
    expect(tearsOf([a, b, 2])).toBe(1); // alone it would tear
    expect(tearsOf([12, 13, 3], [a, b, 2])).toBe(1);
  });

  /** Rest positions of the vertices, by their lineage. */
  function restPositions({ mesh }: TearableSurface): Float64Array {
    const places = twoTriangles().data.positions;
    const positions = new Float64Array(3 * mesh.vertexCount);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [a, b] = [mesh.vertexOrigins[2 * v]!, mesh.vertexOrigins[2 * v + 1]!];
      const t = mesh.originWeights[v]!;
      for (let k = 0; k < 3; k++) {
        positions[3 * v + k] =
          a === -1
            ? places[3 * v + k]!
            : (1 - t) * positions[3 * a + k]! + t * positions[3 * b + k]!;
      }
    }
    return positions;
  }

  function restLengthsOf(surface: TearableSurface): Float64Array {
    const { mesh } = surface;
    const positions = restPositions(surface);
    return Float64Array.from({ length: mesh.edgeCount }, (_, e) =>
      distanceOf(positions, mesh.edgeStart(e), mesh.edgeEnd(e)),
    );
  }
});

function uvArea(uvs: Float64Array, triangleCount: number): number {
  let area = 0;
  for (let h = 0; h < 6 * triangleCount; h += 6) {
    const [u0, v0, u1, v1, u2, v2] = uvs.slice(h, h + 6);
    area += Math.abs((u1! - u0!) * (v2! - v0!) - (u2! - u0!) * (v1! - v0!)) / 2;
  }
  return area;
}
