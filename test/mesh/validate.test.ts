import { expect, test } from "vitest";
import { buildMesh, validate, type TriangleMesh } from "../../src/mesh/index.js";
import { hexagon } from "../meshes.js";

const DAMAGE: [string, (mesh: TriangleMesh) => void, RegExp][] = [
  ["a vertex that does not exist", (m) => (m.halfedgeVertices[4] = 70), /vertex 70 does not exist/],
  ["a corner twice", (m) => (m.halfedgeVertices[4] = m.halfedgeVertices[3]!), /stands twice/],
  [
    "a corner of another vertex",
    (m) => (m.vertexHalfedges[1] = 4),
    /lists corner 4 of vertex 2|listed twice/,
  ],
  [
    "a cut list of corners",
    (m) => (m.nextAtVertex[m.vertexHalfedges[0]!] = -1),
    /missing from the list/,
  ],
  [
    "a list of corners that runs in a circle",
    (m) => (m.nextAtVertex[m.vertexHalfedges[0]!] = m.vertexHalfedges[0]!),
    /listed twice/,
  ],
  ["an edge that does not exist", (m) => (m.halfedgeEdges[4] = 99), /edge 99 does not exist/],
  ["a ring cut short", (m) => (m.nextOnEdge[0] = 0), /missing from the ring|ring is broken/],
  ["a ring through another edge", (m) => (m.nextOnEdge[0] = 1), /ring/],
  ["a uv that is no number", (m) => (m.uvs[3] = NaN), /uv is not finite/],
  ["a parent from the future", (m) => (m.vertexParents[2] = 5), /parent 5 is not an older vertex/],
];

test.for(DAMAGE)("finds %s", ([, damage, fault]) => {
  const mesh = buildMesh(hexagon());
  expect(validate(mesh)).toEqual([]);
  damage(mesh);
  expect(validate(mesh).join("\n")).toMatch(fault);
});
