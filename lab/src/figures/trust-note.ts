import type { Stats } from "../simulation/messages.js";

/** The sign stays this long after the last step that asked for it, so that it can be read, ms. */
const READING_TIME = 1500;

/** Says when the forces of a step are not trusted. To be called with the figures of each frame. */
export function trustNote(place: HTMLElement): (figures: Stats) => void {
  let known = 0;
  let since = 0;
  return (figures) => {
    const { untrustedSteps, paused } = figures;
    const now = performance.now();
    if (untrustedSteps < known) place.hidden = true; // another cloth
    if (untrustedSteps > known) {
      since = now;
      place.textContent = trustWords(figures);
      place.hidden = false;
    } else if (!paused && now - since > READING_TIME) place.hidden = true;
    known = untrustedSteps;
  };
}

function trustWords({ canTear }: Stats): string {
  const effect = canTear ? "tearing waits until they can be" : "they are shown as they came out";
  return `This motion could not be solved well. Its forces are not trusted: ${effect}.`;
}
