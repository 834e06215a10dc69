import type { Figures } from "./messages.js";

/** From so many times slower than real time on it is worth a word; below the lower one it is not any more. */
const SLOW = 1.5;
const QUICK = 1.2;
/** A hiccup is no news: it has to last this long, ms. */
const PATIENCE = 1000;

/** Says in words why time goes slowly, and what helps. To be called with the figures of each frame. */
export function paceTeller(place: HTMLElement): (figures: Figures, canBeCoarser: boolean) => void {
  let slowSince: number | null = null;
  return (figures, canBeCoarser) => {
    if (figures.paused || figures.slowness < (slowSince === null ? SLOW : QUICK)) {
      slowSince = null;
      place.hidden = true;
      return;
    }
    slowSince ??= performance.now();
    if (performance.now() - slowSince < PATIENCE) return;
    const words = paceWords(figures, canBeCoarser);
    if (place.textContent !== words) place.textContent = words;
    place.hidden = false;
  };
}

function paceWords(figures: Figures, canBeCoarser: boolean): string {
  const { solver, substeps, slowness, particles } = figures;
  const times = `${short(slowness)} × slower than real time`;
  const mesh = canBeCoarser ? ["a coarser mesh"] : [];
  if (solver === "xpbd") {
    return `${short(substeps)} substeps for ${particles} particles: ${times}. ${either(["Fewer substeps", ...mesh])}.`;
  }
  // Forward Euler is the one that damping keeps from exploding.
  const damping = solver === "forward-euler" ? [] : ["less damping"];
  const help = either(["Less stiffness", ...damping, ...mesh, "the solver xpbd"]);
  return `${solver} needs ${substeps} substeps a step for this cloth: ${times}. ${help}.`;
}

function either(ways: string[]): string {
  const last = ways.pop()!;
  return ways.length === 0 ? `${last} helps` : `${ways.join(", ")} or ${last} helps`;
}

/** Two digits are enough. */
function short(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en");
}
