import type { StrainData } from "../simulation/view-data.js";
import type { ShownPiece } from "./piece-colors.js";
import { lowEnd, strainGradient } from "./strain-colors.js";
import { CONTACT_COLOR } from "../stage/contact-dots.js";
import { LINE_COLORS } from "./strain-lines.js";

/** Maximum number of pieces in the legend. */
const MAX_CHIPS = 10;

/** What the legend explains. */
type Shown = Record<"strain" | "directions" | "pieces" | "contacts" | "strength", boolean>;

/** Legend of the colors on the cloths, with units. */
export class Legend {
  readonly #place: HTMLElement;
  readonly #strain = section("Strain, %");
  readonly #directions = section("Strain directions");
  readonly #pieces = section("Pieces");
  readonly #contacts = section("Contacts");
  readonly #strength = section("Strength, × material");
  readonly #figure = document.createElement("p");
  readonly #largest = document.createElement("b");
  readonly #contactCount = document.createElement("b");
  /** Cache key of the scales, to rebuild them only after changes. */
  #scalesShown = "";
  #piecesShown = "";

  constructor(place: HTMLElement) {
    this.#place = place;
    place.classList.add("sheet");
    this.#largest.dataset["stat"] = "largest-strain";
    this.#figure.append("Largest now ", this.#largest, " %");
    this.#directions.append(
      key(LINE_COLORS.stretched, "stretched"),
      key(LINE_COLORS.compressed, "compressed"),
      key(LINE_COLORS.peak, "ring: most strained"),
    );
    this.#contactCount.dataset["stat"] = "contacts";
    const dots = key(CONTACT_COLOR, "cloth on cloth: ");
    dots.append(this.#contactCount);
    this.#contacts.append(dots);
    this.#strength.append(
      bar("strength"),
      ticks([
        ["⅕", 0],
        ["½", 28.5],
        ["1", 50],
        ["2", 71.5],
        ["5", 100],
      ]),
    );
    place.append(this.#strain, this.#directions, this.#figure, this.#pieces);
    place.append(this.#contacts, this.#strength);
    this.show({
      strain: false,
      directions: false,
      pieces: false,
      contacts: false,
      strength: false,
    });
  }

  show(is: Shown): void {
    this.#strain.hidden = !is.strain;
    this.#directions.hidden = !is.directions;
    this.#figure.hidden = !is.strain && !is.directions;
    this.#pieces.hidden = !is.pieces;
    this.#contacts.hidden = !is.contacts;
    this.#strength.hidden = !is.strength;
    this.#place.hidden = !Object.values(is).some(Boolean);
  }

  /** @param cloths In the order of the scene. Each scale is shown once. */
  showStrain(cloths: readonly StrainData[]): void {
    const largest = Math.max(...cloths.map((cloth) => cloth.largest));
    this.#largest.textContent = (100 * largest).toFixed(1);
    const scales = new Map<string, { strain: StrainData; cloths: number[] }>();
    for (const [i, strain] of cloths.entries()) {
      const key = `${strain.scale} ${strain.tearsThere}`;
      if (!scales.has(key)) scales.set(key, { strain, cloths: [] });
      scales.get(key)!.cloths.push(i + 1);
    }
    const shown = [...scales].map(([key, { cloths }]) => `${key}: ${cloths.join()}`).join("; ");
    if (shown === this.#scalesShown) return;
    this.#scalesShown = shown;
    for (const old of this.#strain.querySelectorAll(".scale")) old.remove();
    for (const { strain, cloths } of scales.values()) {
      this.#strain.append(strainScale(strain, scales.size === 1 ? null : cloths));
    }
  }

  showContacts(count: number): void {
    this.#contactCount.textContent = String(count);
  }

  /** @param particles Number of particles of all cloths. */
  showPieces(given: readonly ShownPiece[], particles: number): void {
    const pieces = given.toSorted((a, b) => b.particles - a.particles);
    const chips = pieces.slice(0, MAX_CHIPS).map(({ color, particles: own }) => {
      const share = own / particles;
      const text = share < 0.01 ? "< 1 %" : `${Math.round(100 * share)} %`;
      return key(color, text);
    });
    const title = pieces.length === 1 ? "1 piece" : `${pieces.length} pieces`;
    const shown = `${title} ${chips.map(({ outerHTML }) => outerHTML).join("")}`;
    if (shown === this.#piecesShown) return;
    this.#piecesShown = shown;
    this.#pieces.querySelector("h2")!.textContent = title;
    for (const chip of this.#pieces.querySelectorAll(".key, .more")) chip.remove();
    this.#pieces.append(...chips);
    if (pieces.length <= MAX_CHIPS) return;
    const more = document.createElement("span");
    more.className = "more";
    more.textContent = `and ${pieces.length - MAX_CHIPS} smaller`;
    this.#pieces.append(more);
  }
}

function section(title: string): HTMLElement {
  const element = document.createElement("section");
  const heading = document.createElement("h2");
  heading.textContent = title;
  element.append(heading);
  return element;
}

/** @param cloths Numbers of the cloths with this scale. Null: all. */
function strainScale(
  { scale, tearsThere }: StrainData,
  cloths: readonly number[] | null,
): HTMLElement {
  const low = lowEnd(scale);
  const at = (strain: number): number => (100 * (strain - low)) / (scale - low);
  const marks = [low, low / 2, 0, scale / 2, scale].map(
    (strain) => [percent(strain), at(strain)] as [string, number],
  );
  const colors = bar("strain");
  colors.style.background = strainGradient(scale);
  const ends = document.createElement("p");
  ends.className = "ends";
  const limit = document.createElement("span");
  limit.className = tearsThere ? "limit" : "";
  limit.textContent = tearsThere
    ? `tears at ${percent(scale)} %`
    : `breaking strain ${percent(scale)} %`;
  ends.append("compressed", limit);
  const element = document.createElement("div");
  element.className = "scale";
  if (cloths !== null) {
    const whose = document.createElement("p");
    whose.textContent = `${cloths.length === 1 ? "Cloth" : "Cloths"} ${cloths.join(", ")}`;
    element.append(whose);
  }
  element.append(colors, ticks(marks), ends);
  return element;
}

function bar(name: string): HTMLElement {
  const element = document.createElement("div");
  element.className = `bar ${name}`;
  return element;
}

/** Labels under a bar, with their position in percent. */
function ticks(marks: readonly [string, number][]): HTMLElement {
  const element = document.createElement("div");
  element.className = "ticks";
  for (const [text, at] of marks) {
    const mark = document.createElement("span");
    mark.textContent = text;
    mark.style.left = `${at}%`;
    element.append(mark);
  }
  return element;
}

/** A color chip with its label. */
function key(color: string, label: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "key";
  const chip = document.createElement("i");
  chip.style.background = color;
  element.append(chip, label);
  return element;
}

function percent(strain: number): string {
  const value = 100 * strain;
  const text = String(Number(value.toFixed(Math.abs(value) < 10 ? 1 : 0)));
  return text.replace("-", "−");
}
