import type { Stats } from "../simulation/messages.js";

/** The note appears above `SLOW` and disappears below `QUICK`, both in times slower than real time. */
const SLOW = 1.5;
const QUICK = 1.2;
/** Time that it must be slow before the note appears, ms. */
const PATIENCE = 1000;

/** What the panel can still change to make a step cheaper. */
interface Remedies {
  /** True if the mesh has a resolution. */
  canBeCoarser: boolean;
  /** True if Newton's method may stop earlier. */
  canBeLooser: boolean;
}

/**
 * Explains why the simulation is slower than real time, and what helps.
 *
 * @returns Call it with the stats of each frame.
 */
export function paceNote(place: HTMLElement, remedies: () => Remedies): (stats: Stats) => void {
  let slowSince: number | null = null;
  return (stats) => {
    if (stats.paused || stats.slowness < (slowSince === null ? SLOW : QUICK)) {
      slowSince = null;
      place.hidden = true;
      return;
    }
    slowSince ??= performance.now();
    if (performance.now() - slowSince < PATIENCE) return;
    const text = paceText(stats, remedies());
    if (place.textContent !== text) place.textContent = text;
    place.hidden = false;
  };
}

function paceText(stats: Stats, remedies: Remedies): string {
  const times = `${short(stats.slowness)} × slower than real time`;
  return `${causeOf(stats)}: ${times}. ${joinSuggestions(helpFor(stats, remedies))}.`;
}

/** Describes what takes the time. */
function causeOf({ solver, substeps, newton, particles }: Stats): string {
  if (solver === "xpbd") return `${short(substeps)} substeps for ${particles} particles`;
  if (newton === null) return `${solver} needs ${substeps} substeps per step for this cloth`;
  return `${solver} solves for ${particles} particles several times per step`;
}

function helpFor({ solver, choice }: Stats, { canBeCoarser, canBeLooser }: Remedies): string[] {
  const mesh = canBeCoarser ? ["a coarser mesh"] : [];
  const isChosen = choice !== null;
  if (solver === "xpbd") return [isChosen ? "a smaller budget" : "fewer substeps", ...mesh];
  if (solver === "implicit") {
    const tolerance = canBeLooser ? ["a looser tolerance"] : [];
    // Euler is faster only for soft cloth.
    const others = ["euler for soft cloth", "the solver xpbd"];
    return isChosen ? [...mesh, "a smaller budget"] : [...mesh, ...tolerance, ...others];
  }
  // Forward Euler needs damping to stay stable.
  const damping = solver === "forward-euler" ? [] : ["less damping"];
  const other = isChosen ? "a smaller budget" : "the solver xpbd";
  return ["less stiffness", ...damping, ...mesh, other];
}

/** Joins suggestions to a sentence. */
function joinSuggestions(suggestions: string[]): string {
  const last = suggestions.pop()!;
  const text = suggestions.length === 0 ? last : `${suggestions.join(", ")} or ${last}`;
  return `${text[0]!.toUpperCase()}${text.slice(1)} helps`;
}

/** Rounds to two digits. */
function short(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en");
}
