import { expect, test } from "vitest";
import { buildMesh, validate, type TriangleMesh } from "../../src/mesh/index.js";
import { hexagon } from "../meshes.js";

const DAMAGE: [string, (mesh: TriangleMesh) => void, RegExp][] = [
  ["a vertex that does not exist", (m) => (m.halfedgeVertices[4] = 70), /vertex 70 does not exist/],
  ["a corner twice", (m) => (m.halfedgeVertices[4] = m.halfedgeVertices[3]!), /appears twice/],
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
  ["an origin from the future", (m) => (m.vertexOrigins[4] = 5), /origin 5 is not an older vertex/],
  ["half an origin", (m) => (m.vertexOrigins[4] = 1), /one origin instead of none or two/],
  ["a weight without origins", (m) => (m.originWeights[2] = 0.5), /weight 0.5 does not fit/],
  [
    "a number in a spare place",
    (m) => (m.vertexHalfedges[7] = 3),
    /expected 0 in the spare entry 7, got 3/,
  ],
  [
    "an array that is too short",
    (m) => (m.uvs = m.uvs.slice(0, 35)),
    /uvs: expected 36 numbers or more, got 35/,
  ],
  ["an edge without halfedge", (m) => (m.edgeHalfedges[3] = -1), /edge 3: halfedge -1 does not/],
];

test.for(DAMAGE)("finds %s", ([, damage, fault]) => {
  const mesh = buildMesh(hexagon());
  expect(validate(mesh)).toBeNull();
  damage(mesh);
  expect(validate(mesh)).toMatch(fault);
});
