import { GROUPS, matches, sceneTitle } from "./groups.js";
import { SCENES } from "./scenes.js";

/** Relative, so that the page works under any sub-path. */
const IMAGES = `${import.meta.env.BASE_URL}thumbnails/`;

/** The cards of the gallery, in groups. Handles search and arrow keys. */
export class GalleryCards {
  readonly element = document.createElement("div");
  readonly #cards = new Map<string, HTMLButtonElement>();
  readonly #groups: HTMLElement[] = [];
  readonly #noResult = document.createElement("p");

  /** @param choose Called with the name of a scene. */
  constructor(choose: (name: string) => void) {
    this.element.className = "groups";
    for (const [i, group] of GROUPS.entries()) {
      const section = document.createElement("section");
      const title = document.createElement("h3");
      title.id = `gallery-group-${i}`;
      title.textContent = group.title;
      section.setAttribute("aria-labelledby", title.id);
      const row = document.createElement("div");
      row.className = "cards";
      for (const name of group.scenes) {
        const card = cardOf(name);
        card.addEventListener("click", () => choose(name));
        this.#cards.set(name, card);
        row.append(card);
      }
      section.append(title, row);
      this.#groups.push(section);
    }
    this.#noResult.textContent = "No scene found. Use fewer words.";
    this.#noResult.hidden = true;
    this.element.append(...this.#groups, this.#noResult);
    this.element.addEventListener("keydown", (event) => {
      if (this.#move(event.key)) event.preventDefault();
    });
  }

  /** Marks the current scene, if it is in the library. */
  mark(name: string): void {
    for (const [of, card] of this.#cards) card.ariaCurrent = of === name ? "true" : null;
    this.#makeTabStop(this.#cards.get(name) ?? this.#shown[0]);
  }

  /** Shows only the cards that match all words. */
  filter(typed: string): void {
    for (const [i, { title, scenes }] of GROUPS.entries()) {
      let isEmpty = true;
      for (const name of scenes) {
        const about = SCENES.get(name)?.description ?? "";
        const isHere = matches(typed.trim(), title, name, sceneTitle(name), about);
        this.#cards.get(name)!.hidden = !isHere;
        isEmpty &&= !isHere;
      }
      this.#groups[i]!.hidden = isEmpty;
    }
    this.#noResult.hidden = this.#shown.length > 0;
    this.#makeTabStop(this.#shown[0]);
  }

  /** The first visible card. */
  get first(): HTMLButtonElement | undefined {
    return this.#shown[0];
  }

  get #shown(): HTMLButtonElement[] {
    return [...this.#cards.values()].filter((card) => !card.hidden);
  }

  /** Makes one card reachable with Tab. Arrow keys lead to the others. */
  #makeTabStop(chosen: HTMLButtonElement | undefined): void {
    for (const card of this.#cards.values()) card.tabIndex = card === chosen ? 0 : -1;
  }

  #move(key: string): boolean {
    const cards = this.#shown;
    const at = cards.findIndex((card) => card === document.activeElement);
    if (at < 0) return false;
    const next = cardTowards(cards, at, key);
    if (next === undefined) return false;
    this.#makeTabStop(next);
    next.focus();
    return true;
  }
}

function cardOf(name: string): HTMLButtonElement {
  const card = document.createElement("button");
  card.type = "button";
  card.className = "card";
  card.dataset["scene"] = name;
  const image = document.createElement("img");
  Object.assign(image, { alt: "", width: 256, height: 160, loading: "lazy", decoding: "async" });
  image.src = `${IMAGES}${name}.webp`;
  const title = document.createElement("b");
  title.textContent = sceneTitle(name);
  const about = document.createElement("span");
  about.textContent = card.title = SCENES.get(name)?.description ?? "";
  card.append(image, title, about);
  return card;
}

/** Returns the card that an arrow key leads to: the neighbor in the row, or the closest card in the next row. */
function cardTowards(
  cards: readonly HTMLButtonElement[],
  at: number,
  key: string,
): HTMLButtonElement | undefined {
  if (key === "ArrowRight") return cards[Math.min(at + 1, cards.length - 1)];
  if (key === "ArrowLeft") return cards[Math.max(at - 1, 0)];
  if (key === "Home") return cards[0];
  if (key === "End") return cards.at(-1);
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  const here = cards[at]!.getBoundingClientRect();
  const sign = key === "ArrowDown" ? 1 : -1;
  let [best, bestRow, bestOff] = [cards[at], Infinity, Infinity];
  for (const card of cards) {
    const { top, left } = card.getBoundingClientRect();
    const row = Math.round(sign * (top - here.top));
    const off = Math.abs(left - here.left);
    if (row <= 0 || row > bestRow || (row === bestRow && off >= bestOff)) continue;
    [best, bestRow, bestOff] = [card, row, off];
  }
  return best;
}
