import uPlot from "uplot";
import { numberWords } from "./columns.js";
import type { PlotColours } from "./plot-colours.js";
import type { PlotSpec, SeriesSpec } from "./plot-specs.js";

/** Steps of an axis that counts. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6];
const FONT = "10px system-ui, sans-serif";

/** What all plots have in common: a short axis each way, and one cursor for all of them. */
export function usualOptions(
  { unit }: PlotSpec,
  colours: PlotColours,
): Omit<uPlot.Options, "width" | "height" | "series"> {
  const axis: uPlot.Axis = {
    font: FONT,
    gap: 3,
    stroke: () => colours.ink,
    grid: { width: 1, stroke: () => colours.grid },
    ticks: { show: false },
  };
  return {
    padding: [6, 8, 0, 0],
    legend: { show: false },
    scales: { x: { time: false, auto: false }, y: { range: (_, low, high) => heights(low, high) } },
    axes: [
      { ...axis, size: 18, space: 36, values: (_, splits) => splits.map((t) => `${t} s`) },
      {
        ...axis,
        size: 38,
        space: 26,
        values: (_, splits) => splits.map(numberWords),
        ...(unit === "" && { incrs: WHOLE }),
      },
    ],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      sync: { key: "tatter-plots", setSeries: false, scales: ["x", null] },
      points: { size: 5 },
      hover: { skip: [null, undefined], bias: -1 }, // what was read before an unread step speaks for it
    },
  };
}

export function seriesOptions(
  { colour, isBars }: SeriesSpec,
  isStacked: boolean,
  colours: PlotColours,
): uPlot.Series {
  const own = (): string => colours.of(colour);
  return {
    stroke: own,
    width: isStacked ? 0.5 : 1.25,
    points: { show: false },
    spanGaps: true, // steps may go unread
    ...(isStacked && { fill: own }),
    ...(isBars === true && { fill: own, width: 1, paths: uPlot.paths.bars!({ size: [1] }) }),
  };
}

/** Nothing is always in sight, and there is some air above. */
function heights(low: number | null, high: number | null): [number, number] {
  const bottom = Math.min(0, low ?? 0);
  const top = Math.max(0, high ?? 0);
  if (top === bottom) return [0, 1];
  const air = 0.08 * (top - bottom);
  return [bottom < 0 ? bottom - air : 0, top > 0 ? top + air : 0];
}
