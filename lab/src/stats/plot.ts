import uPlot from "uplot";
import { COLUMNS, columnOf, labelOf, formatValue } from "./columns.js";
import type { PlotColors } from "./plot-colors.js";
import type { PlotSpec, SeriesSpec } from "./plot-specs.js";
import type { SampleStore } from "./sample-store.js";
import { seriesOptions, commonOptions } from "./plot-options.js";

/** Height, px. */
const HEIGHT = 112;

export interface PlotCalls {
  /** The cursor is at this visible sample, or at none. */
  point: (index: number | null) => void;
  /** A key moves the cursor by this number of samples. ±Infinity: to an end. Null: hides it. */
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
  /** Times, then the values of each series in drawing order. */
  readonly #data: [number[], ...(number | null)[][]];
  /** Series in drawing order. Stacked areas are drawn from the top down, so that lower ones cover higher ones. */
  readonly #drawn: readonly SeriesSpec[];

  constructor(spec: PlotSpec, colors: PlotColors, calls: PlotCalls) {
    this.spec = spec;
    this.#drawn = spec.isStacked === true ? spec.series.toReversed() : spec.series;
    this.#data = [[], ...this.#drawn.map((): (number | null)[] => [])];
    this.element.className = "plot";
    this.element.dataset["plot"] = spec.id;
    this.element.title = spec.hint;
    this.#area.className = "plot-area";
    this.#area.tabIndex = 0;
    this.#area.role = "application"; // so that screen readers pass the arrow keys on
    this.#area.ariaLabel = `Plot: ${this.heading}. Left and right arrow keys read its values`;
    this.#area.addEventListener("keydown", (event) => this.#key(event, calls));
    this.element.append(this.#caption(), this.#area, this.#legend());
    this.#plot = new uPlot(
      {
        ...commonOptions(spec, colors),
        width: 160,
        height: HEIGHT,
        series: [
          {},
          ...this.#drawn.map((series) => seriesOptions(series, spec.isStacked === true, colors)),
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

  /** Draws the samples from `first` to before `end`. `from` and `to` are the ends of the time axis, s. */
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

  /** Adds to each area the one below it. The lowest area is last. */
  #stack(): void {
    for (let n = this.#data.length - 2; n > 0; n--) {
      const list = this.#data[n]!;
      const below = this.#data[n + 1]!;
      for (let i = 0; i < list.length; i++) list[i]! += below[i] ?? 0;
    }
  }

  /** Places the cursor at a time. Null hides it. */
  pointAt(time: number | null): void {
    const left = time === null ? -10 : this.#plot.valToPos(time, "x");
    this.#plot.setCursor({ left, top: time === null ? -10 : 5 });
  }

  /** Shows the values of a sample as text. */
  show(store: SampleStore, index: number | null, isNewest: boolean, clampCount: number): void {
    if (index === null) this.#when.textContent = "";
    else if (isNewest) this.#when.textContent = "now";
    else this.#when.textContent = `${store.at(columnOf("time"), index).toFixed(2)} s`;
    for (const { key } of this.spec.series) {
      const column = columnOf(key);
      const value = index === null ? NaN : nearest(store, column, index);
      setText(this.#values.get(key)!, formatValue(value, this.spec.unit));
      setText(this.#labels.get(key)!, labelOf(COLUMNS[column]!, clampCount));
    }
    for (const row of this.#rows) row.hidden = isMissing(row.dataset["key"]!, clampCount);
  }

  /** Returns the values as text for screen readers. */
  text(): string {
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
    const keys: Record<string, number | null> = {
      ArrowLeft: event.shiftKey ? -10 : -1,
      ArrowRight: event.shiftKey ? 10 : 1,
      Home: -Infinity,
      End: Infinity,
      Escape: null,
    };
    const by = keys[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the page may use the arrow keys too
    move(by, this);
  }

  /** A finger that slides over the plot moves the cursor. */
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
    for (const { key, color } of this.spec.series) {
      const row = document.createElement("li");
      row.dataset["key"] = key;
      const mark = document.createElement("i");
      mark.className = `color-${color}`;
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

/** Returns the value of a sample, or the latest one before it that was measured. */
function nearest(store: SampleStore, column: number, index: number): number {
  const value = store.at(column, index);
  return Number.isNaN(value) ? store.newest(column, index) : value;
}

/** True if the column belongs to a clamp that the scene does not have. */
function isMissing(key: string, clampCount: number): boolean {
  return key.startsWith("clamp-") && Number(key.slice(6)) > clampCount;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
