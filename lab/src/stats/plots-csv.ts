import { COLUMNS, nameOf } from "./columns.js";
import type { SampleStore } from "./sample-store.js";

/**
 * Formats the first `count` samples as CSV: a header with units, then one line per step. Values that were not measured
 * are empty.
 */
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

/** Formats with seven significant digits. */
function cell(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(7))) : "";
}
