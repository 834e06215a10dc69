import { describe, expect, test } from "vitest";
import {
  MATERIALS,
  type ClothMaterial,
  type MaterialName,
  type Model,
} from "../../src/cloth/index.js";
import { sample, SOAK } from "../runs.js";
import { endure, MESHES, SITUATIONS } from "./situations.js";

const NAMES = Object.keys(MATERIALS) as MaterialName[];
/**
 * Materials that are tested with triangles too, and always on the medium mesh as well, because strain at clips and
 * hands depends on the mesh: stiff, soft on the bias, and heavy.
 */
const THOROUGH: readonly MaterialName[] = ["paper", "cotton", "denim"];
const MESH_NAMES = ["coarse", "medium", "fine"] as const;
const WHOLE = { seconds: 10, drags: 4 };
/** What the sheets of a mesh go through: outside the soak as long as it takes to reach large strains. */
const EFFORT = {
  coarse: SOAK ? WHOLE : { seconds: 2, drags: 2 },
  medium: SOAK ? WHOLE : { seconds: 1.5, drags: 1 },
  fine: WHOLE,
};

// The default solver and tearing. Strains at break are those of data sheets (docs/materials.md).
describe.each(SITUATIONS)("no preset tears: %s", (situation) => {
  const all = NAMES.map((name) => ({ name, model: "springs" as Model }));
  const cases = all.concat(THOROUGH.map((name) => ({ name, model: "membrane" })));

  const meshed = MESH_NAMES.flatMap((mesh) => cases.map((each) => [each, mesh] as const));
  const chosen = meshed.filter(
    ([{ name, model }, mesh]) =>
      mesh === "coarse" || (mesh === "medium" && model === "springs" && THOROUGH.includes(name)),
  );

  test.each(sample(meshed, chosen))("%o in %s cells", ({ name, model }, mesh) => {
    const material: ClothMaterial = MATERIALS[name];
    const outcome = endure(situation, material, MESHES[mesh], { model, ...EFFORT[mesh] });
    const { tears, strain, hiddenTears } = outcome;
    expect(tears, JSON.stringify(outcome)).toBe(0);
    expect(strain).toBeLessThan(material.breakingStrain!);
    expect(strain).toBeGreaterThan(0); // steps were trusted
    // In a step that is not trusted it would tear too.
    expect(hiddenTears, JSON.stringify(outcome)).toBe(0);
  });
});
