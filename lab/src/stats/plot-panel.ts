import "uplot/dist/uPlot.min.css";
import { button } from "../controls/buttons.js";
import { download } from "../controls/downloads.js";
import { columnOf } from "./columns.js";
import { PlotColors } from "./plot-colors.js";
import { PLOTS } from "./plot-specs.js";
import { Plot } from "./plot.js";
import { csvOf } from "./plots-csv.js";
import type { SampleStore } from "./sample-store.js";

/** Length of the time axis, s. */
const VIEW = 10;

const SAVE = `<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />`;

/**
 * The plots with one cursor, and their CSV export. The module is loaded when the plots are opened for the first time.
 */
export class PlotPanel {
  readonly #store: SampleStore;
  readonly #plots: readonly Plot[];
  readonly #status = document.createElement("p");
  /** Number of samples, and index of the first visible one. */
  #count = 0;
  #first = 0;
  #clampCount = 0;
  /** Index of the sample under the pointer, relative to the first visible one. */
  #pointed: number | null = null;
  /** Time of the cursor if keys have placed it, s. The cursor stays at this time while the simulation runs. */
  #time: number | null = null;

  constructor(section: HTMLElement, store: SampleStore) {
    this.#store = store;
    const colors = new PlotColors();
    this.#plots = PLOTS.map(
      (spec) =>
        new Plot(spec, colors, {
          point: (index) => this.#point(index),
          move: (by, plot) => this.#move(by, plot),
        }),
    );
    const row = document.createElement("div");
    row.className = "plot-row";
    row.append(...this.#plots.map(({ element }) => element));
    this.#status.className = "plot-status";
    this.#status.ariaLive = "polite";
    const save = button({
      title: "Saves all values of the plots as CSV",
      icon: SAVE,
      text: "Save CSV",
      call: () => {
        const table = csvOf(store, this.#count, this.#clampCount);
        download(new Blob([table], { type: "text/csv" }), "tatter.csv");
      },
    });
    save.className = "plot-save";
    this.#plots.at(-1)!.element.append(save); // the last plot has space for it
    section.replaceChildren(row, this.#status);

    new MutationObserver(() => {
      colors.read();
      for (const plot of this.#plots) plot.redraw();
    }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    section.addEventListener("pointermove", () => (this.#time = null)); // the pointer controls the cursor again
    // Touch has no pointerleave.
    document.addEventListener("pointerdown", ({ target }) => {
      if (!section.contains(target as Node)) this.#hideCursor();
    });
  }

  /** Draws the visible part of the first `count` samples. */
  draw(count: number, clampCount: number): void {
    const store = this.#store;
    const time = columnOf("time");
    this.#count = count;
    this.#clampCount = clampCount;
    const newest = count === 0 ? 0 : store.at(time, count - 1);
    const to = Math.max(VIEW, newest);
    let first = count;
    while (first > 0 && store.at(time, first - 1) >= to - VIEW) first--;
    this.#first = first;
    for (const plot of this.#plots) plot.draw(store, first, count, to - VIEW, to);
    if (this.#time !== null) {
      if (this.#time < to - VIEW || this.#time > newest) this.#hideCursor();
      else for (const plot of this.#plots) plot.pointAt(this.#time);
    }
    this.#showValues();
  }

  #point(index: number | null): void {
    if (index === this.#pointed) return;
    this.#pointed = index;
    this.#showValues();
  }

  #showValues(): void {
    const newest = this.#count - 1;
    const pointed = this.#pointed === null ? newest : this.#first + this.#pointed;
    const index = Math.min(pointed, newest);
    for (const plot of this.#plots) {
      plot.show(this.#store, index < 0 ? null : index, this.#pointed === null, this.#clampCount);
    }
  }

  #move(by: number | null, plot: Plot): void {
    if (by === null || this.#count === this.#first) return this.#hideCursor();
    const last = this.#count - 1 - this.#first;
    const index = Math.min(Math.max((this.#pointed ?? last) + by, 0), last);
    this.#time = this.#store.at(columnOf("time"), this.#first + index);
    for (const each of this.#plots) each.pointAt(this.#time);
    this.#point(index);
    this.#status.textContent = plot.text();
  }

  #hideCursor(): void {
    this.#time = null;
    for (const plot of this.#plots) plot.pointAt(null);
    this.#point(null);
  }
}
