import { attachKeys } from "../controls/keys.js";
import type { View } from "../stage/view.js";
import type { PointerTool } from "./pointer-tool.js";
import type { Selection } from "./selection.js";

/** Comes near to what was touched last. */
export function focusOnSelection(view: View, selection: Selection): void {
  const place = selection.place;
  if (place !== null) view.focusOn(place.point, place.distance);
}

/**
 * The keys of the picture: while it has the focus the arrows turn it, plus and minus zoom, and enter does what a click at
 * its middle would do, where a cross is then; anywhere f comes near to what was touched last.
 */
export function attachViewKeys(
  canvas: HTMLCanvasElement,
  view: View,
  selection: Selection,
  tool: () => PointerTool,
): void {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => view.turn(-1, 0),
    ArrowRight: () => view.turn(1, 0),
    ArrowUp: () => view.turn(0, -1),
    ArrowDown: () => view.turn(0, 1),
    "+": () => view.zoom(true),
    "=": () => view.zoom(true),
    "-": () => view.zoom(false),
    Enter: () => tool().click?.(view.middle),
  };
  canvas.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    showCross(true); // whoever has clicked before uses the keys now
    action();
    if (tool().click !== undefined) tool().hover?.(view.middle);
  });
  attachKeys({ f: () => focusOnSelection(view, selection) });

  const cross = document.createElement("div");
  cross.id = "cross";
  const placeCross = (): void => {
    const { clientX, clientY } = view.middle;
    cross.style.translate = `${clientX}px ${clientY}px`;
  };
  // A click gives the focus too, and keys of the page are no keys of the picture: the browser's own sign would come then.
  const showCross = (isShown: boolean): void => {
    canvas.classList.toggle("by-keys", isShown);
    placeCross();
  };
  canvas.after(cross);
  canvas.addEventListener("focus", () => showCross(canvas.matches(":focus-visible")));
  canvas.addEventListener("pointerdown", () => showCross(false));
  canvas.addEventListener("blur", () => {
    showCross(false);
    tool().hover?.(null);
  });
  addEventListener("resize", placeCross);
}
