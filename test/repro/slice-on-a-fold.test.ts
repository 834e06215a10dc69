import { expect, test } from "vitest";
import type { VertexSplit } from "../../src/mesh/index.js";
import { hexagon } from "../meshes.js";
import { surfaceOf, tearNow, loadedEdges, trianglesAt } from "../tearing/surfaces.js";

// The normals of two halves on top of each other cancel out: the slice line was determined by rounding, and the cloth
// split anywhere.
test.each([
  { name: "to the last bit", height: 0 },
  { name: "up to rounding", height: 1e-9 },
])("cloth folded in half ($name) and loaded along the fold tears across it", ({ height }) => {
  const split = (path: "plane" | "slice"): number[] => {
    const surface = surfaceOf(hexagon());
    const { mesh, positions } = surface;
    for (const v of [2, 3]) {
      positions[3 * v + 1]! *= -1; // the half above the x axis is folded onto the other
      positions[3 * v + 2] = height;
    }
    const loaded = loadedEdges(surface, [mesh.findEdge(0, 1), 2]);
    const { tears } = tearNow(surface, { path }, loaded);
    const { vertex, newVertex } = tears[0]!.edits[0] as VertexSplit;
    expect(vertex).toBe(0);
    return trianglesAt(mesh, newVertex);
  };
  expect(split("slice")).toEqual([1, 2, 3, 4]); // all except the two at the loaded edge
  expect(split("slice")).toEqual(split("plane"));
});
