/** What every button of the page has: words for the eye or for the ear, and what they lead to. */
export interface ButtonOptions {
  /** What it does, for tooltips and for those who cannot see the icon. */
  title: string;
  /** Words on it; absent: the icon alone. */
  text?: string;
  /** A drawing of 24 × 24 in strokes: the inside of an svg element. */
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

/** Another icon on the same button. */
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
