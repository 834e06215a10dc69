import { PHASES } from "tatter";
import type { StepSample } from "../simulation/measures.js";

/** One number of a sample. */
export interface Column {
  key: string;
  /** What it is called in a file, where no title says what it is about. */
  name: string;
  /** And among its own. */
  label: string;
  unit: string;
}

const CLAMP_KEYS = ["clamp-1", "clamp-2", "clamp-3", "clamp-4"] as const;
const RANKS = ["1st", "2nd", "3rd", "4th"] as const;

/** All numbers of a sample, in the order of the store. */
export const COLUMNS: readonly Column[] = [
  { key: "frame", name: "step", label: "step", unit: "" },
  { key: "time", name: "time", label: "time", unit: "s" },
  ...PHASES.map((phase) => ({ key: phase, name: phase, label: phase, unit: "ms" })),
  { key: "strain", name: "largest strain", label: "largest", unit: "%" },
  { key: "kinetic", name: "kinetic energy", label: "kinetic", unit: "J" },
  { key: "gravity", name: "energy of gravity", label: "gravity", unit: "J" },
  { key: "elastic", name: "elastic energy", label: "elastic", unit: "J" },
  { key: "energy", name: "energy", label: "sum", unit: "J" },
  { key: "tears", name: "tears", label: "all", unit: "" },
  { key: "new-tears", name: "tears in the step", label: "in a step", unit: "" },
  ...CLAMP_KEYS.map((key, i) => ({
    key,
    name: `force at clamp ${i + 1}`,
    label: `clamp ${i + 1}`,
    unit: "N",
  })),
  { key: "hands", name: "force of hands", label: "hands", unit: "N" },
];

const NUMBERS = new Map(COLUMNS.map(({ key }, number) => [key, number]));

export function columnOf(key: string): number {
  return NUMBERS.get(key)!;
}

/** A sample as the store keeps it; NaN where nothing was read. */
export function rowOf(sample: StepSample): number[] {
  const { frame, time, phases, strain, readings, tears, newTears } = sample;
  const { kinetic = NaN, gravity = NaN, elastic = NaN, hands = NaN } = readings ?? {};
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
    hands,
  ];
}

/** What a column is called while there are so many clamps: of many, the largest are told. */
export function labelOf({ key, label }: Column, clampCount: number): string {
  const rank = (CLAMP_KEYS as readonly string[]).indexOf(key);
  return rank === -1 || clampCount <= CLAMP_KEYS.length ? label : RANKS[rank]!;
}

/** The same, in a file. */
export function nameOf(column: Column, clampCount: number): string {
  const label = labelOf(column, clampCount);
  return label === column.label ? column.name : `${label} largest force at a clamp`;
}

/** In few digits, with its unit; a dash where there is none. */
export function valueWords(value: number | null | undefined, unit: string): string {
  // Clocks of browsers count tenths of a millisecond.
  const words = numberWords(unit === "ms" ? Math.round(10 * (value ?? NaN)) / 10 : value);
  return words === "–" || unit === "" ? words : `${words} ${unit}`;
}

/** As many digits as are worth reading. */
export function numberWords(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 0.995) return value.toFixed(2);
  return size < 0.00005 ? "0" : String(Number(value.toPrecision(2)));
}
