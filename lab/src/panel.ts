import { Pane } from "tweakpane";
import type { LiveSettings } from "./messages.js";

/** Everything that the panel shows. */
export interface Settings {
  scene: string;
  /** Cells along the width of the cloth. */
  resolution: number;
  /** Power of ten of the stiffness in N/m: a straight slider would hide the soft end. */
  stiffnessPower: number;
  /** What the cloth tears by; null: it does not tear. */
  criterion: "stretch" | "tension" | null;
  tearLimit: number;
  wind: number;
}

export interface PanelCalls {
  /** The cloth has to be made anew. */
  load(): void;
  /** The cloth goes on with other figures. */
  change(): void;
  pause(paused: boolean): void;
  step(): void;
  reset(): void;
}

export function liveSettings({ stiffnessPower, tearLimit, wind }: Settings): LiveSettings {
  return { stiffness: 10 ** stiffnessPower, tearLimit, wind };
}

/** The panel, and its keys: space pauses, a full stop takes one step, r starts again. */
export function buildPanel(
  container: HTMLElement,
  settings: Settings,
  scenes: readonly string[],
  calls: PanelCalls,
): { refresh(): void } {
  const pane = new Pane({ container, title: "Cloth" });

  pane.addBinding(settings, "scene", { options: options(scenes) }).on("change", () => calls.load());
  pane
    .addBinding(settings, "resolution", { options: options([16, 24, 32, 40, 48, 64, 80]) })
    .on("change", () => calls.load());
  pane
    .addBinding(settings, "stiffnessPower", {
      label: "stiffness, N/m",
      min: 1,
      max: 4,
      step: 0.05,
      format: (power) => String(Number((10 ** power).toPrecision(2))),
    })
    .on("change", () => calls.change());
  const stretchLimit = pane
    .addBinding(settings, "tearLimit", { label: "tear limit, ×", min: 1.05, max: 3, step: 0.01 })
    .on("change", () => calls.change());
  const tensionLimit = pane
    .addBinding(settings, "tearLimit", { label: "tear limit, N", min: 0.1, max: 10, step: 0.1 })
    .on("change", () => calls.change());
  pane
    .addBinding(settings, "wind", { label: "wind, m/s", min: 0, max: 12, step: 0.1 })
    .on("change", () => calls.change());

  let paused = false;
  const pauseButton = pane.addButton({ title: "Pause (space)" });
  const setPaused = (value: boolean): void => {
    paused = value;
    pauseButton.title = paused ? "Go on (space)" : "Pause (space)";
  };
  const togglePause = (): void => {
    setPaused(!paused);
    calls.pause(paused);
  };
  const step = (): void => {
    setPaused(true);
    calls.step();
  };
  pauseButton.on("click", togglePause);
  pane.addButton({ title: "One step (.)" }).on("click", step);
  pane.addButton({ title: "Reset (r)" }).on("click", () => calls.reset());

  addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") togglePause();
    else if (event.key === ".") step();
    else if (event.key === "r") calls.reset();
    else return;
    event.preventDefault();
  });
  const refresh = (): void => {
    stretchLimit.hidden = settings.criterion !== "stretch";
    tensionLimit.hidden = settings.criterion !== "tension";
    pane.refresh();
  };
  refresh();
  return { refresh };
}

function options(values: readonly (string | number)[]): Record<string, string | number> {
  return Object.fromEntries(values.map((value) => [String(value), value]));
}
