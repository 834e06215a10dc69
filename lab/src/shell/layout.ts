import type { Stage } from "../stage/stage.js";

/**
 * Minimum size of the free area, px. If it is smaller, the cloth is centered on the page and lies below the controls.
 */
const MIN_SIZE = 120;
/** Height of the tool bar with labels below the icons, and with labels beside them, px. */
const FULL_HEIGHT = 425;
const ROWS_HEIGHT = 252;

/** Returns an element of index.html. */
export function place(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}

/** Returns a canvas of index.html. */
export function canvas(selector: string): HTMLCanvasElement {
  return document.querySelector<HTMLCanvasElement>(selector)!;
}

/** Keeps the cloth in the center of the area that the controls leave free. */
export function centerInFreeArea(stage: Stage, space: HTMLElement): void {
  observeSize(space, () => {
    const free = space.getBoundingClientRect();
    const isEnough = Math.min(free.width, free.height) >= MIN_SIZE;
    stage.setFreeArea(isEnough ? free : stage.renderer.domElement.getBoundingClientRect());
  });
}

/** Makes the tool bar more compact if there is little space. The layouts are in the style sheet. */
export function fitTools(shell: HTMLElement, area: HTMLElement): void {
  observeSize(area, () => {
    const { clientHeight: height } = area;
    shell.dataset["tools"] =
      height >= FULL_HEIGHT ? "full" : height >= ROWS_HEIGHT ? "rows" : "icons";
  });
}

/** Calls `update` now and whenever the size changes. */
function observeSize(element: HTMLElement, update: () => void): void {
  new ResizeObserver(update).observe(element);
  update();
}
