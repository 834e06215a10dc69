/** Actions by key name. The prefix `ctrl+` also matches the command key. */
export type Keys = Readonly<Record<string, () => void>>;

/** Keys that toggle something. They ignore key repeat, which would flicker. */
const TOGGLES = new Set([" ", "d", "i", "m"]);

/** Calls the action of a key that is pressed anywhere on the page, except while the user types into a field. */
export function attachKeys(keys: Keys): void {
  addEventListener("keydown", (event) => {
    if (isTyping(event.target) || isPressing(event) || event.altKey) return;
    if (document.querySelector("dialog:modal") !== null) return; // a modal dialog has its own keys
    const action = keys[event.ctrlKey || event.metaKey ? `ctrl+${event.key}` : event.key];
    if (action === undefined) return;
    event.preventDefault();
    if (!event.repeat || !TOGGLES.has(event.key)) action();
  });
}

/** True if the element uses the typed key itself. Sliders use only the arrow keys, which the page does not bind. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** True if the key presses the button that has the keyboard focus. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  if (key !== " " && key !== "Enter") return false;
  return target instanceof Element && target.matches(":is(button, summary, a):focus-visible");
}
