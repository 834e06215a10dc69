import { expect, test } from "vitest";
import { readObj } from "../../src/io/index.js";
import { buildMesh, validate } from "../../src/mesh/index.js";

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

/** Triangles as triples of vertex indices from 0. */
function triples({ triangles }: { triangles: Int32Array }): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => [
    ...triangles.slice(3 * t, 3 * t + 3),
  ]);
}

function cornerUvs({ uvs }: { uvs: Float64Array }): number[][] {
  return Array.from({ length: uvs.length / 2 }, (_, h) => [...uvs.slice(2 * h, 2 * h + 2)]);
}

test("reads positions and triangles, and buildMesh accepts them", () => {
  const { data, hasUvs, groups, objects, ignored } = readObj(`${SQUARE}f 1 2 3\nf 1 3 4\n`);
  expect([...data.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  expect(triples(data)).toEqual([
    [0, 1, 2],
    [0, 2, 3],
  ]);
  expect(hasUvs).toBe(false);
  expect(groups).toEqual([{ name: "default", triangles: [0, 1] }]);
  expect(objects).toEqual([]);
  expect(ignored).toEqual([]);
  const mesh = buildMesh(data);
  expect(() => validate(mesh)).not.toThrow();
  expect(mesh.edgeCount).toBe(5);
});

test.each([
  ["v", "f 1 2 3"],
  ["v//vn", "f 1//1 2//1 3//9"],
  ["v with empty parts", "f 1/ 2// 3"],
])("corners of the form %s have no uv, so the uvs are planar", (_, face) => {
  const { data, hasUvs } = readObj(`${SQUARE}vn 0 0 1\nvt 0.3 0.3\n${face}`);
  expect(hasUvs).toBe(false);
  expect(cornerUvs(data)).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
});

test.each(["f 1/3 2/2 3/1", "f 1/3/1 2/2/1 3/1/1", "f -4/-1 -3/-2 -2/-3", "f 1/3/ 2/2 3/1"])(
  "uvs belong to corners: %s",
  (face) => {
    const { data, hasUvs } = readObj(
      `${SQUARE}vn 0 0 1\nvt 0.1 0.2\nvt 0.3\nvt 0.5 0.6 9\n${face}`,
    );
    expect(hasUvs).toBe(true);
    expect(cornerUvs(data)).toEqual([
      [0.5, 0.6],
      [0.3, 0], // a missing v is 0
      [0.1, 0.2],
    ]);
    expect(triples(data)).toEqual([[0, 1, 2]]);
  },
);

test("corners without a uv have (0, 0) if others have one", () => {
  const { data, hasUvs } = readObj(`${SQUARE}vt 0.5 0.25\nf 1/1 2 3//4\nf 1 3 4`);
  expect(hasUvs).toBe(true);
  expect(cornerUvs(data)).toEqual([[0.5, 0.25], ...Array.from({ length: 5 }, () => [0, 0])]);
});

test("negative indices count back from the position of the face", () => {
  const { data } = readObj(`${SQUARE}f -4 -3 -2\nv 9 9 9\nf -5 -4 -1`);
  expect(triples(data)).toEqual([
    [0, 1, 2],
    [0, 1, 4],
  ]);
});

test("weights and colors after a position are ignored", () => {
  const { data } = readObj("v 1 2 3 1.0\nv 4 5 6 0.5 0.5 0.5\nv 7 8 9 1 0.5 0.5 0.5\nf 1 2 3");
  expect([...data.positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("reads every number format that exporters write", () => {
  const { data } = readObj("v +1 -2. .5\nv 1e3 -1.5E-2 2e+1\nv -0 00.25 1234567890.125\nf 1 2 3");
  expect([...data.positions]).toEqual([1, -2, 0.5, 1000, -0.015, 20, -0, 0.25, 1234567890.125]);
});

test("reads comments, blank lines, tabs, leading spaces, CRLF, CR and a byte order mark", () => {
  const { data, lineOfTriangle } = readObj(
    "\uFEFFv 0 0 0 # first\r\n\r\n  \tv\t1\t0\t0\r# v 5 5 5 \\\n\fv 1 1 0 #\n   f 1 2 3 # the face\\\r\nf 3 2 1",
  );
  expect([...data.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  expect(triples(data)).toEqual([
    [0, 1, 2],
    [2, 1, 0],
  ]);
  expect([...lineOfTriangle]).toEqual([6, 7]); // a comment is not continued
});

test("a backslash joins lines, and line numbers match those of an editor", () => {
  const { data, lineOfTriangle } = readObj(
    `v 0 \\\n0 0\nv 1 0\\\r\n 0\nv 1 1 0\nf 1 \\\n2 \\\n3\nf 3 2 1`,
  );
  expect([...data.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  expect([...lineOfTriangle]).toEqual([6, 9]);
});

test("groups: several names per line, repeated names, the default group", () => {
  const { groups } = readObj(
    `${SQUARE}f 1 2 3\ng left right left\nf 1 2 4\ng right\nf 1 3 4\ng\nf 2 3 4\ng part#2 #comment\nf 4 3 2\ng none`,
  );
  expect(groups).toEqual([
    { name: "default", triangles: [0, 3] },
    { name: "left", triangles: [1] },
    { name: "right", triangles: [1, 2] },
    { name: "part#2", triangles: [4] },
    { name: "none", triangles: [] },
  ]);
});

test("objects, with vertices numbered across all of them", () => {
  const { objects, data } = readObj(
    `v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\no front  side\nv 5 5 5\nf 1 2 4\nf 2 3 4\no __proto__\nf 3 1 4`,
  );
  expect(objects).toEqual([
    { name: "front side", triangles: [1, 2] },
    { name: "__proto__", triangles: [3] },
  ]);
  expect(data.positions).toHaveLength(12);
});

test("ignored lines are counted", () => {
  const { ignored } = readObj(
    `mtllib a.mtl\n${SQUARE}vn 0 0 1\nvn 0 1 0\nusemtl red\ns off\nl 1 2\np 1\nvp 1 2\nvp 2 3\nf 1 2 3\nconstructor`,
  );
  expect(ignored).toEqual([
    { keyword: "mtllib", count: 1, line: 1, known: true },
    { keyword: "vn", count: 2, line: 6, known: true },
    { keyword: "usemtl", count: 1, line: 8, known: true },
    { keyword: "s", count: 1, line: 9, known: true },
    { keyword: "l", count: 1, line: 10, known: true },
    { keyword: "p", count: 1, line: 11, known: true },
    { keyword: "vp", count: 2, line: 12, known: false },
    { keyword: "constructor", count: 1, line: 15, known: false },
  ]);
});

test("every triangle has its face and line", () => {
  const { faceOfTriangle, lineOfTriangle } = readObj(`${SQUARE}\nf 1 2 3 4\nf 1 2 3`);
  expect([...faceOfTriangle]).toEqual([1, 1, 2]);
  expect([...lineOfTriangle]).toEqual([6, 6, 7]);
});
