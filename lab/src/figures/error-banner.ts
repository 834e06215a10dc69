/** The one message of what was refused or went wrong; it stays until it is closed or another choice is made. */
export function showError(message: string): void {
  const place = problemPlace();
  place.querySelector("span")!.textContent = message;
  place.querySelector("button")!.addEventListener("click", () => hideError(), { once: true });
  place.hidden = false;
}

/** @param only Where it is this one; default: whatever it is. */
export function hideError(only?: string): void {
  const place = problemPlace();
  if (only === undefined || place.querySelector("span")!.textContent === only) place.hidden = true;
}

function problemPlace(): HTMLElement {
  return document.querySelector<HTMLElement>("#problem")!;
}
