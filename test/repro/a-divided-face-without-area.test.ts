import { expect, test } from "vitest";
import { Cloth, elasticEnergy, MATERIALS, MODELS } from "../../src/cloth/index.js";
import { splitEdge } from "../../src/mesh/index.js";
import { meshData } from "../meshes.js";

// Corners on a line: no area. Divided, its parts had the area of rounding, and elements stiff beyond all measure.
test.each(MODELS)("the parts of a face without area get no elements of %s but springs", (model) => {
  const rest = meshData(
    [[0, 1, 2]],
    [
      [6, 2, 2],
      [5, 0, 3],
      [7, 4, 1],
    ],
  );
  const cloth = new Cloth(rest, MATERIALS.cotton, rest.positions, model);
  for (const edge of [0, 1, 2]) cloth.replay(splitEdge(cloth.mesh, edge, 0.3));
  const pose = cloth.rest.positions.map((x, i) => 1.1 * x + 0.1 * Math.sin(i));
  for (const elements of cloth.elements) {
    const energy = elasticEnergy(elements, pose);
    if (elements.kind === "spring" || elements.kind === "bend-shear") {
      expect(energy).toBeLessThan(1e5);
    } else expect(energy).toBe(0);
  }
});
