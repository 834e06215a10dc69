/** The fold buttons of tweakpane, and the elements whose class says whether they are open. */
const FOLDS = ".tp-rotv, .tp-fldv";

/**
 * Says for those who cannot see it what tweakpane only shows: the names of its controls, which stand beside them, what the
 * tooltips say, and whether folders are open. To be called whenever there may be other controls.
 */
export function nameControls(panel: HTMLElement): void {
  for (const row of panel.querySelectorAll<HTMLElement>(".tp-lblv")) {
    const name = row.querySelector(".tp-lblv_l")?.textContent ?? "";
    for (const control of row.querySelectorAll("input, select, textarea")) {
      if (!control.hasAttribute("aria-label")) control.setAttribute("aria-label", name);
      if (row.title !== "") control.setAttribute("aria-description", row.title);
    }
  }
  tellFolds(panel);
}

/** Follows the folders as they open and close. */
export function followFolds(panel: HTMLElement): void {
  const observer = new MutationObserver(() => tellFolds(panel));
  for (const fold of panel.querySelectorAll(FOLDS)) {
    observer.observe(fold, { attributes: true, attributeFilter: ["class"] });
  }
  tellFolds(panel);
}

function tellFolds(panel: HTMLElement): void {
  for (const fold of panel.querySelectorAll(FOLDS)) {
    const isOpen = fold.matches(".tp-rotv-expanded, .tp-fldv-expanded");
    const button = fold.querySelector(":scope > button");
    button?.setAttribute("aria-expanded", String(isOpen));
  }
}

/** Makes other controls; who was at one of them is at the one with its name afterwards. */
export function keepFocus(panel: HTMLElement, makeOthers: () => void): void {
  const before = document.activeElement;
  const name = panel.contains(before) ? (before?.getAttribute("aria-label") ?? null) : null;
  makeOthers();
  if (name === null || document.activeElement === before) return;
  for (const control of panel.querySelectorAll<HTMLElement>("select, input")) {
    const isAlike = control.getAttribute("type") === before!.getAttribute("type");
    if (isAlike && control.getAttribute("aria-label") === name) {
      control.focus();
      return;
    }
  }
}
