import { button } from "../controls/buttons.js";

/** A small window over the page, with a title and a way out. */
export function smallDialog(
  id: string,
  title: string,
): { dialog: HTMLDialogElement; body: HTMLElement } {
  const dialog = document.createElement("dialog");
  dialog.id = id;
  dialog.className = "keeping";
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  const heading = document.createElement("h2");
  heading.id = `${id}-title`;
  heading.textContent = title;
  const body = document.createElement("div");
  const close = button({ title: "Close (Esc)", text: "Close", call: () => dialog.close() });
  dialog.append(heading, body, close);
  // A click beside it closes it: nothing is under the pointer then but the dialog itself.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // Keys of the page would act behind it, and take the space bar from its buttons.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  return { dialog, body };
}

export function paragraph(className = ""): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = className;
  return element;
}
