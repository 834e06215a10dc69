import { COLOURS } from "./plot-specs.js";

/** The colours of the page for what is drawn on a canvas: it cannot read them by itself. */
export class PlotColours {
  #series: string[] = [];
  ink = "";
  grid = "";

  constructor() {
    this.read();
  }

  /** Takes them from the page as it looks now. */
  read(): void {
    const style = getComputedStyle(document.documentElement);
    const variable = (name: string): string => style.getPropertyValue(name).trim();
    this.#series = Array.from({ length: COLOURS }, (_, i) => variable(`--plot-${i + 1}`));
    this.ink = variable("--ink");
    this.grid = variable("--plot-grid");
  }

  /** 0: as text. */
  of(colour: number): string {
    return colour === 0 ? this.ink : this.#series[colour - 1]!;
  }
}
