import type { Stats } from "../simulation/messages.js";

/**
 * Adds a note that is shown while a recording is open.
 *
 * @returns Call it with the stats of each frame.
 */
export function openedNote(container: HTMLElement): (stats: Stats) => void {
  const note = document.createElement("p");
  note.id = "opened";
  note.setAttribute("role", "status");
  note.hidden = true;
  container.append(note);
  return ({ opened }) => {
    note.hidden = opened === null;
    if (opened === null) return;
    const { done, frames } = opened;
    const text =
      done < frames
        ? `Loading a recording of ${frames} frames: ${10 * Math.floor((10 * done) / frames)} %` // in steps of 10 %, because screen readers read it
        : `Recording of ${frames} frames. Play shows it as it was. The run continues when you touch the cloth, change a setting or play beyond the end.`;
    if (note.textContent !== text) note.textContent = text;
  };
}
