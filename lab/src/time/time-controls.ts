import type { FolderApi } from "tweakpane";
import { attachKeys } from "../controls/keys.js";
import type { Figures } from "../simulation/messages.js";
import { RewindSlider } from "./rewind-slider.js";

export interface TimeCalls {
  pause: (paused: boolean) => void;
  step: () => void;
  /** To the time after so many whole steps. */
  rewind: (frame: number) => void;
  /** Starts again: the cloth has to be made anew. */
  load: () => void;
}

/**
 * The buttons of time, their keys, and the way back: space pauses, a full stop takes one step, r starts again.
 *
 * @returns Shows what time it is.
 */
export function addTimeControls(folder: FolderApi, calls: TimeCalls): (figures: Figures) => void {
  let paused = false;
  const pauseButton = folder.addButton({ title: "Pause (space)" });
  const togglePause = (): void => calls.pause(!paused);
  pauseButton.on("click", togglePause);
  const stepButton = folder.addButton({ title: "One step (.)" });
  stepButton.on("click", () => calls.step());
  folder.addButton({ title: "Reset (r)" }).on("click", () => calls.load());
  // Last of all: the folder counts its children to find places for its own.
  const slider = new RewindSlider(calls.rewind);
  stepButton.element.after(slider.element);

  attachKeys({ " ": togglePause, ".": calls.step, r: calls.load });

  return (figures) => {
    slider.show(figures);
    if (figures.paused === paused) return;
    paused = figures.paused;
    pauseButton.title = paused ? "Go on (space)" : "Pause (space)";
  };
}
