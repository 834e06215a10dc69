import { button, showIcon } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";

export type Theme = "light" | "dark";

const KEY = "tatter-theme";
const SUN = `<circle cx="12" cy="12" r="4" /><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />`;
const MOON = `<path d="M19 14.5A8 8 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z" />`;

/**
 * Adds the button that switches between light and dark (key d). Default: the theme of the system. The choice of the
 * user is stored.
 *
 * @param show Called with the theme now and at each change. The colors of the page follow by CSS.
 */
export function addTheme(container: HTMLElement, show: (theme: Theme) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = storedTheme();
  const current = (): Theme => chosen ?? (system.matches ? "dark" : "light");
  const toggle = (): void => {
    chosen = current() === "dark" ? "light" : "dark";
    storeTheme(chosen);
    update();
  };
  const element = button({ title: "Dark theme (d)", icon: MOON, call: toggle });
  const update = (): void => {
    const theme = current();
    document.documentElement.dataset["theme"] = theme;
    element.title = element.ariaLabel = theme === "dark" ? "Light theme (d)" : "Dark theme (d)";
    showIcon(element, theme === "dark" ? SUN : MOON);
    show(theme);
  };
  system.addEventListener("change", update);
  attachKeys({ d: toggle });
  container.append(element);
  update();
}

/** Returns the stored theme. Storage may be forbidden. */
function storedTheme(): Theme | null {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null;
  }
}

function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then the choice is lost with the page.
  }
}
