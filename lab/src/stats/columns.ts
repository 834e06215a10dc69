import { PHASES } from "tatter";
import type { StepSample } from "../simulation/measures.js";

/** One number of a sample. */
export interface Column {
  key: string;
  /** Name in a CSV file. */
  name: string;
  /** Label in a plot. */
  label: string;
  unit: string;
}

const CLAMP_KEYS = ["clamp-1", "clamp-2", "clamp-3", "clamp-4"] as const;
const RANKS = ["1st", "2nd", "3rd", "4th"] as const;

/** All numbers of a sample, in the order of the sample store. */
export const COLUMNS: readonly Column[] = [
  { key: "frame", name: "step", label: "step", unit: "" },
  { key: "time", name: "time", label: "time", unit: "s" },
  ...PHASES.map((phase) => ({ key: phase, name: phase, label: phase, unit: "ms" })),
  { key: "strain", name: "largest strain", label: "largest", unit: "%" },
  { key: "kinetic", name: "kinetic energy", label: "kinetic", unit: "J" },
  { key: "gravity", name: "gravitational energy", label: "gravity", unit: "J" },
  { key: "elastic", name: "elastic energy", label: "elastic", unit: "J" },
  { key: "energy", name: "energy", label: "sum", unit: "J" },
  { key: "tears", name: "tears", label: "total", unit: "" },
  { key: "new-tears", name: "tears per step", label: "per step", unit: "" },
  ...CLAMP_KEYS.map((key, i) => ({
    key,
    name: `force at clamp ${i + 1}`,
    label: `clamp ${i + 1}`,
    unit: "N",
  })),
  { key: "grabs", name: "force of grabs", label: "grabs", unit: "N" },
];

const NUMBERS = new Map(COLUMNS.map(({ key }, number) => [key, number]));

export function columnOf(key: string): number {
  return NUMBERS.get(key)!;
}

/** Converts a sample to a row of the store. Values that were not measured are NaN. */
export function rowOf(sample: StepSample): number[] {
  const { frame, time, phases, strain, readings, tears, newTears } = sample;
  const { kinetic = NaN, gravity = NaN, elastic = NaN, grabs = NaN } = readings ?? {};
  return [
    frame,
    time,
    ...phases,
    100 * strain,
    kinetic,
    gravity,
    elastic,
    kinetic + gravity + elastic,
    tears,
    newTears,
    ...CLAMP_KEYS.map((_, i) => readings?.clamps[i] ?? NaN),
    grabs,
  ];
}

/** Returns the label of a column. With more than four clamps, the columns hold the largest forces, by rank. */
export function labelOf({ key, label }: Column, clampCount: number): string {
  const rank = (CLAMP_KEYS as readonly string[]).indexOf(key);
  return rank === -1 || clampCount <= CLAMP_KEYS.length ? label : RANKS[rank]!;
}

/** Returns the name of a column in a CSV file. */
export function nameOf(column: Column, clampCount: number): string {
  const label = labelOf(column, clampCount);
  return label === column.label ? column.name : `${label} largest force at a clamp`;
}

/** Formats a value with its unit. Returns a dash if there is no value. */
export function formatValue(value: number | null | undefined, unit: string): string {
  // The clocks of browsers have a resolution of 0.1 ms.
  const text = formatNumber(unit === "ms" ? Math.round(10 * (value ?? NaN)) / 10 : value);
  return text === "–" || unit === "" ? text : `${text} ${unit}`;
}

/** Formats a number with two to four significant digits. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 0.995) return value.toFixed(2);
  return size < 0.00005 ? "0" : String(Number(value.toPrecision(2)));
}
