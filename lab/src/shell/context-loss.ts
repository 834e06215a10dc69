import { hideError, showError } from "../figures/error-banner.js";
import type { Stage } from "../stage/stage.js";

const LOST = "The browser has taken the graphics card away. The picture comes back with it.";

/**
 * A browser may take the graphics card away, as when a laptop changes to another one. The simulation goes on; when the card
 * comes back, so does the picture.
 *
 * @param restored Called then: all that was drawn into the memory of the card is gone.
 */
export function watchContext(stage: Stage, restored: () => void): void {
  const canvas = stage.renderer.domElement;
  canvas.addEventListener("webglcontextlost", () => {
    showError(LOST);
  });
  canvas.addEventListener("webglcontextrestored", () => {
    stage.restore();
    restored();
    hideError(LOST);
  });
}
