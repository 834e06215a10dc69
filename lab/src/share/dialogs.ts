import { button } from "../controls/buttons.js";
import { titledDialog } from "../controls/dialog.js";

/** A small window over the page, with a title and a way out. */
export function smallDialog(
  id: string,
  title: string,
): { dialog: HTMLDialogElement; body: HTMLElement } {
  const { dialog } = titledDialog(id, title);
  dialog.className = "keeping";
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
