import { nudged, parseNumber, positionOf, roundDigits, valueAt, type Scale } from "./scale.js";

export interface NumberRowOptions {
  /** Label. The unit follows after a comma. */
  label: string;
  scale: Scale;
  /** Size of one displayed unit in SI units. Default 1. */
  unit?: number;
  /** Text that is shown for null. Absent: the value is never null. */
  off?: string;
  /** Tooltip. */
  title?: string;
  /** Range of typed values, in displayed units. Default: no limit. */
  min?: number;
  max?: number;
  /** True if only whole numbers are valid. */
  isWhole?: boolean;
  /** Returns the value in SI units, or null if the setting is off. */
  read: () => number | null;
  write: (value: number | null) => void;
}

/** Distance that each key moves the slider, in hundredths of its length. */
const NUDGES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};
let rowCount = 0;

/** A settings row for one number: a slider, a text field, and a checkbox if the number can be off. */
export class NumberRow {
  readonly element = document.createElement("div");
  readonly #options: NumberRowOptions;
  readonly #slider = document.createElement("input");
  readonly #field = document.createElement("input");
  readonly #box = document.createElement("input");

  constructor(options: NumberRowOptions) {
    this.#options = options;
    // the same classes as the rows of tweakpane
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

  /** Shows the current value. */
  show(): void {
    const { read, unit = 1, off = "" } = this.#options;
    const value = read();
    this.#box.checked = value !== null;
    this.element.classList.toggle("is-off", value === null);
    this.#field.value = value === null ? off : String(roundDigits(value / unit, 4));
    if (value !== null) this.#slider.value = String(positionOf(this.#scale, value / unit));
    this.#slider.ariaValueText = this.#field.value;
  }

  get #part(): number {
    return this.#slider.valueAsNumber;
  }

  /** The scale of the slider, extended if the current value is above its maximum. */
  get #scale(): Scale {
    const { scale, read, unit = 1 } = this.#options;
    const own = (read() ?? 0) / unit;
    return own > scale.max ? { ...scale, max: own } : scale;
  }

  /**
   * Handles arrow and page keys, because browsers differ in the distance, and less than one step would have no effect.
   */
  #nudge(event: KeyboardEvent): void {
    const by = NUDGES[event.key];
    const value = this.#options.read();
    if (by === undefined || value === null || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    this.#write(nudged(this.#scale, value / (this.#options.unit ?? 1), by));
  }

  #type(): void {
    const { off, unit = 1, min = -Infinity, max = Infinity, isWhole } = this.#options;
    const text = this.#field.value;
    const typed = parseNumber(text);
    if (typed !== null) {
      const value = Math.min(max, Math.max(min, isWhole ? Math.round(typed) : typed));
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
