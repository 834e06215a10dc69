import type { Stats } from "../simulation/messages.js";

/** Time that the note stays after the last step that caused it, ms. */
const READING_TIME = 1500;

/**
 * Shows a note when the forces of a step are not trusted.
 *
 * @returns Call it with the stats of each frame.
 */
export function trustNote(place: HTMLElement): (stats: Stats) => void {
  let known = 0;
  let since = 0;
  return (stats) => {
    const { untrustedSteps, paused } = stats;
    const now = performance.now();
    if (untrustedSteps < known) place.hidden = true; // a new cloth
    if (untrustedSteps > known) {
      since = now;
      place.textContent = trustText(stats);
      place.hidden = false;
    } else if (!paused && now - since > READING_TIME) place.hidden = true;
    known = untrustedSteps;
  };
}

function trustText({ canTear }: Stats): string {
  const effect = canTear ? "tearing waits until it does" : "forces are shown as computed";
  return `The solver did not converge, so its forces are not trusted: ${effect}.`;
}
