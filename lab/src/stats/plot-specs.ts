import { PHASES } from "tatter";

/** Content of one plot. */
export interface PlotSpec {
  id: string;
  title: string;
  /** Unit of the y axis. Empty for counts. */
  unit: string;
  /** Tooltip. */
  hint: string;
  series: readonly SeriesSpec[];
  /** Draws stacked areas, the first series at the bottom. */
  isStacked?: boolean;
}

export interface SeriesSpec {
  /** Key of the column. */
  key: string;
  /** Number of the plot color, from 1. 0 is the text color. */
  color: number;
  /** Draws bars, for values that belong to one step only. */
  isBars?: boolean;
}

export const COLORS = 8;

export const PLOTS: readonly PlotSpec[] = [
  {
    id: "phases",
    title: "Time of a step",
    unit: "ms",
    hint: "Computing time of each phase of a step, stacked",
    series: PHASES.map((key, i) => ({ key, color: i + 1 })),
    isStacked: true,
  },
  {
    id: "strain",
    title: "Largest strain",
    unit: "%",
    hint: "Largest strain of any edge, before it tears",
    series: [{ key: "strain", color: 6 }],
  },
  {
    id: "energy",
    title: "Energy",
    unit: "J",
    hint: "Energy of the cloth. Gravity is relative to the initial center of the cloth",
    series: [
      { key: "kinetic", color: 1 },
      { key: "gravity", color: 3 },
      { key: "elastic", color: 2 },
      { key: "energy", color: 0 },
    ],
  },
  {
    id: "tears",
    title: "Tears",
    unit: "",
    hint: "Total, and in each step",
    series: [
      { key: "new-tears", color: 2, isBars: true },
      { key: "tears", color: 6 },
    ],
  },
  {
    id: "forces",
    title: "Forces",
    unit: "N",
    hint: "Forces at the clamps and of grabs. With more than four clamps, the four largest",
    series: [
      { key: "clamp-1", color: 1 },
      { key: "clamp-2", color: 3 },
      { key: "clamp-3", color: 4 },
      { key: "clamp-4", color: 8 },
      { key: "grabs", color: 6 },
    ],
  },
];
