import type { Stats } from "../simulation/messages.js";

/** From so many times slower than real time on it is worth a word; below the lower one it is not any more. */
const SLOW = 1.5;
const QUICK = 1.2;
/** A hiccup is no news: it has to last this long, ms. */
const PATIENCE = 1000;

/** What the panel has left to make a step cheaper. */
interface WaysOut {
  /** The mesh has a resolution. */
  canBeCoarser: boolean;
  /** Newton's method may stop earlier. */
  canBeLooser: boolean;
}

/** Says in words why time goes slowly, and what helps. To be called with the figures of each frame. */
export function paceNote(place: HTMLElement, ways: () => WaysOut): (figures: Stats) => void {
  let slowSince: number | null = null;
  return (figures) => {
    if (figures.paused || figures.slowness < (slowSince === null ? SLOW : QUICK)) {
      slowSince = null;
      place.hidden = true;
      return;
    }
    slowSince ??= performance.now();
    if (performance.now() - slowSince < PATIENCE) return;
    const words = paceWords(figures, ways());
    if (place.textContent !== words) place.textContent = words;
    place.hidden = false;
  };
}

function paceWords(figures: Stats, ways: WaysOut): string {
  const times = `${short(figures.slowness)} × slower than real time`;
  return `${causeOf(figures)}: ${times}. ${either(helpFor(figures, ways))}.`;
}

/** What takes the time. */
function causeOf({ solver, substeps, newton, particles }: Stats): string {
  if (solver === "xpbd") return `${short(substeps)} substeps for ${particles} particles`;
  if (newton === null) return `${solver} needs ${substeps} substeps a step for this cloth`;
  return `${solver} solves for ${particles} particles several times a step`;
}

function helpFor({ solver, choice }: Stats, { canBeCoarser, canBeLooser }: WaysOut): string[] {
  const mesh = canBeCoarser ? ["a coarser mesh"] : [];
  const isChosen = choice !== null;
  if (solver === "xpbd") return [isChosen ? "a smaller budget" : "fewer substeps", ...mesh];
  if (solver === "implicit") {
    const tolerance = canBeLooser ? ["a looser tolerance"] : [];
    // Euler is the quicker one for soft cloth alone.
    const others = ["euler for soft cloth", "the solver xpbd"];
    return isChosen ? [...mesh, "a smaller budget"] : [...mesh, ...tolerance, ...others];
  }
  // Forward Euler is the one that damping keeps from exploding.
  const damping = solver === "forward-euler" ? [] : ["less damping"];
  const other = isChosen ? "a smaller budget" : "the solver xpbd";
  return ["less stiffness", ...damping, ...mesh, other];
}

/** A sentence of them. */
function either(ways: string[]): string {
  const last = ways.pop()!;
  const words = ways.length === 0 ? last : `${ways.join(", ")} or ${last}`;
  return `${words[0]!.toUpperCase()}${words.slice(1)} helps`;
}

/** Two digits are enough. */
function short(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en");
}
