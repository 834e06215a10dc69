import "uplot/dist/uPlot.min.css";
import { button } from "../controls/buttons.js";
import { download } from "../controls/downloads.js";
import { columnOf } from "./columns.js";
import { PlotColours } from "./plot-colours.js";
import { PLOTS } from "./plot-specs.js";
import { Plot } from "./plot.js";
import { csvOf } from "./plots-csv.js";
import type { SampleStore } from "./sample-store.js";

/** So much of the past is in view, s. */
const VIEW = 10;

const SAVE = `<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />`;

/** All plots, one cursor through them, and their numbers as a file. Loaded when they are opened first. */
export class PlotPanel {
  readonly #store: SampleStore;
  readonly #plots: readonly Plot[];
  readonly #status = document.createElement("p");
  /** Samples that there are, and the first of them in view. */
  #count = 0;
  #first = 0;
  #clampCount = 0;
  /** Where the pointer is, among the samples in view. */
  #pointed: number | null = null;
  /** Where the keys have put the cursor, s; it stays at its time while time goes on. */
  #time: number | null = null;

  constructor(section: HTMLElement, store: SampleStore) {
    this.#store = store;
    const colours = new PlotColours();
    this.#plots = PLOTS.map(
      (spec) =>
        new Plot(spec, colours, {
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
      title: "Save all numbers of the plots as a table (CSV)",
      icon: SAVE,
      text: "Save CSV",
      call: () => {
        const table = csvOf(store, this.#count, this.#clampCount);
        download(new Blob([table], { type: "text/csv" }), "tatter.csv");
      },
    });
    save.className = "plot-save";
    this.#plots.at(-1)!.element.append(save); // where there is room
    section.replaceChildren(row, this.#status);

    new MutationObserver(() => {
      colours.read();
      for (const plot of this.#plots) plot.redraw();
    }).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    section.addEventListener("pointermove", () => (this.#time = null)); // it is the pointer's now
    // A finger cannot leave a plot as a mouse does.
    document.addEventListener("pointerdown", ({ target }) => {
      if (!section.contains(target as Node)) this.#putAway();
    });
  }

  /** Shows the first `count` samples, as far as they are in view. */
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
      if (this.#time < to - VIEW || this.#time > newest) this.#putAway();
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
    if (by === null || this.#count === this.#first) return this.#putAway();
    const last = this.#count - 1 - this.#first;
    const index = Math.min(Math.max((this.#pointed ?? last) + by, 0), last);
    this.#time = this.#store.at(columnOf("time"), this.#first + index);
    for (const each of this.#plots) each.pointAt(this.#time);
    this.#point(index);
    this.#status.textContent = plot.words();
  }

  #putAway(): void {
    this.#time = null;
    for (const plot of this.#plots) plot.pointAt(null);
    this.#point(null);
  }
}
