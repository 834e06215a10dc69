import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";

interface TextDialogOptions {
  title: string;
  /** Label of the text. */
  label: string;
  text: string;
  /** Uses the text. Throws an error with a message for the user. Absent: the text is read-only. */
  apply?: (text: string) => Promise<void>;
}

let dialogCount = 0;

/** A dialog with a text field. It is removed when it is closed. */
export class TextDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #field = document.createElement("textarea");
  readonly #problem = document.createElement("p");
  readonly #apply: TextDialogOptions["apply"];

  constructor({ title, label: labelText, text, apply }: TextDialogOptions) {
    this.#apply = apply;
    const id = `text-dialog-${++dialogCount}`;
    const { dialog } = titledDialog(id, title);
    this.#dialog = dialog;
    dialog.className = "text-dialog";
    const label = document.createElement("label");
    label.htmlFor = this.#field.id = `${id}-text`;
    label.textContent = labelText;
    Object.assign(this.#field, { value: text, rows: 8, spellcheck: false });
    this.#field.readOnly = apply === undefined;
    this.#problem.className = "text-problem";
    this.#problem.setAttribute("role", "alert");
    const buttons = document.createElement("div");
    if (apply !== undefined) {
      const call = (): void => void this.#tryApply(apply);
      buttons.append(button({ title: "Applies the text (Ctrl + Enter)", text: "Apply", call }));
    }
    const close = (): void => dialog.close();
    const word = apply === undefined ? "Close" : "Cancel";
    buttons.append(button({ title: "Closes the dialog (Esc)", text: word, call: close }));
    dialog.append(label, this.#field, this.#problem, buttons);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("keydown", (event) => {
      const isMeant = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (isMeant && apply !== undefined) void this.#tryApply(apply);
    });
  }

  open(): void {
    this.#dialog.showModal();
    this.#field.focus();
    if (this.#apply === undefined) this.#field.select();
  }

  async #tryApply(apply: (text: string) => Promise<void>): Promise<void> {
    try {
      await apply(this.#field.value);
      this.#dialog.close();
    } catch (error) {
      this.#problem.textContent = (error as Error).message;
      this.#field.focus();
    }
  }
}
