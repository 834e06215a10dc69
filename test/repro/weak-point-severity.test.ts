import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { measureAndTear, surfaceOf } from "../tearing/surfaces.js";

// Severities were relative to the whole limit, at weak points too: one at 1.05 of it, which is 2.1 of its own
// threshold, came after an intact edge at 1.10 beside it, was relaxed, and a new tear started instead of the old one
// continuing.
test("a weak point far over its own limit goes before an intact edge just over it", () => {
  const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
  const surface = surfaceOf(data);
  const { mesh } = surface;
  surface.damage.setWeak(12, true);
  const tensions = new Map([
    [mesh.findEdge(12, 13), 10.5],
    [mesh.findEdge(13, 14), 11],
  ]);
  surface.tensionOf = (edge) => tensions.get(edge) ?? 0;
  const options = { criterion: "tension", limit: 10, path: "weak-point" } as const;
  const { tears } = measureAndTear(surface, { ...options, weakStrength: 0.5 });
  expect(tears).toHaveLength(1);
  expect(tears[0]!.severity).toBeCloseTo(2.1, 12);
  expect(tears[0]!.edits[0]).toMatchObject({ type: "split-vertex", vertex: 12 });
});
