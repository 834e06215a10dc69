import fc from "fast-check";
import { expect, test } from "vitest";
import { Cloth, MATERIALS } from "../../src/cloth/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { rising } from "../oracles.js";
import { anyMesh } from "../meshes.js";
import { runs } from "../runs.js";

test("every spring is visited once, for any mesh", () => {
  fc.assert(
    fc.property(anyMesh, (data) => {
      const { mesh, springs } = new Cloth(data, MATERIALS.cotton);
      expect(rising([...springs.order])).toEqual(
        Array.from({ length: mesh.edgeCount }, (_, edge) => edge),
      );
    }),
    runs(68, 100),
  );
});

test("neighbors are far apart in the order: a grid has few colors, each without a common vertex", () => {
  const { mesh, springs } = new Cloth(
    generateGrid({ size: [1, 1], segments: [12, 12] }),
    MATERIALS.cotton,
  );
  let colors = 0;
  let seen = new Set<number>();
  let last = Infinity;
  for (const edge of springs.order) {
    const ends = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    if (edge < last) {
      colors++; // numbers increase within a color
      seen = new Set();
    }
    for (const vertex of ends) expect(seen.has(vertex)).toBe(false);
    for (const vertex of ends) seen.add(vertex);
    last = edge;
  }
  expect(colors).toBeLessThan(16); // eight edges meet in a vertex
});
