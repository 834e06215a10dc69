import { GROUPS, matches, sceneWords } from "./groups.js";
import { SCENES } from "./scenes.js";

/** Relative, so that it works from any folder of a host. */
const PICTURES = `${import.meta.env.BASE_URL}thumbnails/`;

/** The cards of the gallery on their shelves: one for each scene of the library, and what the arrows and the search do. */
export class GalleryCards {
  readonly element = document.createElement("div");
  readonly #cards = new Map<string, HTMLButtonElement>();
  readonly #shelves: HTMLElement[] = [];
  readonly #nothing = document.createElement("p");

  /** @param choose Called with the name of a scene. */
  constructor(choose: (name: string) => void) {
    this.element.className = "shelves";
    for (const [i, group] of GROUPS.entries()) {
      const shelf = document.createElement("section");
      const title = document.createElement("h3");
      title.id = `shelf-${i}`;
      title.textContent = group.title;
      shelf.setAttribute("aria-labelledby", title.id);
      const row = document.createElement("div");
      row.className = "cards";
      for (const name of group.scenes) {
        const card = cardOf(name);
        card.addEventListener("click", () => choose(name));
        this.#cards.set(name, card);
        row.append(card);
      }
      shelf.append(title, row);
      this.#shelves.push(shelf);
    }
    this.#nothing.textContent = "No scene has these words. Delete some of them.";
    this.#nothing.hidden = true;
    this.element.append(...this.#shelves, this.#nothing);
    this.element.addEventListener("keydown", (event) => {
      if (this.#move(event.key)) event.preventDefault();
    });
  }

  /** Marks the scene that is there; none where it is not of the library. */
  mark(name: string): void {
    for (const [of, card] of this.#cards) card.ariaCurrent = of === name ? "true" : null;
    this.#giveTab(this.#cards.get(name) ?? this.#shown[0]);
  }

  /** Shows the cards whose name, group or description has these words. */
  filter(typed: string): void {
    for (const [i, { title, scenes }] of GROUPS.entries()) {
      let isEmpty = true;
      for (const name of scenes) {
        const about = SCENES.get(name)?.description ?? "";
        const isHere = matches(typed.trim(), title, name, sceneWords(name), about);
        this.#cards.get(name)!.hidden = !isHere;
        isEmpty &&= !isHere;
      }
      this.#shelves[i]!.hidden = isEmpty;
    }
    this.#nothing.hidden = this.#shown.length > 0;
    this.#giveTab(this.#shown[0]);
  }

  /** The first one that is in sight; undefined: none is. */
  get first(): HTMLButtonElement | undefined {
    return this.#shown[0];
  }

  get #shown(): HTMLButtonElement[] {
    return [...this.#cards.values()].filter((card) => !card.hidden);
  }

  /** The tabulator stops at one card; arrows lead to the others. */
  #giveTab(chosen: HTMLButtonElement | undefined): void {
    for (const card of this.#cards.values()) card.tabIndex = card === chosen ? 0 : -1;
  }

  #move(key: string): boolean {
    const cards = this.#shown;
    const at = cards.findIndex((card) => card === document.activeElement);
    if (at < 0) return false;
    const next = cardTowards(cards, at, key);
    if (next === undefined) return false;
    this.#giveTab(next);
    next.focus();
    return true;
  }
}

function cardOf(name: string): HTMLButtonElement {
  const card = document.createElement("button");
  card.type = "button";
  card.className = "card";
  card.dataset["scene"] = name;
  const picture = document.createElement("img");
  Object.assign(picture, { alt: "", width: 256, height: 160, loading: "lazy", decoding: "async" });
  picture.src = `${PICTURES}${name}.webp`;
  const title = document.createElement("b");
  title.textContent = sceneWords(name);
  const about = document.createElement("span");
  about.textContent = card.title = SCENES.get(name)?.description ?? "";
  card.append(picture, title, about);
  return card;
}

/** Where an arrow leads to: along the row, or to the card of the next row that is the nearest. */
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
  const way = key === "ArrowDown" ? 1 : -1;
  let [best, bestRow, bestOff] = [cards[at], Infinity, Infinity];
  for (const card of cards) {
    const { top, left } = card.getBoundingClientRect();
    const row = Math.round(way * (top - here.top));
    const off = Math.abs(left - here.left);
    if (row <= 0 || row > bestRow || (row === bestRow && off >= bestOff)) continue;
    [best, bestRow, bestOff] = [card, row, off];
  }
  return best;
}
