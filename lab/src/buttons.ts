import type { Pane } from "tweakpane";
import { attachKeys } from "./keys.js";
import type { Figures } from "./messages.js";
import { RewindSlider } from "./rewind-slider.js";

export interface ButtonCalls {
  pause: (paused: boolean) => void;
  step: () => void;
  /** To the time after so many whole steps. */
  rewind: (frame: number) => void;
  /** Starts again. */
  load: () => void;
  /** Back to the first view. */
  view: () => void;
}

/**
 * The buttons and their keys: space pauses, a full stop takes one step, r starts again, v brings the first view back. The
 * way back in time stands between them.
 *
 * @returns Shows what time it is.
 */
export function addButtons(pane: Pane, calls: ButtonCalls): (figures: Figures) => void {
  let paused = false;
  const pauseButton = pane.addButton({ title: "Pause (space)" });
  const togglePause = (): void => calls.pause(!paused);
  pauseButton.on("click", togglePause);
  const stepButton = pane.addButton({ title: "One step (.)" });
  stepButton.on("click", () => calls.step());
  pane.addButton({ title: "Reset (r)" }).on("click", () => calls.load());
  pane.addButton({ title: "First view (v)" }).on("click", () => calls.view());
  // Last of all: the pane counts its children to find places for its own.
  const slider = new RewindSlider(calls.rewind);
  stepButton.element.after(slider.element);

  attachKeys({ " ": togglePause, ".": calls.step, r: calls.load, v: calls.view });

  return (figures) => {
    slider.show(figures);
    if (figures.paused === paused) return;
    paused = figures.paused;
    pauseButton.title = paused ? "Go on (space)" : "Pause (space)";
  };
}
