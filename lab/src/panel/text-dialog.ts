import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";

interface TextDialogOptions {
  title: string;
  /** What the text is. */
  what: string;
  text: string;
  /** Takes the text over, or throws an error in words for the user. Absent: the text is there to be read. */
  take?: (text: string) => Promise<void>;
}

let dialogCount = 0;

/** A small dialog around a text. It goes away for good when it is closed. */
export class TextDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #field = document.createElement("textarea");
  readonly #problem = document.createElement("p");
  readonly #take: TextDialogOptions["take"];

  constructor({ title, what, text, take }: TextDialogOptions) {
    this.#take = take;
    const id = `text-dialog-${++dialogCount}`;
    const { dialog } = titledDialog(id, title);
    this.#dialog = dialog;
    dialog.className = "text-dialog";
    const label = document.createElement("label");
    label.htmlFor = this.#field.id = `${id}-text`;
    label.textContent = what;
    Object.assign(this.#field, { value: text, rows: 8, spellcheck: false });
    this.#field.readOnly = take === undefined;
    this.#problem.className = "text-problem";
    this.#problem.setAttribute("role", "alert");
    const buttons = document.createElement("div");
    if (take !== undefined) {
      const call = (): void => void this.#tryTo(take);
      buttons.append(button({ title: "Takes it over (ctrl + enter)", text: "Use it", call }));
    }
    const close = (): void => dialog.close();
    const word = take === undefined ? "Close" : "Cancel";
    buttons.append(button({ title: "Back to the cloth (escape)", text: word, call: close }));
    dialog.append(label, this.#field, this.#problem, buttons);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("keydown", (event) => {
      const isMeant = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (isMeant && take !== undefined) void this.#tryTo(take);
    });
  }

  open(): void {
    this.#dialog.showModal();
    this.#field.focus();
    if (this.#take === undefined) this.#field.select();
  }

  async #tryTo(take: (text: string) => Promise<void>): Promise<void> {
    try {
      await take(this.#field.value);
      this.#dialog.close();
    } catch (error) {
      this.#problem.textContent = (error as Error).message;
      this.#field.focus();
    }
  }
}
