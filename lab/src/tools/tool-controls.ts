import type { BrushSettings } from "./brush-tool.js";
import { button } from "../controls/buttons.js";
import { NumberRow, type NumberRowOptions } from "../controls/number-row.js";
import type { PinSettings } from "./pin-tool.js";
import type { ThrowSettings } from "./throw-tool.js";
import type { Tool } from "./tool-list.js";
import { windControls, type WindControlCalls } from "./wind-controls.js";

export type ToolSettings = BrushSettings & ThrowSettings & PinSettings;

export interface ToolControlCalls extends WindControlCalls {
  removeBalls: () => void;
  removePegs: () => void;
}

/** What the tools can be set to; that of the chosen one is in sight. */
export interface ToolControls {
  element: HTMLElement;
  show: (tool: Tool) => void;
  showBalls: (count: number) => void;
  showPegs: (count: number) => void;
  showWind: () => void;
}

export function buildToolControls(settings: ToolSettings, calls: ToolControlCalls): ToolControls {
  const balls = throwControls(settings, calls.removeBalls);
  const pegs = pinControls(settings, calls.removePegs);
  const wind = windControls(calls);
  const parts: Partial<Record<Tool, HTMLElement>> = {
    throw: balls.element,
    pin: pegs.element,
    brush: brushControls(settings),
    wind: wind.element,
  };
  const element = document.createElement("div");
  element.className = "tool-controls sheet";
  element.append(...Object.values(parts));
  return {
    element,
    show(tool) {
      for (const [name, part] of Object.entries(parts)) part.hidden = name !== tool;
      element.hidden = parts[tool] === undefined;
    },
    showBalls: balls.showBalls,
    showPegs: pegs.showPegs,
    showWind: wind.showWind,
  };
}

/** How large the brush is, and how strong it makes the cloth. */
function brushControls(settings: BrushSettings): HTMLElement {
  return controlsOf(
    {
      label: "brush radius, cm",
      unit: 0.01,
      scale: { min: 1, max: 30, isLog: true },
      ...numberOf(settings, "brushRadius"),
    },
    {
      label: "paint strength, ×",
      scale: { min: 0.05, max: 5, isLog: true },
      title: "Under 1 weaker than the material says, over 1 stronger; 1 takes the paint off.",
      ...numberOf(settings, "brushStrength"),
    },
  );
}

/** What is thrown and how fast, and the way to clear up. */
function throwControls(
  settings: ThrowSettings,
  removeBalls: () => void,
): { element: HTMLElement; showBalls: (count: number) => void } {
  const element = controlsOf(
    {
      label: "ball radius, cm",
      unit: 0.01,
      scale: { min: 2, max: 30, isLog: true },
      ...numberOf(settings, "ballRadius"),
    },
    {
      label: "throw speed, m/s",
      scale: { min: 1, max: 30, isLog: true },
      title: "The dots show how far it flies: a slow ball falls short.",
      ...numberOf(settings, "throwSpeed"),
    },
    {
      label: "ball mass, kg",
      scale: { min: 0.02, max: 20, isLog: true },
      title: "A light ball is caught by the cloth, a heavy one rips through it.",
      ...numberOf(settings, "ballMass"),
    },
  );
  const remove = button({ text: "Remove balls", title: "", call: removeBalls });
  element.append(remove);
  const showBalls = (count: number): void => {
    remove.disabled = count === 0;
    remove.title = count === 0 ? "There are no balls." : "Takes all balls out of the scene.";
  };
  showBalls(0);
  return { element, showBalls };
}

/** How much a click pins, and the way to let all go. */
function pinControls(
  settings: PinSettings,
  removePegs: () => void,
): { element: HTMLElement; showPegs: (count: number) => void } {
  const element = controlsOf({
    label: "pin radius, cm",
    unit: 0.01,
    scale: { min: 0, max: 10, step: 0.5 },
    title:
      "How far around the pointer the cloth is pinned, and pegs are pulled out; 0: one particle.",
    read: () => settings.pinRadius,
    write: (value) => {
      if (value! >= 0) settings.pinRadius = value!;
    },
  });
  const note = noteOf("Pegs now: ");
  const number = document.createElement("b");
  number.dataset["stat"] = "pegs";
  note.append(number);
  const remove = button({ text: "Remove all pegs", title: "", call: removePegs });
  const line = document.createElement("div");
  line.className = "tool-line";
  line.append(note, remove);
  element.append(line);
  let shown = -1;
  const showPegs = (count: number): void => {
    if (count === shown) return;
    shown = count;
    number.textContent = String(count);
    remove.disabled = count === 0;
    remove.title = count === 0 ? "There are no pegs." : "Lets all of the cloth fall.";
  };
  showPegs(0);
  return { element, showPegs };
}

function noteOf(text: string): HTMLElement {
  const note = document.createElement("p");
  note.textContent = text;
  return note;
}

/** A number over 0 that the page keeps. */
function numberOf<Key extends string>(
  settings: Record<Key, number>,
  key: Key,
): Pick<NumberRowOptions, "read" | "write"> {
  return {
    read: () => settings[key],
    write: (value) => {
      if (value! > 0) settings[key] = value!;
    },
  };
}

function controlsOf(...rows: NumberRowOptions[]): HTMLElement {
  const controls = document.createElement("div");
  controls.hidden = true;
  controls.append(...rows.map((row) => new NumberRow(row).element));
  return controls;
}
