import { expect, test } from "vitest";
import { Cloth, elasticEnergy, MATERIALS } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import { lerp } from "../../src/math/vec3.js";
import { meshData } from "../meshes.js";

// Collinear corners up to rounding: an area of 1e-16 m² gave extremely stiff elements, with energies of 1e46 J.
test.each(["angles", "baraff-witkin", "membrane"] as const)(
  "faces with collinear corners up to rounding get no elements of %s except springs",
  (model) => {
    const random = new Random(1);
    for (let run = 0; run < 100; run++) {
      const [a, b] = [
        [5, 0, 3],
        [7, 4, 1],
      ] as const;
      const midpoint = lerp(a, b, random.uniform(0.05, 0.95));
      const quarter = lerp(a, midpoint, random.uniform(0.05, 0.95));
      const rest = meshData(
        [
          [0, 1, 2],
          [1, 0, 3],
        ],
        [a, midpoint, b, quarter].map((point) => Array.from(point)),
      );
      const pose = rest.positions.map((x, i) => 1.1 * x + 0.1 * Math.sin(i));
      const cloth = new Cloth(rest, MATERIALS.cotton, pose, model);
      for (const elements of cloth.elements) {
        if (elements.kind !== "spring") expect(elasticEnergy(elements, pose)).toBe(0);
      }
    }
  },
);
