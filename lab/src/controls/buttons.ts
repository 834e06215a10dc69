/** Options of `button`. Every button of the page has a tooltip and an action. */
export interface ButtonOptions {
  /** Tooltip. It is also the accessible name of a button that shows only an icon. */
  title: string;
  /** Visible label. Absent: only the icon is shown. */
  text?: string;
  /** Content of an svg element with a 24 × 24 view box, drawn as strokes. */
  icon?: string;
  call: () => void;
}

export function button({ title, text, icon, call }: ButtonOptions): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.title = title;
  if (icon !== undefined) {
    element.innerHTML = drawing(icon);
    if (text === undefined) element.ariaLabel = title;
  }
  if (text !== undefined) element.append(span(text));
  element.addEventListener("click", call);
  return element;
}

/** Replaces the icon of a button that was created with one. */
export function showIcon(element: HTMLButtonElement, icon: string): void {
  element.querySelector("svg")!.innerHTML = icon;
}

function drawing(icon: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`;
}

function span(text: string): HTMLSpanElement {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}
