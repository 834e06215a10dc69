import type { Figures } from "./messages.js";

/** So many times slower than real time. */
const VERY_SLOW = 10;

/** The line of live figures. */
export function showFigures(figures: Figures): void {
  const { time, millisecondsAStep, slowness } = figures;
  setFigure("time", time.toFixed(slowness > VERY_SLOW ? 4 : 2)); // slow time must be seen to move
  setFigure("ms", millisecondsAStep.toFixed(millisecondsAStep < 100 ? 1 : 0));
  setFigure("substeps", figures.substeps === 0 ? "–" : String(figures.substeps));
  setFigure("particles", String(figures.particles));
  setFigure("tears", String(figures.tears));
  setFigure("pieces", String(figures.pieces));
}

/** To be called at each frame; shows the frames a second twice a second. */
export function frameCounter(): () => void {
  let frames = 0;
  let since = performance.now();
  return () => {
    frames++;
    const elapsed = performance.now() - since;
    if (elapsed < 500) return;
    setFigure("fps", ((1000 * frames) / elapsed).toFixed(0));
    frames = 0;
    since = performance.now();
  };
}

function setFigure(name: string, text: string): void {
  document.querySelector(`[data-stat="${name}"]`)!.textContent = text;
}
