import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildMesh,
  fansOf,
  generateGrid,
  GRID_DIAGONALS,
  MeshError,
  validate,
} from "../../src/mesh/index.js";
import { anySoup, BOW_TIE, hexagon, meshData } from "../meshes.js";
import { countPieces } from "../oracles.js";
import { runs } from "../runs.js";

describe("grid", () => {
  test("of 30 × 30 particles has the counts printed in Önal 4.3", () => {
    for (const diagonals of GRID_DIAGONALS) {
      const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [29, 29], diagonals }));
      const inside = Array.from({ length: mesh.edgeCount }, (_, e) => mesh.edgeTriangleCount(e));
      expect(mesh.vertexCount).toBe(900);
      expect(mesh.edgeCount).toBe(2581);
      expect(inside.filter((count) => count === 2)).toHaveLength(2465);
      expect(mesh.triangleCount).toBe(1682);
      expect(validate(mesh)).toBeNull();
    }
  });

  test("has six edges at every inner vertex, or eight and four alternating (Union Jack)", () => {
    for (const diagonals of GRID_DIAGONALS) {
      const mesh = buildMesh(generateGrid({ size: [1, 1], segments: [8, 8], diagonals }));
      const inner = Array.from({ length: 49 }, (_, i) => 10 + 9 * Math.floor(i / 7) + (i % 7));
      const valences = new Set(inner.map((v) => mesh.edgesOf(v).length));
      expect(valences).toEqual(new Set(diagonals === "union-jack" ? [4, 8] : [6]));
      // The direction of the diagonals of the first cells.
      const isUp = (column: number, row: number): boolean =>
        mesh.findEdge(9 * row + column, 9 * (row + 1) + column + 1) !== -1;
      expect([isUp(0, 0), isUp(1, 0), isUp(0, 1), isUp(1, 1)]).toEqual(
        {
          "one-way": [true, true, true, true],
          alternating: [true, true, false, false],
          "union-jack": [true, false, false, true],
        }[diagonals],
      );
    }
  });

  test("refuses invalid options by name", () => {
    const good = { size: [1, 1], segments: [2, 2] } as const;
    expect(() => generateGrid({ ...good, size: [1, 0] })).toThrow(/^size: expected two lengths/);
    expect(() => generateGrid({ ...good, segments: [2, 1.5] })).toThrow(/^segments: expected two/);
    expect(() => generateGrid({ ...good, diagonals: "both" as "one-way" })).toThrow(/^diagonals/);
  });

  test("is centered in the xy-plane, u along x, v along y, all faces towards +z", () => {
    const { positions, triangles, uvs } = generateGrid({ size: [2, 3], segments: [4, 5] });
    for (let h = 0; h < triangles.length; h++) {
      const v = 3 * triangles[h]!;
      expect(positions[v]).toBeCloseTo(2 * (uvs[2 * h]! - 0.5), 14);
      expect(positions[v + 1]).toBeCloseTo(3 * (uvs[2 * h + 1]! - 0.5), 14);
      expect(positions[v + 2]).toBe(0);
    }
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]!) as [number, number, number];
      const ux = positions[b]! - positions[a]!;
      const uy = positions[b + 1]! - positions[a + 1]!;
      const vx = positions[c]! - positions[a]!;
      const vy = positions[c + 1]! - positions[a + 1]!;
      expect(ux * vy - uy * vx).toBeGreaterThan(0);
    }
  });
});

describe("adjacency", () => {
  test("crosses a vertex where two fans meet", () => {
    const mesh = buildMesh(meshData(BOW_TIE));
    expect(mesh.trianglesOf(0)).toEqual([0, 1]);
    expect(mesh.edgesOf(0)).toHaveLength(4);
    expect(countPieces(mesh)).toBe(1);
  });

  test("of a hub and a spine with very many triangles has no extra cost", () => {
    const count = 40_000;
    const rim = Array.from({ length: count }, (_, i) => i + 1);
    const hub = buildMesh(meshData(rim.map((i) => [0, i, (i % count) + 1])));
    expect(hub.edgeCount).toBe(2 * count);
    expect(fansOf(hub, 0)).toHaveLength(1);
    const spine = buildMesh(meshData(rim.map((i) => [0, 1, i + 1])));
    expect(spine.edgeTriangleCount(0)).toBe(count);
    expect(fansOf(spine, 0)).toHaveLength(1);
    expect(validate(spine)).toBeNull();
  });

  test("of any soup matches a search through all triangles", () => {
    fc.assert(
      fc.property(anySoup, (data) => {
        const mesh = buildMesh(data);
        expect(validate(mesh)).toBeNull();
        const corners = Array.from({ length: data.triangles.length / 3 }, (_, t) => [
          ...data.triangles.slice(3 * t, 3 * t + 3),
        ]);
        for (let a = 0; a < mesh.vertexCount; a++) {
          const at = corners.flatMap((triangle, t) => (triangle.includes(a) ? [t] : []));
          expect(mesh.trianglesOf(a)).toEqual(at);
          for (let b = 0; b < mesh.vertexCount; b++) {
            if (a === b) continue;
            const shared = corners.filter((t) => t.includes(a) && t.includes(b)).length;
            const edge = mesh.findEdge(a, b);
            expect(edge === -1 ? 0 : mesh.edgeTriangleCount(edge)).toBe(shared);
          }
        }
      }),
      runs(2, 200),
    );
  });
});

describe("invalid input", () => {
  const build = (change: (data: ReturnType<typeof hexagon>) => void): (() => void) => {
    const data = hexagon();
    change(data);
    return () => buildMesh(data);
  };

  test("gives one error that names the face", () => {
    expect(build((d) => (d.triangles[4] = 99))).toThrow(
      new MeshError("face 1: vertex 99 does not exist (0 to 6)"),
    );
    expect(build((d) => (d.triangles[5] = d.triangles[3]!))).toThrow(
      /^face 1: vertex 0 appears twice/,
    );
    expect(build((d) => (d.positions[7] = NaN))).toThrow(/^vertex 2: position is not a finite/);
    expect(build((d) => (d.uvs[13] = Infinity))).toThrow(/^face 2: uv of corner 0 is not a finite/);
    expect(build((d) => (d.uvs = d.uvs.slice(1)))).toThrow(/^uvs: expected two numbers per corner/);
    expect(build((d) => (d.triangles = d.triangles.slice(1)))).toThrow(
      /^triangles: expected three/,
    );
  });
});
