import { describe, expect, test } from "vitest";
import {
  MATERIALS,
  type ClothMaterial,
  type MaterialName,
  type Model,
} from "../../src/cloth/index.js";
import { SOAK } from "../runs.js";
import { endure, MESHES, SITUATIONS } from "./situations.js";

const NAMES = Object.keys(MATERIALS) as MaterialName[];
/** Materials that are tested with triangles too: stiff, soft on the bias, and heavy. */
const MEMBRANES: readonly MaterialName[] = ["paper", "cotton", "denim"];
const MESH_NAMES = SOAK ? (["coarse", "medium", "fine"] as const) : (["coarse"] as const);
const EFFORT = SOAK ? { seconds: 10, drags: 4 } : { seconds: 2, drags: 2 };

// The default solver and tearing. Strains at break are those of data sheets (docs/materials.md).
describe.each(SITUATIONS)("no preset tears: %s", (situation) => {
  const all = NAMES.map((name) => ({ name, model: "springs" as Model }));
  const cases = all.concat(MEMBRANES.map((name) => ({ name, model: "membrane" })));

  const meshed = MESH_NAMES.flatMap((mesh) => cases.map((each) => [each, mesh] as const));

  test.each(meshed)("%o in %s cells", ({ name, model }, mesh) => {
    const material: ClothMaterial = MATERIALS[name];
    const outcome = endure(situation, material, MESHES[mesh], { model, ...EFFORT });
    const { tears, strain, hiddenTears } = outcome;
    expect(tears, JSON.stringify(outcome)).toBe(0);
    expect(strain).toBeLessThan(material.breakingStrain!);
    expect(strain).toBeGreaterThan(0); // steps were trusted
    // In a step that is not trusted it would tear too.
    expect(hiddenTears, JSON.stringify(outcome)).toBe(0);
  });
});
