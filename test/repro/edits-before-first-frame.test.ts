import { MeshBasicMaterial } from "three";
import { expect, test } from "vitest";
import { buildMesh, generateGrid, splitVertex, type TopologyEdit } from "../../src/mesh/index.js";
import { ClothMesh } from "../../src/three/index.js";

// A page has the original mesh and gets edits from a worker. If edits arrived before the first frame was drawn, or
// while the page was busy, the view treated them as part of the mesh and drew torn cloth as connected.
test("a view that is created late replays the edits that its mesh does not contain", () => {
  const data = generateGrid({ size: [1, 1], segments: [2, 2] });
  const mesh = buildMesh(data);
  const edits: TopologyEdit[] = [splitVertex(mesh, 4, mesh.trianglesOf(4).slice(0, 3))];
  const positions = Float64Array.from([...data.positions, ...data.positions.slice(12, 15)]);
  positions[29] = 7; // the copy has moved away
  const start = { halfedgeVertices: data.triangles, triangleCount: 8, uvs: data.uvs };
  const view = new ClothMesh({ mesh: start, positions, edits }, new MeshBasicMaterial());
  const drawn = (shown: ClothMesh): number[] => {
    const [index, position] = [shown.geometry.getIndex()!, shown.geometry.getAttribute("position")];
    return Array.from({ length: 24 }, (_, h) => position.getZ(index.getX(h)));
  };
  const expected = Array.from(mesh.halfedgeVertices.slice(0, 24), (v) => positions[3 * v + 2]!);
  expect(expected.filter((z) => z === 7)).toHaveLength(3);
  expect(drawn(view)).toEqual(expected);
  // A mesh that already contains its edits is not torn twice.
  expect(drawn(new ClothMesh({ mesh, positions, edits }, new MeshBasicMaterial()))).toEqual(
    expected,
  );
});
