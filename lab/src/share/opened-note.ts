import type { Stats } from "../simulation/messages.js";

/**
 * The line that says what is shown while a recording is open.
 *
 * @returns Shows it, or that it is over.
 */
export function openedNote(container: HTMLElement): (figures: Stats) => void {
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
        ? `Replaying the recording of ${frames} frames: ${10 * Math.floor((10 * done) / frames)} % done.` // in tenths, because it is read aloud
        : `A recording of ${frames} frames: play shows it as it was. Touch the cloth, change a setting or play on at its end, and it goes on from there.`;
    if (note.textContent !== text) note.textContent = text;
  };
}
