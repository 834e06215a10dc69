/** A window over the page with a title, which a click beside it closes. Keys of the page wait while it is there (see keys.ts). */
export function titledDialog(
  id: string,
  title: string,
): { dialog: HTMLDialogElement; heading: HTMLHeadingElement } {
  const dialog = document.createElement("dialog");
  dialog.id = id;
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  const heading = document.createElement("h2");
  heading.id = `${id}-title`;
  heading.textContent = title;
  dialog.append(heading);
  // Nothing is under the pointer then but the dialog itself.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return { dialog, heading };
}
