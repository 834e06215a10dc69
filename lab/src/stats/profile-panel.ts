import { PHASES } from "tatter";
import type { Stats } from "../simulation/messages.js";
import { formatShare, formatTime, scaleEnd, type StepProfile } from "./step-profile.js";

/** Mark in front of a value, as it is drawn in the gauge. */
type Mark = "mean" | "largest" | "budget";

/** Shows the time of each phase as a stacked bar with a legend, and the time of a step in a gauge with its budget. */
export class ProfilePanel {
  readonly #section: HTMLElement;
  readonly #texts = new Map<string, HTMLElement>();
  /** Parts of the stacked bar, in the order of the phases. */
  readonly #parts = PHASES.map((_, i) => box(`color-${i + 1}`));
  readonly #mean = box("gauge-mean");
  readonly #largest = box("gauge-largest");
  readonly #budget = box("gauge-budget");

  constructor(section: HTMLElement) {
    this.#section = section;
    const head = list("profile-values", [
      this.#value(
        "mean",
        "mean of the last second",
        "Mean time of a step over the last second of simulated time",
        "mean",
      ),
      this.#value("largest", "largest", "Longest step of the last second", "largest"),
      this.#value(
        "budget",
        "budget",
        "Duration of a step: it may take this long to compute",
        "budget",
      ),
      this.#value("used", "used", "Mean time of a step, relative to the budget"),
    ]);
    const bar = box("profile-bar");
    bar.append(...this.#parts);
    const gauge = box("profile-gauge");
    gauge.append(this.#mean, this.#largest, this.#budget);
    // The lists have the same content as text.
    bar.ariaHidden = gauge.ariaHidden = "true";
    const legend = list(
      "profile-legend",
      PHASES.map((phase, i) => this.#phase(phase, i + 1)),
    );
    const facts = list("profile-values profile-facts", [
      this.#value("solver", "solver", "Solver of the scene"),
      this.#value("kernels", "kernels", "Implementation of the inner loops"),
      this.#value("substeps", "substeps", "Substeps per step"),
      this.#value("particles", "particles", "Particles of all cloths"),
    ]);
    section.replaceChildren(head, gauge, bar, legend, facts);
  }

  /** @param profile Null: no step was made yet. */
  show(profile: StepProfile | null, stats: Stats): void {
    const budget = 1000 * stats.stepDuration;
    const { mean, largest } = profile ?? { mean: 0, largest: 0 };
    const end = scaleEnd(mean, budget);
    const time = (value: number): string => (profile === null ? "–" : formatTime(value));
    this.#set("mean", time(mean));
    this.#set("largest", time(largest));
    this.#set("budget", formatTime(budget));
    this.#set("used", profile === null ? "–" : formatShare(mean / budget));
    this.#section.classList.toggle("is-over", mean > budget);
    this.#mean.style.width = percent(mean / end);
    this.#largest.style.left = percent(Math.min(1, largest / end));
    this.#largest.hidden = profile === null;
    this.#budget.style.left = percent(budget / end);
    for (const [i, phase] of PHASES.entries()) {
      const { mean: part, share } = profile?.phases[i] ?? { mean: 0, share: 0 };
      this.#parts[i]!.style.width = percent(share);
      this.#set(phase, time(part));
      this.#set(`${phase}-share`, profile === null ? "" : formatShare(share));
    }
    this.#set("solver", stats.solver);
    this.#set("kernels", stats.kernels);
    this.#set("substeps", stats.substeps === 0 ? "–" : String(stats.substeps));
    this.#set("particles", String(stats.particles));
  }

  #value(key: string, label: string, hint: string, mark?: Mark): HTMLElement {
    const item = document.createElement("li");
    item.title = hint;
    if (mark !== undefined) item.append(box(`mark-${mark}`));
    item.append(label, " ", this.#text(key, "b"));
    return item;
  }

  #phase(phase: string, color: number): HTMLElement {
    const item = document.createElement("li");
    const name = document.createElement("span");
    name.textContent = phase;
    item.append(
      box(`color-${color}`),
      name,
      this.#text(phase, "b"),
      this.#text(`${phase}-share`, "span"),
    );
    return item;
  }

  #text(key: string, tag: "b" | "span"): HTMLElement {
    const element = document.createElement(tag);
    element.dataset["profile"] = key;
    this.#texts.set(key, element);
    return element;
  }

  #set(key: string, text: string): void {
    const element = this.#texts.get(key)!;
    if (element.textContent !== text) element.textContent = text;
  }
}

function list(className: string, items: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement("ul");
  element.className = className;
  element.append(...items);
  return element;
}

/** An element that only shows a color. */
function box(className: string): HTMLElement {
  const element = document.createElement("i");
  element.className = className;
  return element;
}

function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(2)}%`;
}
