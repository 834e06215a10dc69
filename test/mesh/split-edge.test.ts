import { describe, expect, test } from "vitest";
import { buildMesh, inheritPositions, splitEdge, validate } from "../../src/mesh/index.js";
import { hexagon, meshData } from "../meshes.js";
import { rising } from "../oracles.js";

describe("splitEdge", () => {
  test("divides both triangles of an inner edge, keeps their winding, and interpolates uvs within each", () => {
    const mesh = buildMesh(hexagon());
    const edge = mesh.findEdge(0, 2);
    const before = mesh.uvs.slice();
    const forward = mesh.edgeStart(edge) === 0;
    const edit = splitEdge(mesh, edge, 0.25);
    expect(edit).toMatchObject({ newVertex: 7, t: 0.25, newTriangles: [6, 7] });
    expect(mesh.triangleCount).toBe(8);
    expect(mesh.edgeCount).toBe(12 + 3);
    expect(mesh.edgeTriangleCount(edge)).toBe(2);
    expect(mesh.edgeTriangleCount(edit.newEdge)).toBe(2);
    expect(mesh.findEdge(edit.start, 7)).toBe(edge);
    expect(mesh.findEdge(7, edit.end)).toBe(edit.newEdge);
    expect(edit.crossEdges.map((e) => rising([mesh.edgeStart(e), mesh.edgeEnd(e)]))).toEqual([
      [1, 7],
      [3, 7],
    ]);
    expect([...mesh.vertexOrigins.slice(14, 16)]).toEqual([edit.start, edit.end]);
    expect(mesh.originWeights[7]).toBe(0.25);
    expect(validate(mesh)).toBeNull();
    // Every part is still counterclockwise and at its place.
    const positions = inheritPositions(mesh, hexagon().positions);
    expect(positions[21]).toBeCloseTo((forward ? 0.25 : 0.75) * 0.5, 14);
    for (let t = 0; t < 8; t++) {
      const [a, b, c] = mesh.cornersIn(t).map((v) => [positions[3 * v]!, positions[3 * v + 1]!]);
      const area = (b![0]! - a![0]!) * (c![1]! - a![1]!) - (b![1]! - a![1]!) * (c![0]! - a![0]!);
      expect(area).toBeGreaterThan(0);
    }
    // The two sides of the edge had different uvs, and so have the two new corners on either side.
    for (const [i, corner] of edit.movedCorners.entries()) {
      const triangle = edit.triangles[i]!;
      const old = [3 * triangle, 3 * triangle + 1, 3 * triangle + 2];
      const start = old.find((h) => mesh.halfedgeVertices[h] === edit.start)!;
      expect(mesh.uvs[2 * corner]).toBeCloseTo(
        0.75 * before[2 * start]! + 0.25 * before[2 * corner]!,
        15,
      );
      expect(mesh.uvs[2 * edit.newCorners[i]!]).toBe(mesh.uvs[2 * corner]);
      expect(mesh.uvs[6 * edit.newTriangles[i]!]).toBe(before[2 * corner]);
    }
  });

  test("works on a border edge and on one with three triangles, two of them against the edge direction", () => {
    const fin = [
      [0, 1, 2],
      [1, 0, 3],
      [1, 0, 4],
    ];
    const mesh = buildMesh(meshData(fin));
    const spine = mesh.findEdge(0, 1);
    const edit = splitEdge(mesh, spine, 0.5);
    expect(edit.newTriangles).toHaveLength(3);
    expect(mesh.edgeTriangleCount(edit.newEdge)).toBe(3);
    expect(validate(mesh)).toBeNull();
    const border = mesh.findEdge(0, 2);
    expect(splitEdge(mesh, border, 0.1).newTriangles).toHaveLength(1);
    expect(validate(mesh)).toBeNull();
  });

  test("refuses an edge that does not exist and a t outside (0, 1)", () => {
    const mesh = buildMesh(hexagon());
    for (const t of [0, 1, -0.2, NaN]) expect(() => splitEdge(mesh, 0, t)).toThrow(/expected t/);
    expect(() => splitEdge(mesh, 12, 0.5)).toThrow("splitEdge: edge 12 does not exist (0 to 11)");
    expect(() => splitEdge(mesh, 0.5, 0.5)).toThrow("edge 0.5 does not exist");
    expect(mesh.vertexCount).toBe(7);
  });
});
