import { COLUMNS, nameOf } from "./columns.js";
import type { SampleStore } from "./sample-store.js";

/** The first `count` samples as a table: names with units, then a line a step; what was not read is left empty. */
export function csvOf(store: SampleStore, count: number, clampCount: number): string {
  const names = COLUMNS.map((column) => {
    const name = nameOf(column, clampCount);
    return column.unit === "" ? name : `${name} (${column.unit})`;
  });
  const lines = [names.join(",")];
  for (let i = 0; i < count; i++) {
    lines.push(COLUMNS.map((_, column) => cell(store.at(column, i))).join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** To a millionth of its size: the rest is rounding. */
function cell(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(7))) : "";
}
