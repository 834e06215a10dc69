import { COLORS } from "./plot-specs.js";

/** Plot colors, read from the style sheet, because a canvas cannot use CSS variables. */
export class PlotColors {
  #series: string[] = [];
  ink = "";
  grid = "";

  constructor() {
    this.read();
  }

  /** Reads the colors of the current theme. */
  read(): void {
    const style = getComputedStyle(document.documentElement);
    const variable = (name: string): string => style.getPropertyValue(name).trim();
    this.#series = Array.from({ length: COLORS }, (_, i) => variable(`--plot-${i + 1}`));
    this.ink = variable("--ink");
    this.grid = variable("--plot-grid");
  }

  /** Returns the color with a number from 1. 0 is the text color. */
  of(color: number): string {
    return color === 0 ? this.ink : this.#series[color - 1]!;
  }
}
