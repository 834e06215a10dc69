import { Command } from "commander";
import { MATERIALS, stiffnessAlong, type ClothMaterial } from "../scene/index.js";

/** A column: its head, its unit, and what stands in it. */
type Column = [head: string, unit: string, of: (material: ClothMaterial) => string];

const COLUMNS: readonly Column[] = [
  ["density", "kg/m²", ({ density }) => figure(density)],
  ["thickness", "mm", ({ thickness = 0 }) => figure(1000 * thickness)],
  ["warp", "N/m", ({ stiffness, warp = stiffness }) => figure(warp)],
  ["weft", "N/m", ({ stiffness, weft = stiffness }) => figure(weft)],
  ["bias", "N/m", (material) => figure(stiffnessAlong(material, 45))],
  ["shear", "N/m", ({ shear }) => figure(shear)],
  ["bending", "N·m", ({ bending }) => figure(bending)],
  ["damping", "N·s/m", ({ damping }) => figure(damping)],
  ["breaks at", "%", ({ breakingStrain = 0 }) => figure(100 * breakingStrain)],
  ["weave", "", ({ weave = 0 }) => figure(weave)],
  ["yield", "%", ({ yield: strain }) => (strain ? figure(100 * strain) : "-")],
  ["bendYield", "1/m", ({ bendYield }) => (bendYield ? figure(bendYield) : "-")],
  ["friction", "", ({ friction }) => figure(friction)],
];

export function materialsCommand(): Command {
  return new Command("materials")
    .description(
      "List the ready-made materials with their figures; a scene takes one by its name, as material.preset.",
    )
    .action(() => {
      process.stdout.write(table());
    });
}

function table(): string {
  const rows = [
    ["", ...COLUMNS.map(([head]) => head)],
    ["", ...COLUMNS.map(([, unit]) => unit)],
    ...Object.entries<ClothMaterial>(MATERIALS).map(([name, material]) =>
      [name].concat(COLUMNS.map(([, , of]) => of(material))),
    ),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

/** Three digits, as short as they can be written. */
function figure(value = 0): string {
  return String(Number(value.toPrecision(3)));
}
