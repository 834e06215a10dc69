import uPlot from "uplot";
import { formatNumber } from "./columns.js";
import type { PlotColors } from "./plot-colors.js";
import type { PlotSpec, SeriesSpec } from "./plot-specs.js";

/** Tick steps of an axis of whole numbers. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6];
const FONT = "10px system-ui, sans-serif";

/** Options that all plots share: short axes and one synchronized cursor. */
export function commonOptions(
  { unit }: PlotSpec,
  colors: PlotColors,
): Omit<uPlot.Options, "width" | "height" | "series"> {
  const axis: uPlot.Axis = {
    font: FONT,
    gap: 3,
    stroke: () => colors.ink,
    grid: { width: 1, stroke: () => colors.grid },
    ticks: { show: false },
  };
  return {
    padding: [6, 14, 0, 0],
    legend: { show: false },
    scales: { x: { time: false, auto: false }, y: { range: (_, low, high) => rangeOf(low, high) } },
    axes: [
      { ...axis, size: 18, space: 36, values: (_, splits) => splits.map((t) => `${t} s`) },
      {
        ...axis,
        size: 38,
        space: 26,
        values: (_, splits) => splits.map(formatNumber),
        ...(unit === "" && { incrs: WHOLE }),
      },
    ],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      sync: { key: "tatter-plots", setSeries: false, scales: ["x", null] },
      points: { size: 5 },
      hover: { skip: [null, undefined], bias: -1 }, // a step that was not measured shows the value before it
    },
  };
}

export function seriesOptions(
  { color, isBars }: SeriesSpec,
  isStacked: boolean,
  colors: PlotColors,
): uPlot.Series {
  const own = (): string => colors.of(color);
  return {
    stroke: own,
    width: isStacked ? 0.5 : 1.25,
    points: { show: false },
    spanGaps: true, // not every step is measured
    ...(isStacked && { fill: own }),
    ...(isBars === true && { fill: own, width: 1, paths: uPlot.paths.bars!({ size: [1] }) }),
  };
}

/** Returns the range of the y axis. It includes 0 and has a margin. */
function rangeOf(low: number | null, high: number | null): [number, number] {
  const bottom = Math.min(0, low ?? 0);
  const top = Math.max(0, high ?? 0);
  if (top === bottom) return [0, 1];
  const margin = 0.08 * (top - bottom);
  return [bottom < 0 ? bottom - margin : 0, top > 0 ? top + margin : 0];
}
