import type { Stage } from "../stage/stage.js";

/** Less than this is no place for a picture, pixels: then it lies under the controls as a whole. */
const SMALLEST = 120;

/** Keeps the cloth in the middle of what the controls leave free, whatever opens or closes. */
export function keepInFreeSpace(stage: Stage, space: HTMLElement): void {
  const canvas = stage.renderer.domElement;
  const update = (): void => {
    const free = space.getBoundingClientRect();
    const isEnough = Math.min(free.width, free.height) >= SMALLEST;
    stage.keepTo(isEnough ? free : canvas.getBoundingClientRect());
  };
  new ResizeObserver(update).observe(space);
  update();
}
