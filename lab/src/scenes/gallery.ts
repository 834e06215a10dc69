import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";
import { attachKeys } from "../controls/keys.js";
import { GalleryCards } from "./gallery-cards.js";
import { sceneWords } from "./groups.js";
import { SCENES } from "./scenes.js";

const GRID = `<path d="M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z" />`;
const FOLDER = `<path d="M4 6h6l2 2h8v11H4z" />`;
const CROSS = `<path d="M6 6l12 12M18 6L6 18" />`;

export interface GalleryCalls {
  /** A scene of the library was chosen. */
  choose: (name: string) => void;
  /** Files of one's own were chosen. */
  open: (files: File[]) => void;
}

/** The button that tells which scene is there, and the dialog in which another one is chosen: g opens it. */
export class Gallery {
  readonly #button: HTMLButtonElement;
  readonly #calls: GalleryCalls;
  /** Made when it is opened for the first time: its pictures are no burden before. */
  #dialog: HTMLDialogElement | null = null;
  #cards: GalleryCards | null = null;
  #search: HTMLInputElement | null = null;
  #present = "";

  constructor(container: HTMLElement, calls: GalleryCalls) {
    this.#calls = calls;
    const open = (): void => this.#open();
    this.#button = button({ title: "Scenes (g)", text: "Scenes", icon: GRID, call: open });
    this.#button.id = "scenes-button";
    this.#button.ariaHasPopup = "dialog";
    container.append(this.#button);
    attachKeys({ g: open });
  }

  /** Another scene is there. */
  show(name: string): void {
    this.#present = name;
    const words = SCENES.has(name) ? sceneWords(name) : name;
    this.#button.querySelector("span")!.textContent = words;
    this.#button.ariaLabel = `Scenes: ${words}`;
    this.#button.title = `Scenes and your own files (g). Now: ${words}`;
    this.#cards?.mark(name);
  }

  #open(): void {
    this.#dialog ??= this.#build();
    if (this.#dialog.open) return;
    this.#search!.value = "";
    this.#cards!.filter("");
    this.#cards!.mark(this.#present);
    this.#dialog.showModal();
    this.#search!.focus();
  }

  #build(): HTMLDialogElement {
    const { dialog, heading } = titledDialog("gallery", "Scenes");
    const cards = new GalleryCards((name) => {
      dialog.close();
      this.#calls.choose(name);
    });
    const search = document.createElement("input");
    Object.assign(search, { type: "search", placeholder: "Search, for example silk" });
    search.ariaLabel = "Search scenes";
    search.addEventListener("input", () => cards.filter(search.value));
    search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") cards.first?.focus();
      else if (event.key === "Enter") cards.first?.click();
      else return;
      event.preventDefault();
    });
    const head = document.createElement("header");
    const close = button({ title: "Close (Escape)", icon: CROSS, call: () => dialog.close() });
    head.append(heading, search, ...this.#fileButton(dialog), close);
    const own = document.createElement("p");
    own.className = "own";
    own.textContent =
      "Your own: a scene (JSON), a mesh (OBJ), a picture or a video for the cloth. Open them here, or drop them anywhere on the page. They stay on your machine.";
    dialog.append(head, own, cards.element);
    this.#cards = cards;
    this.#search = search;
    return dialog;
  }

  #fileButton(dialog: HTMLDialogElement): HTMLElement[] {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, hidden: true, id: "own-files" });
    input.ariaLabel = "Your own files";
    input.addEventListener("change", () => {
      const files = [...(input.files ?? [])];
      input.value = ""; // or else the same file could not be chosen once more
      dialog.close();
      this.#calls.open(files);
    });
    const open = button({
      title: "Open a scene, a mesh, a picture or a video of your own",
      text: "Open files…",
      icon: FOLDER,
      call: () => input.click(),
    });
    return [open, input];
  }
}
