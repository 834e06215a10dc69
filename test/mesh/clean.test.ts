import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import {
  buildMesh,
  cleanMesh,
  generateGrid,
  validate,
  type MeshData,
} from "../../src/mesh/index.js";
import { anySoup, meshData } from "../meshes.js";
import { countPieces } from "../oracles.js";
import { runs } from "../runs.js";

/** Separate vertices for every corner: some files have all seams open. */
function burst(data: MeshData, noise = 0): MeshData {
  const random = new Random(3);
  const positions = new Float64Array(3 * data.triangles.length);
  for (let i = 0; i < positions.length; i++) {
    const vertex = data.triangles[Math.floor(i / 3)]!;
    positions[i] = data.positions[3 * vertex + (i % 3)]! + random.uniform(-noise, noise);
  }
  return { positions, triangles: Int32Array.from(data.triangles.keys()), uvs: data.uvs };
}

describe("cleanMesh", () => {
  test("welds vertices doubled by a uv seam, and the corners keep their uvs", () => {
    const sheet = generateGrid({ size: [1, 1], segments: [6, 6] });
    const open = burst(sheet);
    expect(countPieces(buildMesh(open))).toBe(72);
    const { data, report } = cleanMesh(open, { weld: 0 });
    const mesh = buildMesh(data);
    expect(mesh.vertexCount).toBe(49);
    expect(report.welded).toHaveLength(216 - 49);
    expect(countPieces(mesh)).toBe(1);
    expect(data.uvs).toEqual(open.uvs);
    expect(cleanMesh(open).data).toEqual(open); // only on request
  });

  test("welds within a tolerance, and chains of close vertices do not extend it", () => {
    const sheet = generateGrid({ size: [1, 1], segments: [6, 6] });
    expect(cleanMesh(burst(sheet, 1e-5), { weld: 1e-4 }).data.positions).toHaveLength(3 * 49);
    expect(cleanMesh(burst(sheet, 1e-5), { weld: 1e-9 }).report.welded).toEqual([]);
    const row = meshData(
      [
        [0, 4, 5],
        [1, 4, 5],
        [2, 4, 5],
        [3, 4, 5],
      ],
      [
        [0, 0, 0],
        [0.9, 0, 0],
        [1.8, 0, 0],
        [2.7, 0, 0],
        [0, 9, 0],
        [9, 9, 0],
      ],
    );
    expect(cleanMesh(row, { weld: 1, duplicates: "keep" }).report.welded).toEqual([1, 3]);
  });

  test("matches a comparison of all pairs of vertices", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(...(Array(3).fill(fc.integer({ min: -3, max: 3 })) as fc.Arbitrary<number>[])),
          { minLength: 3, maxLength: 40 },
        ),
        fc.constantFrom(0, 0.5, 1, 1.5),
        (places, weld) => {
          const kept: number[] = [];
          const welded: number[] = [];
          for (const [v, place] of places.entries()) {
            const near = kept.some(
              (k) => Math.hypot(...places[k]!.map((x, i) => x - place[i]!)) <= weld,
            );
            (near ? welded : kept).push(v);
          }
          const data = meshData([[0, 1, 2]], places);
          expect(cleanMesh(data, { weld, isolated: "keep" }).report.welded).toEqual(welded);
        },
      ),
      runs(31, 200),
    );
  });

  test("drops and reports duplicate, degenerate and collapsed faces and isolated vertices, or keeps them", () => {
    const data = meshData(
      [
        [0, 1, 2],
        [2, 1, 0], // the same, with opposite winding
        [0, 1, 3], // 3 is on the line from 0 to 1
        [0, 4, 2], // 4 has the position of 0
        [1, 2, 5],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0.5, 0, 0],
        [0, 0, 0],
        [1, 1, 0],
        [7, 7, 7],
      ],
    );
    const clean = cleanMesh(data, { weld: 0 });
    expect(clean.report).toEqual({
      welded: [4],
      collapsed: [3],
      duplicates: [1],
      zeroArea: [2],
      isolated: [3, 6],
    });
    expect([...clean.faceOfTriangle]).toEqual([0, 4]);
    expect([...clean.vertexOfInput]).toEqual([0, 1, 2, -1, 0, 3, -1]);
    expect([...clean.data.triangles]).toEqual([0, 1, 2, 1, 2, 3]);
    expect([...clean.data.uvs.slice(6)]).toEqual([...data.uvs.slice(24)]);

    const kept = cleanMesh(data, { duplicates: "keep", zeroArea: "keep", isolated: "keep" });
    expect(kept.data).toEqual(data);
    expect(kept.report).toMatchObject({ duplicates: [1], zeroArea: [2, 3], isolated: [6] });
  });

  test("of any soup gives a mesh without such faces, and a second time changes nothing", () => {
    fc.assert(
      fc.property(anySoup, (soup) => {
        const { data, faceOfTriangle, vertexOfInput } = cleanMesh(soup, { weld: 0 });
        const mesh = buildMesh(data);
        expect(validate(mesh)).toBeNull();
        for (const [t, face] of faceOfTriangle.entries()) {
          const from = [...soup.triangles.slice(3 * face, 3 * face + 3)].map(
            (v) => vertexOfInput[v],
          );
          expect(mesh.cornersIn(t)).toEqual(from);
        }
        const again = cleanMesh(data, { weld: 0 });
        expect(again.data).toEqual(data);
        expect(Object.values(again.report).flat()).toEqual([]);
      }),
      runs(32, 200),
    );
  });

  test("refuses invalid data and an invalid tolerance", () => {
    const data = meshData(
      [[0, 1, 9]],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ],
    );
    expect(() => cleanMesh(data)).toThrow("face 0: vertex 9 does not exist (0 to 2)");
    expect(() => cleanMesh(meshData([[0, 1, 2]]), { weld: -1 })).toThrow(
      "weld: expected a distance",
    );
  });
});
