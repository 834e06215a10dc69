import { button } from "../controls/buttons.js";

/** What can be done about a note. */
export interface NoteAction {
  text: string;
  title: string;
  call: () => void;
}

/** Tells what files of one's own the cloth has, with a button for what can be done about each. */
export class UserFileBar {
  readonly #element = document.createElement("div");
  readonly #notes = new Map<string, HTMLElement>();

  constructor(container: HTMLElement) {
    this.#element.id = "own-bar";
    this.#element.className = "sheet";
    this.#element.role = "status";
    this.#element.hidden = true;
    container.append(this.#element);
  }

  /** @param kind Takes the place of the note of the same kind. */
  show(kind: string, text: string, action: NoteAction): void {
    this.hide(kind);
    const note = document.createElement("p");
    const words = document.createElement("span");
    words.textContent = text;
    note.append(words, button(action));
    this.#notes.set(kind, note);
    this.#element.append(note);
    this.#element.hidden = false;
  }

  hide(kind: string): void {
    this.#notes.get(kind)?.remove();
    this.#notes.delete(kind);
    this.#element.hidden = this.#notes.size === 0;
  }
}
