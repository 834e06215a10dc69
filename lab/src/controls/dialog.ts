/**
 * Creates a modal dialog with a title. A click on the backdrop closes it. While it is open, the keys of the page are
 * off (see keys.ts).
 */
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
  // The target is the dialog element itself only for clicks on the backdrop.
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return { dialog, heading };
}
