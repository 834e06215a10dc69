/** Tweakpane elements that fold. Their class shows if they are open. */
const FOLDS = ".tp-rotv, .tp-fldv";

/**
 * Gives the controls of tweakpane accessible names, descriptions from tooltips, and the open state of folders. Call it
 * whenever controls were added.
 */
export function nameControls(panel: HTMLElement): void {
  for (const row of panel.querySelectorAll<HTMLElement>(".tp-lblv")) {
    const name = row.querySelector(".tp-lblv_l")?.textContent ?? "";
    for (const control of row.querySelectorAll("input, select, textarea")) {
      if (!control.hasAttribute("aria-label")) control.setAttribute("aria-label", name);
      if (row.title !== "") control.setAttribute("aria-description", row.title);
    }
  }
  updateFolds(panel);
}

/** Updates the open state of folders for screen readers. */
export function followFolds(panel: HTMLElement): void {
  const observer = new MutationObserver(() => updateFolds(panel));
  for (const fold of panel.querySelectorAll(FOLDS)) {
    observer.observe(fold, { attributes: true, attributeFilter: ["class"] });
  }
  updateFolds(panel);
}

function updateFolds(panel: HTMLElement): void {
  for (const fold of panel.querySelectorAll(FOLDS)) {
    const isOpen = fold.matches(".tp-rotv-expanded, .tp-fldv-expanded");
    const button = fold.querySelector(":scope > button");
    button?.setAttribute("aria-expanded", String(isOpen));
  }
}

/** Rebuilds controls. If one of them had the focus, the new control with the same name gets it. */
export function keepFocus(panel: HTMLElement, rebuild: () => void): void {
  const before = document.activeElement;
  const name = panel.contains(before) ? (before?.getAttribute("aria-label") ?? null) : null;
  rebuild();
  if (name === null || document.activeElement === before) return;
  for (const control of panel.querySelectorAll<HTMLElement>("select, input")) {
    const isAlike = control.getAttribute("type") === before!.getAttribute("type");
    if (isAlike && control.getAttribute("aria-label") === name) {
      control.focus();
      return;
    }
  }
}
