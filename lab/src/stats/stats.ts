import type { Stats, Newton } from "../simulation/messages.js";

/** Times slower than real time. */
const VERY_SLOW = 10;
/** Smaller residuals are shown as "< 0.0001". */
const MIN_RESIDUAL = 0.0001;

/** Shows the stats in the status line. */
export function showStats(stats: Stats): void {
  const { time, msPerStep, slowness } = stats;
  setStat("time", time.toFixed(slowness > VERY_SLOW ? 4 : 2)); // more digits, so that slow time is seen to advance
  setStat("ms", msPerStep.toFixed(msPerStep < 100 ? 1 : 0));
  setStat("substeps", stats.substeps === 0 ? "–" : String(stats.substeps));
  showNewton(stats.newton);
  setStat("particles", String(stats.particles));
  setStat("tears", String(stats.tears));
  setStat("cuts", String(stats.cuts));
  setStat("pieces", String(stats.pieces));
  setStat("balls", String(stats.balls));
  showRow("balls", stats.balls > 0);
  setStat("hash", stats.hash ?? "–");
  showRow("hash", stats.hash !== null);
  setStat("grabs", String(stats.grabs));
  showRow("grabs", stats.grabs > 0);
  showRow("crossings", stats.crossings !== null);
  setStat("crossings", String(stats.crossings?.now ?? "–"));
  setStat("forced-crossings", String(stats.crossings?.forced ?? "–"));
}

/** Shows the stats of the implicit solver. Null hides them. */
function showNewton(newton: Newton | null): void {
  showRow("newton", newton !== null);
  if (newton === null) return;
  const { iterations, residual } = newton;
  setStat("iterations", iterations === 0 ? "–" : String(iterations));
  setStat("residual", iterations === 0 ? "–" : formatResidual(residual));
}

/** Shows or hides an optional entry of the status line. */
function showRow(name: string, isShown: boolean): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-of=${name}]`)) {
    place.hidden = !isShown;
  }
}

/** Formats with as many digits as the tolerances have. */
function formatResidual(residual: number): string {
  if (!Number.isFinite(residual)) return "–";
  return residual < MIN_RESIDUAL ? `< ${MIN_RESIDUAL}` : residual.toFixed(4);
}

/** Shows the input lag, in frames. */
export function showLag(lag: { median: number; worst: number }): void {
  showRow("lag", true);
  setStat("lag", String(lag.median));
  setStat("worst-lag", String(lag.worst));
}

/** Returns a function to call at each frame. It shows the frames per second, twice per second. */
export function frameCounter(): () => void {
  let frames = 0;
  let since = performance.now();
  return () => {
    frames++;
    const elapsed = performance.now() - since;
    if (elapsed < 500) return;
    setStat("fps", ((1000 * frames) / elapsed).toFixed(0));
    frames = 0;
    since = performance.now();
  };
}

export function setStat(name: string, text: string): void {
  const place = document.querySelector(`[data-stat="${name}"]`)!;
  if (place.textContent !== text) place.textContent = text;
}
