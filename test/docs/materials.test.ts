import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MATERIALS, stiffnessAlong, type ClothMaterial } from "../../src/cloth/index.js";

/** A table in the docs, below a comment with some words: the values of each material by column. */
function tableInDocs(words: string): Map<string, Map<string, string>> {
  const text = readFileSync("docs/materials.md", "utf8");
  const lines = text.slice(text.indexOf(words)).split("\n");
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
  const table = tableInDocs("reads this table:");
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

test("the docs have the strength that follows from stiffness, strain at break and yield", () => {
  const table = tableInDocs("reads this table too");
  expect([...table.keys()]).toEqual(Object.keys(MATERIALS));
  for (const [name, given] of Object.entries<ClothMaterial>(MATERIALS)) {
    const { stiffness, warp = stiffness, weft = stiffness, breakingStrain } = given;
    const { yield: yieldStrain } = given;
    const elastic =
      typeof yieldStrain === "number"
        ? (yieldStrain * (1 + breakingStrain!)) / (1 + yieldStrain)
        : breakingStrain!;
    const strengths = new Set(
      [warp, weft].map((along) => Number(((along * elastic) / 1000).toPrecision(2))),
    );
    const row = table.get(name)!;
    expect(row.get("strength of the preset, warp / weft"), name).toBe([...strengths].join(" / "));
    expect(Number(row.get("`breakingStrain`")), name).toBe(breakingStrain);
    const [least, most] = row.get("strain at break in tests")!.split(" to ").map(Number);
    expect(breakingStrain, name).toBeGreaterThanOrEqual(least!);
    expect(breakingStrain, name).toBeLessThanOrEqual(most!);
  }
});
