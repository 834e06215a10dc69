import { hideError, showError } from "../stats/error-banner.js";
import type { Stage } from "../stage/stage.js";

const LOST = "The browser has taken the graphics card away. The image returns with the card.";

/**
 * Handles a lost WebGL context, for example when a laptop switches graphics cards. The simulation continues, and the
 * image returns with the context.
 *
 * @param restored Called after a restore: everything in graphics memory is gone.
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
