import { nudged, numberIn, partAt, tidy, valueAt, type Scale } from "./scale.js";

export interface NumberRowOptions {
  /** With the unit of the numbers after a comma. */
  label: string;
  scale: Scale;
  /** What one unit of the label is in SI units; default 1. */
  unit?: number;
  /** What it is called when there is no number; absent: there always is one. */
  off?: string;
  /** A word more than the label. */
  title?: string;
  /** The least and the most that can be typed, in units of the label; default: anything. */
  least?: number;
  most?: number;
  /** Whether only whole numbers make sense. */
  isWhole?: boolean;
  /** What the number is, in SI units; null: none. */
  read: () => number | null;
  write: (value: number | null) => void;
}

/** How far each key moves a slider; the way has a hundred such parts. */
const NUDGES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};
let rowCount = 0;

/** A row of the panel for one number: a slider with any scale, a field to type in, and a box where there may be none. */
export class NumberRow {
  readonly element = document.createElement("div");
  readonly #options: NumberRowOptions;
  readonly #slider = document.createElement("input");
  readonly #field = document.createElement("input");
  readonly #box = document.createElement("input");

  constructor(options: NumberRowOptions) {
    this.#options = options;
    // As the rows of tweakpane, which it stands among.
    this.element.className = "tp-lblv number-row";
    if (options.title !== undefined) this.element.title = options.title;
    const label = document.createElement("label");
    label.className = "tp-lblv_l";
    label.textContent = options.label;
    const place = document.createElement("div");
    place.className = "tp-lblv_v";
    this.element.append(label, place);

    const [slider, field, box] = [this.#slider, this.#field, this.#box];
    Object.assign(slider, { type: "range", min: "0", max: "1", step: "any" });
    Object.assign(field, { type: "text", inputMode: "decimal" });
    Object.assign(box, { type: "checkbox" });
    slider.ariaLabel = field.ariaLabel = options.label;
    label.htmlFor = field.id = `number-${++rowCount}`;
    box.ariaLabel = `${options.label}: on`;
    if (options.off !== undefined) place.append(box);
    place.append(slider, field);

    slider.addEventListener("input", () => this.#write(valueAt(this.#scale, this.#part)));
    slider.addEventListener("keydown", (event) => this.#nudge(event));
    field.addEventListener("change", () => this.#type());
    field.addEventListener("focus", () => field.select());
    box.addEventListener("change", () =>
      this.#write(box.checked ? valueAt(this.#scale, this.#part) : null),
    );
    this.show();
  }

  /** What there is to read may have changed. */
  show(): void {
    const { read, unit = 1, off = "" } = this.#options;
    const value = read();
    this.#box.checked = value !== null;
    this.element.classList.toggle("is-off", value === null);
    this.#field.value = value === null ? off : String(tidy(value / unit, 4));
    if (value !== null) this.#slider.value = String(partAt(this.#scale, value / unit));
    this.#slider.ariaValueText = this.#field.value;
  }

  get #part(): number {
    return this.#slider.valueAsNumber;
  }

  /** It always has room for the number that is there. */
  get #scale(): Scale {
    const { scale, read, unit = 1 } = this.#options;
    const own = (read() ?? 0) / unit;
    return own > scale.max ? { ...scale, max: own } : scale;
  }

  /** Browsers differ in how far an arrow goes, and by less than a step it would not go at all. */
  #nudge(event: KeyboardEvent): void {
    const by = NUDGES[event.key];
    const value = this.#options.read();
    if (by === undefined || value === null || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    this.#write(nudged(this.#scale, value / (this.#options.unit ?? 1), by));
  }

  #type(): void {
    const { off, unit = 1, least = -Infinity, most = Infinity, isWhole } = this.#options;
    const text = this.#field.value;
    const typed = numberIn(text);
    if (typed !== null) {
      const value = Math.min(most, Math.max(least, isWhole ? Math.round(typed) : typed));
      this.#options.write(value * unit);
    } else if (off !== undefined && (text.trim() === "" || text.trim() === off)) {
      this.#options.write(null);
    }
    this.show();
  }

  #write(shown: number | null): void {
    this.#options.write(shown === null ? null : shown * (this.#options.unit ?? 1));
    this.show();
  }
}
