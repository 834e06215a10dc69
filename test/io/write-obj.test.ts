import { expect, test } from "vitest";
import { writeObj } from "../../src/io/index.js";
import { buildMesh, generateGrid, splitVertex } from "../../src/mesh/index.js";

/** A minimal independent reader for v, vt and f. */
function readObj(text: string): { v: number[][]; vt: number[][]; f: number[][][] } {
  const lines = (key: string): string[] =>
    text
      .split("\n")
      .filter((line) => line.startsWith(`${key} `))
      .map((line) => line.slice(key.length + 1));
  const numbers = (line: string): number[] => line.split(" ").map(Number);
  return {
    v: lines("v").map(numbers),
    vt: lines("vt").map(numbers),
    f: lines("f").map((line) =>
      line.split(" ").map((corner) => corner.split("/").map((n) => Number(n) - 1)),
    ),
  };
}

test("every corner is written with its position and uv, torn or not, in several objects", () => {
  const objects = [3, 5].map((segments) => {
    const data = generateGrid({ size: [1, 2], segments: [segments, segments] });
    const mesh = buildMesh(data);
    const vertex = segments + 2;
    splitVertex(mesh, vertex, mesh.trianglesOf(vertex).slice(0, 2));
    const positions = Float64Array.from([
      ...data.positions,
      ...data.positions.slice(3 * vertex, 3 * vertex + 3),
    ]);
    return { name: `sheet of ${segments}`, mesh, positions };
  });
  const text = writeObj(objects);
  expect(text).toMatch(/^o sheet_of_3$/m);
  expect(text.endsWith("\n")).toBe(true);
  const { v, vt, f } = readObj(text);
  expect(v).toHaveLength(4 * 4 + 1 + 6 * 6 + 1);
  expect(vt).toHaveLength(v.length); // no seams: uvs have the indices of their vertices
  const corners = objects.flatMap(({ mesh, positions }) =>
    Array.from({ length: 3 * mesh.triangleCount }, (_, h) => [
      ...positions.slice(3 * mesh.halfedgeVertices[h]!, 3 * mesh.halfedgeVertices[h]! + 3),
      ...mesh.uvs.slice(2 * h, 2 * h + 2),
    ]),
  );
  for (const [i, [vertex, uv]] of f.flat().entries()) {
    expect(uv).toBe(vertex);
    for (const [k, value] of [...v[vertex!]!, ...vt[uv!]!].entries()) {
      expect(value).toBeCloseTo(corners[i]![k]!, 8);
    }
  }
});

test("groups are written under g lines, after the other triangles under the name of the object", () => {
  const data = generateGrid({ size: [1, 1], segments: [2, 1] }); // four triangles
  const sheet = { mesh: buildMesh(data), positions: data.positions };
  const text = writeObj([
    {
      name: "my sheet",
      ...sheet,
      groups: [
        { name: "right side", triangles: [3, 1, 3] },
        { name: "seam", triangles: [1] },
        { name: "#\\", triangles: [] },
      ],
    },
    { name: "plain", ...sheet },
  ]);
  const faces = text.split("\n").filter((line) => /^[ogf] /.test(line));
  expect(faces.map((line) => line.replace(/^f .*/, "f"))).toEqual(
    ["o my_sheet", "g my_sheet", "f", "f", "g right_side", "f", "g right_side seam", "f"].concat(
      ["g __", "o plain", "g plain", "f", "f", "f", "f"], // or it would be in the last group
    ),
  );
});

test("a group with a triangle that does not exist is refused", () => {
  const data = generateGrid({ size: [1, 1], segments: [1, 1] });
  const groups = [{ name: "hem", triangles: [0, 2] }];
  expect(() =>
    writeObj([{ name: "sheet", mesh: buildMesh(data), positions: data.positions, groups }]),
  ).toThrow('group "hem": triangle 2 does not exist (0 to 1)');
});

test("corners of a uv seam keep both uvs, and equal ones share a line", () => {
  const data = generateGrid({ size: [1, 1], segments: [2, 1] });
  const mesh = buildMesh(data);
  const seam = mesh.vertexHalfedges[1]!;
  mesh.uvs[2 * seam] = 0.9;
  const { v, vt, f } = readObj(writeObj([{ name: "seam", mesh, positions: data.positions }]));
  expect(v).toHaveLength(6);
  expect(vt).toHaveLength(7);
  expect(vt[f.flat()[seam]![1]!]).toEqual([0.9, 0]);
});
