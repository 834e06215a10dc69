import { attachKeys } from "../controls/keys.js";
import type { View } from "../stage/view.js";
import type { PointerTool } from "./pointer-tool.js";
import type { Selection } from "./selection.js";

/** Moves the camera to what was touched last. */
export function focusOnSelection(view: View, selection: Selection): void {
  const place = selection.place;
  if (place !== null) view.focusOn(place.point, place.distance);
}

/**
 * Attaches the keys of the image. While it has the focus, arrows rotate, plus and minus zoom, and Enter clicks at the
 * cross in its center. Anywhere on the page, f moves the camera to what was touched last.
 */
export function attachViewKeys(
  canvas: HTMLCanvasElement,
  view: View,
  selection: Selection,
  tool: () => PointerTool,
): void {
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => view.rotate(-1, 0),
    ArrowRight: () => view.rotate(1, 0),
    ArrowUp: () => view.rotate(0, -1),
    ArrowDown: () => view.rotate(0, 1),
    "+": () => view.zoom(true),
    "=": () => view.zoom(true),
    "-": () => view.zoom(false),
    Enter: () => tool().click?.(view.center),
  };
  canvas.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    showCross(true); // the user switches from pointer to keys
    action();
    if (tool().click !== undefined) tool().hover?.(view.center);
  });
  attachKeys({ f: () => focusOnSelection(view, selection) });

  const cross = document.createElement("div");
  cross.id = "cross";
  const placeCross = (): void => {
    const { clientX, clientY } = view.center;
    cross.style.translate = `${clientX}px ${clientY}px`;
  };
  // A click focuses the canvas too. The browser would show its focus ring then, so the cross depends on :focus-visible.
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
