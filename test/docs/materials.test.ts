import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MATERIALS, stiffnessAlong, type ClothMaterial } from "../../src/cloth/index.js";

/** The table of presets in the docs: the values of each material by field. */
function tableInDocs(): Map<string, Map<string, string>> {
  const text = readFileSync("docs/materials.md", "utf8");
  const lines = text.slice(text.indexOf("reads this table")).split("\n");
  const rows = lines.filter((line) => line.startsWith("|"));
  const cellsOf = (row: string): string[] =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head, , ...body] = rows.slice(0, 2 + Object.keys(MATERIALS).length).map(cellsOf);
  return new Map(
    body.map(([name, ...figures]) => [
      name!,
      new Map(figures.map((figure, i) => [head![i + 1]!, figure])),
    ]),
  );
}

test("the docs have the values of the presets", () => {
  const table = tableInDocs();
  expect([...table.keys()]).toEqual(Object.keys(MATERIALS));
  for (const [name, given] of Object.entries<ClothMaterial>(MATERIALS)) {
    const { stiffness } = given;
    const fields = {
      ...given,
      warp: given.warp ?? stiffness,
      weft: given.weft ?? stiffness,
      bias: Number(stiffnessAlong(given, 45).toPrecision(3)),
    };
    const row = table.get(name)!;
    for (const [field, value] of Object.entries(fields)) {
      expect(Number(row.get(field)), `${name}, ${field}`).toBe(value);
    }
    for (const [field, figure] of row) {
      expect(field in fields, `${name}, ${field}`).toBe(figure !== "–");
    }
    // The values of the presets.
    expect((fields.warp + fields.weft) / 2, name).toBe(stiffness);
    expect(given.breakingStrain).toBeGreaterThan(given.yield ?? 0);
  }
});
