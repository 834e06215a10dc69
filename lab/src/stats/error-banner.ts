/** Shows an error message. It stays until it is closed or the user makes another choice. */
export function showError(message: string): void {
  const place = errorElement();
  place.querySelector("span")!.textContent = message;
  place.querySelector("button")!.addEventListener("click", () => hideError(), { once: true });
  place.hidden = false;
}

/**
 * Hides the error message.
 *
 * @param only Hides it only if it has this text. Default: any text.
 */
export function hideError(only?: string): void {
  const place = errorElement();
  if (only === undefined || place.querySelector("span")!.textContent === only) place.hidden = true;
}

function errorElement(): HTMLElement {
  return document.querySelector<HTMLElement>("#problem")!;
}
