import { Command } from "commander";
import { MATERIALS, stiffnessAlong, type ClothMaterial } from "../scene/index.js";

/** A column of the table: title, unit, and value. */
type Column = [title: string, unit: string, of: (material: ClothMaterial) => string];

const COLUMNS: readonly Column[] = [
  ["density", "kg/m²", ({ density }) => format(density)],
  ["thickness", "mm", ({ thickness = 0 }) => format(1000 * thickness)],
  ["warp", "N/m", ({ stiffness, warp = stiffness }) => format(warp)],
  ["weft", "N/m", ({ stiffness, weft = stiffness }) => format(weft)],
  ["bias", "N/m", (material) => format(stiffnessAlong(material, 45))],
  ["shear", "N/m", ({ shear }) => format(shear)],
  ["bending", "N·m", ({ bending }) => format(bending)],
  ["damping", "N·s/m", ({ damping }) => format(damping)],
  ["breaks at", "%", ({ breakingStrain = 0 }) => format(100 * breakingStrain)],
  ["weave", "", ({ weave = 0 }) => format(weave)],
  ["yield", "%", ({ yield: strain }) => (strain ? format(100 * strain) : "-")],
  ["bendYield", "1/m", ({ bendYield }) => (bendYield ? format(bendYield) : "-")],
  ["friction", "", ({ friction }) => format(friction)],
];

/** `tatter materials`. */
export function materialsCommand(): Command {
  return new Command("materials")
    .description(
      "List the built-in materials and their values. A scene uses one by name, as material.preset.",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  tatter materials\n  tatter run lateral-pull --set cloths.0.material.preset=denim",
    )
    .action(() => {
      process.stdout.write(table());
    });
}

function table(): string {
  const rows = [
    ["", ...COLUMNS.map(([title]) => title)],
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

/** A number with three significant digits. */
function format(value = 0): string {
  return String(Number(value.toPrecision(3)));
}
