import { Pane } from "tweakpane";
import type { LiveSettings } from "./messages.js";

/** Everything that the panel shows. */
export interface Settings {
  scene: string;
  /** Cells along the width of the cloth; null for a mesh from a file. */
  resolution: number | null;
  /** The most cells along the width that the solver can hold together. */
  finest: number;
  /** N/m. */
  stiffness: number;
  /** What the cloth tears by; null: it does not tear. */
  criterion: "stretch" | "tension" | null;
  /** Ratio of lengths, for the criterion stretch. */
  stretchLimit: number;
  /** N, for the criterion tension. */
  tensionLimit: number;
  wind: number;
}

const RESOLUTIONS = [16, 24, 32, 40, 48, 64];
/** Steps, not a slider: what matters is the power of ten. */
const STIFFNESSES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

export interface PanelCalls {
  /** The cloth has to be made anew. */
  load(): void;
  /** The cloth goes on with other figures. */
  change(): void;
  pause(paused: boolean): void;
  step(): void;
  reset(): void;
  /** Back to the first view. */
  view(): void;
}

export function liveSettings(settings: Settings): LiveSettings {
  const { stiffness, criterion, stretchLimit, tensionLimit, wind } = settings;
  const tearLimit = criterion === "tension" ? tensionLimit : stretchLimit;
  return { stiffness, tearLimit, wind };
}

export interface Panel {
  /** The settings have been changed from outside. */
  refresh(): void;
  showPaused(paused: boolean): void;
}

/** The panel, and its keys: space pauses, a full stop takes one step, r starts again, v brings the first view back. */
export function buildPanel(
  container: HTMLElement,
  settings: Settings,
  scenes: readonly string[],
  calls: PanelCalls,
): Panel {
  const pane = new Pane({ container, title: "Cloth", expanded: innerWidth > 700 });
  let isRefreshing = false; // then the controls follow the settings, and nobody has changed anything
  const change = (): void => {
    if (!isRefreshing) calls.change();
  };
  const load = (): void => {
    if (!isRefreshing) calls.load();
  };

  pane.addBinding(settings, "scene", { options: options(scenes) }).on("change", load);
  const addResolution = (): { dispose(): void } | null => {
    const own = settings.resolution;
    if (own === null) return null; // a mesh from a file is as it is
    const choices = [...new Set([...RESOLUTIONS.filter((n) => n <= settings.finest), own])];
    return pane
      .addBinding(settings, "resolution", {
        options: options(choices.toSorted((a, b) => a - b)),
        index: 1,
      })
      .on("change", load);
  };
  let resolution = addResolution();
  pane
    .addBinding(settings, "stiffness", { label: "stiffness, N/m", options: options(STIFFNESSES) })
    .on("change", change);
  const stretchLimit = pane
    .addBinding(settings, "stretchLimit", { label: "tear limit, ×", min: 1.05, max: 3, step: 0.01 })
    .on("change", change);
  const tensionLimit = pane
    .addBinding(settings, "tensionLimit", { label: "tear limit, N", min: 0.1, max: 10, step: 0.1 })
    .on("change", change);
  pane
    .addBinding(settings, "wind", { label: "wind, m/s", min: 0, max: 12, step: 0.1 })
    .on("change", change);

  let paused = false;
  const pauseButton = pane.addButton({ title: "Pause (space)" });
  const showPaused = (value: boolean): void => {
    if (value === paused) return;
    paused = value;
    pauseButton.title = paused ? "Go on (space)" : "Pause (space)";
  };
  const togglePause = (): void => calls.pause(!paused);
  pauseButton.on("click", togglePause);
  pane.addButton({ title: "One step (.)" }).on("click", () => calls.step());
  pane.addButton({ title: "Reset (r)" }).on("click", () => calls.reset());
  pane.addButton({ title: "First view (v)" }).on("click", () => calls.view());

  addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") togglePause();
    else if (event.key === ".") calls.step();
    else if (event.key === "r") calls.reset();
    else if (event.key === "v") calls.view();
    else return;
    event.preventDefault();
  });
  const refresh = (): void => {
    resolution?.dispose();
    resolution = addResolution();
    stretchLimit.hidden = settings.criterion !== "stretch";
    tensionLimit.hidden = settings.criterion !== "tension";
    isRefreshing = true;
    pane.refresh();
    isRefreshing = false;
  };
  refresh();
  return { refresh, showPaused };
}

function options(values: readonly (string | number)[]): Record<string, string | number> {
  return Object.fromEntries(values.map((value) => [String(value), value]));
}
