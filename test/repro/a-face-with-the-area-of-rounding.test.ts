import { expect, test } from "vitest";
import { Cloth, elasticEnergy, MATERIALS } from "../../src/cloth/index.js";
import { Random } from "../../src/math/random.js";
import { lerp } from "../../src/math/vec3.js";
import { meshData } from "../meshes.js";

// Corners on a line, but for rounding: an area of 1e-16 m² made elements stiff beyond all measure, to energies of 1e46 J.
test.each(["angles", "baraff-witkin", "membrane"] as const)(
  "faces whose corners lie on a line but for rounding get no elements of %s but springs",
  (model) => {
    const random = new Random(1);
    for (let run = 0; run < 100; run++) {
      const [a, b] = [
        [5, 0, 3],
        [7, 4, 1],
      ] as const;
      const middle = lerp(a, b, random.between(0.05, 0.95));
      const quarter = lerp(a, middle, random.between(0.05, 0.95));
      const rest = meshData(
        [
          [0, 1, 2],
          [1, 0, 3],
        ],
        [a, middle, b, quarter].map((point) => Array.from(point)),
      );
      const pose = rest.positions.map((x, i) => 1.1 * x + 0.1 * Math.sin(i));
      const cloth = new Cloth(rest, MATERIALS.cotton, pose, model);
      for (const elements of cloth.elements) {
        if (elements.kind !== "spring") expect(elasticEnergy(elements, pose)).toBe(0);
      }
    }
  },
);
