import type { Figures, Newton } from "../simulation/messages.js";

/** So many times slower than real time. */
const VERY_SLOW = 10;
/** Below it there is nothing to tell. */
const SMALLEST_RESIDUAL = 0.0001;

/** The line of live figures. */
export function showFigures(figures: Figures): void {
  const { time, millisecondsAStep, slowness } = figures;
  setFigure("time", time.toFixed(slowness > VERY_SLOW ? 4 : 2)); // slow time must be seen to move
  setFigure("ms", millisecondsAStep.toFixed(millisecondsAStep < 100 ? 1 : 0));
  setFigure("substeps", figures.substeps === 0 ? "–" : String(figures.substeps));
  showNewton(figures.newton);
  setFigure("particles", String(figures.particles));
  setFigure("tears", String(figures.tears));
  setFigure("cuts", String(figures.cuts));
  setFigure("pieces", String(figures.pieces));
  setFigure("balls", String(figures.balls));
  showRow("balls", figures.balls > 0);
  setFigure("hash", figures.hash ?? "–");
  showRow("hash", figures.hash !== null);
  setFigure("hands", String(figures.hands));
  showRow("hands", figures.hands > 0);
}

/** Only implicit has these. */
function showNewton(newton: Newton | null): void {
  showRow("newton", newton !== null);
  if (newton === null) return;
  const { iterations, residual } = newton;
  setFigure("iterations", iterations === 0 ? "–" : String(iterations));
  setFigure("residual", iterations === 0 ? "–" : residualWords(residual));
}

/** Figures that there are at times only. */
function showRow(name: string, isShown: boolean): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-of=${name}]`)) {
    place.hidden = !isShown;
  }
}

/** As many digits as the tolerances have. */
function residualWords(residual: number): string {
  if (!Number.isFinite(residual)) return "–";
  return residual < SMALLEST_RESIDUAL ? `< ${SMALLEST_RESIDUAL}` : residual.toFixed(4);
}

/** How soon the cloth follows a pointer; the middle one of the latest events, and the worst for whoever asks. */
export function showLag(lag: { median: number; worst: number }): void {
  showRow("lag", true);
  setFigure("lag", String(lag.median));
  setFigure("worst-lag", String(lag.worst));
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

export function setFigure(name: string, text: string): void {
  const place = document.querySelector(`[data-stat="${name}"]`)!;
  if (place.textContent !== text) place.textContent = text;
}
