import { button } from "../controls/buttons.js";

/** Button of a note. */
export interface NoteAction {
  text: string;
  title: string;
  call: () => void;
}

/** Notes about user files on the cloth, each with a button. */
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

  /** Shows a note. It replaces the note of the same kind. */
  show(kind: string, text: string, action: NoteAction): void {
    this.hide(kind);
    const note = document.createElement("p");
    const label = document.createElement("span");
    label.textContent = text;
    note.append(label, button(action));
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
