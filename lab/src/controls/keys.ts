/** What a key does, by its name; `ctrl+` stands for the command key too. */
export type Keys = Readonly<Record<string, () => void>>;

/** What these do they undo when they come again: held down, they would flicker. */
const TOGGLES = new Set([" ", "d", "m"]);

/** Listens to keys of the page, but for those that are typed into a field. */
export function attachKeys(keys: Keys): void {
  addEventListener("keydown", (event) => {
    if (isTyping(event.target) || isPressing(event) || event.altKey) return;
    if (document.querySelector("dialog:modal") !== null) return; // which has the page to itself
    const action = keys[event.ctrlKey || event.metaKey ? `ctrl+${event.key}` : event.key];
    if (action === undefined) return;
    event.preventDefault();
    if (!event.repeat || !TOGGLES.has(event.key)) action();
  });
}

/** A slider takes the arrows alone, which are no keys of ours. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** Who has come to a button by the keyboard presses that one, not a key of the page. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  if (key !== " " && key !== "Enter") return false;
  return target instanceof Element && target.matches(":is(button, summary, a):focus-visible");
}
