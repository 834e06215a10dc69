import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";

/** Creates a small dialog with a title and a close button. */
export function smallDialog(
  id: string,
  title: string,
): { dialog: HTMLDialogElement; body: HTMLElement } {
  const { dialog } = titledDialog(id, title);
  dialog.className = "small-dialog";
  const body = document.createElement("div");
  const close = button({ title: "Close (Esc)", text: "Close", call: () => dialog.close() });
  dialog.append(body, close);
  return { dialog, body };
}

export function paragraph(className = ""): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = className;
  return element;
}
