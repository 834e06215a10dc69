import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";
import { attachKeys } from "../controls/keys.js";
import { GalleryCards } from "./gallery-cards.js";
import { sceneTitle } from "./groups.js";
import { SCENES } from "./scenes.js";

const GRID = `<path d="M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z" />`;
const FOLDER = `<path d="M4 6h6l2 2h8v11H4z" />`;
const CROSS = `<path d="M6 6l12 12M18 6L6 18" />`;

export interface GalleryCalls {
  /** A scene of the library was chosen. */
  choose: (name: string) => void;
  /** User files were chosen. */
  open: (files: File[]) => void;
}

/** The button that shows the current scene, and the gallery dialog that it opens (key g). */
export class Gallery {
  readonly #button: HTMLButtonElement;
  readonly #calls: GalleryCalls;
  /** Built when it is opened for the first time, because its images take time to load. */
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

  /** Shows another current scene. */
  show(name: string): void {
    this.#present = name;
    const title = SCENES.has(name) ? sceneTitle(name) : name;
    this.#button.querySelector("span")!.textContent = title;
    this.#button.ariaLabel = `Scenes: ${title}`;
    this.#button.title = `Scenes and files (g). Current scene: ${title}`;
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
    Object.assign(search, { type: "search", placeholder: "Search, for example: silk" });
    search.ariaLabel = "Search scenes";
    search.addEventListener("input", () => cards.filter(search.value));
    search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") cards.first?.focus();
      else if (event.key === "Enter") cards.first?.click();
      else return;
      event.preventDefault();
    });
    const head = document.createElement("header");
    const close = button({ title: "Close (Esc)", icon: CROSS, call: () => dialog.close() });
    head.append(heading, search, ...this.#fileButton(dialog), close);
    const own = document.createElement("p");
    own.className = "own";
    own.textContent =
      "Open your own files here, or drop them anywhere on the page: a scene (JSON), a mesh (OBJ), an image, a video or a recording (.tatter). No file leaves your machine.";
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
      input.value = ""; // so that the same file can be chosen again
      dialog.close();
      this.#calls.open(files);
    });
    const open = button({
      title: "Opens a scene, a mesh, an image, a video or a recording",
      text: "Open files…",
      icon: FOLDER,
      call: () => input.click(),
    });
    return [open, input];
  }
}
