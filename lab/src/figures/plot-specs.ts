import { PHASES } from "tatter";

/** What one plot shows. */
export interface PlotSpec {
  id: string;
  title: string;
  /** Of its axis; empty: it counts. */
  unit: string;
  /** More than the title says. */
  hint: string;
  series: readonly SeriesSpec[];
  /** Areas on top of each other, the first of them lowest. */
  isStacked?: boolean;
}

export interface SeriesSpec {
  /** Of its column. */
  key: string;
  /** Which of the colours of plots; 0 is that of text. */
  colour: number;
  /** Of numbers that stand for a step alone, and do not go over into the next. */
  isBars?: boolean;
}

export const COLOURS = 8;

export const PLOTS: readonly PlotSpec[] = [
  {
    id: "phases",
    title: "Time of a step",
    unit: "ms",
    hint: "What each phase of a step takes of the computer's time, one on top of the other",
    series: PHASES.map((key, i) => ({ key, colour: i + 1 })),
    isStacked: true,
  },
  {
    id: "strain",
    title: "Largest strain",
    unit: "%",
    hint: "How much longer the most stretched edge is than without load, before it tears",
    series: [{ key: "strain", colour: 6 }],
  },
  {
    id: "energy",
    title: "Energy",
    unit: "J",
    hint: "Of the cloth; gravity counts from where its middle was at the start",
    series: [
      { key: "kinetic", colour: 1 },
      { key: "gravity", colour: 3 },
      { key: "elastic", colour: 2 },
      { key: "energy", colour: 0 },
    ],
  },
  {
    id: "tears",
    title: "Tears",
    unit: "",
    hint: "So far, and in each step",
    series: [
      { key: "new-tears", colour: 2, isBars: true },
      { key: "tears", colour: 6 },
    ],
  },
  {
    id: "forces",
    title: "Forces",
    unit: "N",
    hint: "What the cloth pulls with at the clamps, largest first where there are many, and what hands pull with",
    series: [
      { key: "clamp-1", colour: 1 },
      { key: "clamp-2", colour: 3 },
      { key: "clamp-3", colour: 4 },
      { key: "clamp-4", colour: 8 },
      { key: "hands", colour: 6 },
    ],
  },
];
