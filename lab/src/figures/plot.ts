import uPlot from "uplot";
import { COLUMNS, columnOf, labelOf, valueWords } from "./columns.js";
import type { PlotColours } from "./plot-colours.js";
import type { PlotSpec, SeriesSpec } from "./plot-specs.js";
import type { SampleStore } from "./sample-store.js";
import { seriesOptions, usualOptions } from "./plot-options.js";

/** px. */
const HEIGHT = 112;

export interface PlotCalls {
  /** The cursor is at this sample of those in view, or at none. */
  point: (index: number | null) => void;
  /** By so many samples with the keys; ±Infinity: to the ends, null: away. */
  move: (by: number | null, plot: Plot) => void;
}

/** One plot with its title and its values. */
export class Plot {
  readonly element = document.createElement("figure");
  readonly spec: PlotSpec;
  readonly #area = document.createElement("div");
  readonly #when = document.createElement("span");
  readonly #values = new Map<string, HTMLElement>();
  readonly #labels = new Map<string, HTMLElement>();
  readonly #rows: HTMLElement[] = [];
  readonly #plot: uPlot;
  /** Times, then the numbers of the series as they are drawn. */
  readonly #data: [number[], ...(number | null)[][]];
  /** In the order in which they are drawn: of areas the highest first, so that the lower ones cover it. */
  readonly #drawn: readonly SeriesSpec[];

  constructor(spec: PlotSpec, colours: PlotColours, calls: PlotCalls) {
    this.spec = spec;
    this.#drawn = spec.isStacked === true ? spec.series.toReversed() : spec.series;
    this.#data = [[], ...this.#drawn.map((): (number | null)[] => [])];
    this.element.className = "plot";
    this.element.dataset["plot"] = spec.id;
    this.element.title = spec.hint;
    this.#area.className = "plot-area";
    this.#area.tabIndex = 0;
    this.#area.role = "application"; // so that screen readers leave the arrows to it
    this.#area.ariaLabel = `Plot: ${this.heading}. Left and right arrows read its values`;
    this.#area.addEventListener("keydown", (event) => this.#key(event, calls));
    this.element.append(this.#caption(), this.#area, this.#legend());
    this.#plot = new uPlot(
      {
        ...usualOptions(spec, colours),
        width: 160,
        height: HEIGHT,
        series: [
          {},
          ...this.#drawn.map((series) => seriesOptions(series, spec.isStacked === true, colours)),
        ],
        hooks: { setCursor: [({ cursor }) => calls.point(isOver(cursor) ? cursor.idx! : null)] },
      },
      this.#data,
      this.#area,
    );
    this.#followFinger();
    new ResizeObserver(() => this.#fit()).observe(this.#area);
  }

  get heading(): string {
    return this.spec.unit === "" ? this.spec.title : `${this.spec.title}, ${this.spec.unit}`;
  }

  /** Samples from `first` on, up to `end`; from one time to the other, s. */
  draw(store: SampleStore, first: number, end: number, from: number, to: number): void {
    const data = this.#data;
    for (const list of data) list.length = end - first;
    const time = columnOf("time");
    for (let i = first; i < end; i++) data[0][i - first] = store.at(time, i);
    for (const [n, { key }] of this.#drawn.entries()) {
      const column = columnOf(key);
      const list = data[n + 1]!;
      for (let i = first; i < end; i++) {
        const value = store.at(column, i);
        list[i - first] = Number.isFinite(value) ? value : null;
      }
    }
    if (this.spec.isStacked === true) this.#stack();
    this.#plot.batch(() => {
      this.#plot.setData(data, false);
      this.#plot.setScale("x", { min: from, max: to });
    });
  }

  /** Each area begins where the one below it ends; the lowest is the last. */
  #stack(): void {
    for (let n = this.#data.length - 2; n > 0; n--) {
      const list = this.#data[n]!;
      const below = this.#data[n + 1]!;
      for (let i = 0; i < list.length; i++) list[i]! += below[i] ?? 0;
    }
  }

  /** Puts the cursor to a time in view, or away. */
  pointAt(time: number | null): void {
    const left = time === null ? -10 : this.#plot.valToPos(time, "x");
    this.#plot.setCursor({ left, top: time === null ? -10 : 5 });
  }

  /** The values of a sample. */
  show(store: SampleStore, index: number | null, isNewest: boolean, clampCount: number): void {
    if (index === null) this.#when.textContent = "";
    else if (isNewest) this.#when.textContent = "now";
    else this.#when.textContent = `${store.at(columnOf("time"), index).toFixed(2)} s`;
    for (const { key } of this.spec.series) {
      const column = columnOf(key);
      const value = index === null ? NaN : nearest(store, column, index);
      setText(this.#values.get(key)!, valueWords(value, this.spec.unit));
      setText(this.#labels.get(key)!, labelOf(COLUMNS[column]!, clampCount));
    }
    for (const row of this.#rows) row.hidden = isMissing(row.dataset["key"]!, clampCount);
  }

  /** In few words, for those who hear it. */
  words(): string {
    const shown = this.spec.series.filter((_, i) => !this.#rows[i]!.hidden);
    const values = shown.map(
      ({ key }) => `${this.#labels.get(key)!.textContent} ${this.#values.get(key)!.textContent}`,
    );
    return `${this.#when.textContent}: ${values.join(", ")}`;
  }

  redraw(): void {
    this.#plot.redraw(false);
  }

  #fit(): void {
    const width = this.#area.clientWidth;
    if (width > 0 && width !== this.#plot.width) this.#plot.setSize({ width, height: HEIGHT });
  }

  #key(event: KeyboardEvent, { move }: PlotCalls): void {
    const ways: Record<string, number | null> = {
      ArrowLeft: event.shiftKey ? -10 : -1,
      ArrowRight: event.shiftKey ? 10 : 1,
      Home: -Infinity,
      End: Infinity,
      Escape: null,
    };
    const by = ways[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows may have another meaning on the page
    move(by, this);
  }

  /** A finger that moves along reads values, as the mouse does. */
  #followFinger(): void {
    const { over } = this.#plot;
    const follow = ({ pointerType, clientX }: PointerEvent): void => {
      if (pointerType === "mouse") return;
      const left = clientX - over.getBoundingClientRect().left;
      this.#plot.setCursor({ left: Math.min(Math.max(left, 0), over.clientWidth), top: 5 });
    };
    over.addEventListener("pointerdown", follow);
    over.addEventListener("pointermove", follow);
  }

  #caption(): HTMLElement {
    const caption = document.createElement("figcaption");
    const heading = document.createElement("span");
    heading.textContent = this.heading;
    this.#when.className = "plot-when";
    caption.append(heading, this.#when);
    return caption;
  }

  #legend(): HTMLElement {
    const list = document.createElement("ul");
    for (const { key, colour } of this.spec.series) {
      const row = document.createElement("li");
      row.dataset["key"] = key;
      const mark = document.createElement("i");
      mark.className = `colour-${colour}`;
      const label = document.createElement("span");
      const value = document.createElement("b");
      value.dataset["value"] = key;
      row.append(mark, label, value);
      list.append(row);
      this.#rows.push(row);
      this.#labels.set(key, label);
      this.#values.set(key, value);
    }
    return list;
  }
}

function isOver({ idx, left }: uPlot.Cursor): boolean {
  return idx !== null && idx !== undefined && left !== undefined && left >= 0;
}

/** Steps may go unread: then what is next to them speaks for them. */
function nearest(store: SampleStore, column: number, index: number): number {
  const value = store.at(column, index);
  return Number.isNaN(value) ? store.newest(column, index) : value;
}

/** Clamps that the scene does not have. */
function isMissing(key: string, clampCount: number): boolean {
  return key.startsWith("clamp-") && Number(key.slice(6)) > clampCount;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
