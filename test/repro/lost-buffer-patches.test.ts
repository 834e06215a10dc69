import { MeshBasicMaterial } from "three";
import { expect, test } from "vitest";
import { buildMesh, generateGrid, splitVertex, type VertexSplit } from "../../src/mesh/index.js";
import { ClothMesh } from "../../src/three/index.js";

// Every update discarded the patches of the previous one. If two happened between two frames, or the cloth was out of
// view, the GPU never got the first and continued to draw the cloth intact there.
test("patches of several updates are kept until the next frame is drawn", () => {
  const data = generateGrid({ size: [1, 1], segments: [4, 4] });
  const mesh = buildMesh(data);
  const edits: VertexSplit[] = [];
  const positions = new Float64Array(3 * 40);
  positions.set(data.positions);
  const view = new ClothMesh({ mesh, positions, edits }, new MeshBasicMaterial());
  for (const vertex of [6, 8]) {
    edits.push(splitVertex(mesh, vertex, mesh.trianglesOf(vertex).slice(0, 2)));
    view.update();
  }
  const waiting = view.geometry.getIndex()!.updateRanges.map(({ start }) => start);
  expect(waiting).toEqual(edits.flatMap((edit) => edit.movedCorners));
});
