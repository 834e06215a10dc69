import { expect, test } from "vitest";
import { generateGrid } from "../../src/mesh/index.js";
import { measureAndTear, surfaceOf } from "../tearing/surfaces.js";

// Severities were parts of the whole limit, at weak points too: one at 1.05 of it, which is 2.1 of
// what it can bear, went after an unhurt edge at 1.10 beside it, was let go of, and the tear
// started anew instead of going on.
test("a weak point far over its own limit goes before an unhurt edge just over it", () => {
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
