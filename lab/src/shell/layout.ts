import type { Stage } from "../stage/stage.js";

/** Less than this is no place for a picture, pixels: then it lies under the controls as a whole. */
const MIN_SIZE = 120;
/** How high the bar of tools is with words under its icons, and with words beside them, pixels. */
const FULL = 425;
const ROWS = 252;

/** An element of index.html. */
export function place(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}

/** A canvas of index.html. */
export function canvas(selector: string): HTMLCanvasElement {
  return document.querySelector<HTMLCanvasElement>(selector)!;
}

/** Keeps the cloth in the middle of what the controls leave free, whatever opens or closes. */
export function keepInFreeSpace(stage: Stage, space: HTMLElement): void {
  observeSize(space, () => {
    const free = space.getBoundingClientRect();
    const isEnough = Math.min(free.width, free.height) >= MIN_SIZE;
    stage.keepTo(isEnough ? free : stage.renderer.domElement.getBoundingClientRect());
  });
}

/** Makes the bar of tools as compact as the room for it asks for; the style sheet knows how. On narrow pages it lies flat. */
export function fitTools(shell: HTMLElement, room: HTMLElement): void {
  observeSize(room, () => {
    const { clientHeight: height } = room;
    shell.dataset["tools"] = height >= FULL ? "full" : height >= ROWS ? "rows" : "icons";
  });
}

/** Calls `update` now and whenever the size changes. */
function observeSize(element: HTMLElement, update: () => void): void {
  new ResizeObserver(update).observe(element);
  update();
}
