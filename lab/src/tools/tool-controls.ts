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
  removePins: () => void;
}

/** Settings of the tools. Only those of the chosen tool are visible. */
export interface ToolControls {
  element: HTMLElement;
  show: (tool: Tool) => void;
  showBalls: (count: number) => void;
  showPins: (count: number) => void;
  showWind: () => void;
}

export function buildToolControls(settings: ToolSettings, calls: ToolControlCalls): ToolControls {
  const balls = throwControls(settings, calls.removeBalls);
  const pins = pinControls(settings, calls.removePins);
  const wind = windControls(calls);
  const parts: Partial<Record<Tool, HTMLElement>> = {
    throw: balls.element,
    pin: pins.element,
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
    showPins: pins.showPins,
    showWind: wind.showWind,
  };
}

/** Radius and strength of the brush. */
function brushControls(settings: BrushSettings): HTMLElement {
  return controlsOf(
    {
      label: "Brush radius, cm",
      unit: 0.01,
      scale: { min: 1, max: 30, isLog: true },
      ...numberOf(settings, "brushRadius"),
    },
    {
      label: "Paint strength, ×",
      scale: { min: 0.05, max: 5, isLog: true },
      title: "Strength factor. Below 1 is weaker, above 1 is stronger, 1 removes the paint.",
      ...numberOf(settings, "brushStrength"),
    },
  );
}

/** Size, speed and mass of balls, and a button to remove them. */
function throwControls(
  settings: ThrowSettings,
  removeBalls: () => void,
): { element: HTMLElement; showBalls: (count: number) => void } {
  const element = controlsOf(
    {
      label: "Ball radius, cm",
      unit: 0.01,
      scale: { min: 2, max: 30, isLog: true },
      ...numberOf(settings, "ballRadius"),
    },
    {
      label: "Throw speed, m/s",
      scale: { min: 1, max: 30, isLog: true },
      title: "Initial speed. Dots show the trajectory.",
      ...numberOf(settings, "throwSpeed"),
    },
    {
      label: "Ball mass, kg",
      scale: { min: 0.02, max: 20, isLog: true },
      title: "The cloth catches a light ball. A heavy ball tears it.",
      ...numberOf(settings, "ballMass"),
    },
  );
  const remove = button({ text: "Remove balls", title: "", call: removeBalls });
  element.append(remove);
  const showBalls = (count: number): void => {
    remove.disabled = count === 0;
    remove.title = count === 0 ? "There are no balls." : "Removes all balls from the scene.";
  };
  showBalls(0);
  return { element, showBalls };
}

/** Radius of pins, and a button to remove all. */
function pinControls(
  settings: PinSettings,
  removePins: () => void,
): { element: HTMLElement; showPins: (count: number) => void } {
  const element = controlsOf({
    label: "Pin radius, cm",
    unit: 0.01,
    scale: { min: 0, max: 10, step: 0.5 },
    title: "Radius in which pins are added or removed. 0 is one particle.",
    read: () => settings.pinRadius,
    write: (value) => {
      if (value! >= 0) settings.pinRadius = value!;
    },
  });
  const note = noteOf("Pins: ");
  const number = document.createElement("b");
  number.dataset["stat"] = "pins";
  note.append(number);
  const remove = button({ text: "Remove all pins", title: "", call: removePins });
  const line = document.createElement("div");
  line.className = "tool-line";
  line.append(note, remove);
  element.append(line);
  let shown = -1;
  const showPins = (count: number): void => {
    if (count === shown) return;
    shown = count;
    number.textContent = String(count);
    remove.disabled = count === 0;
    remove.title =
      count === 0 ? "There are no pins." : "Removes all pins, so that the cloth falls.";
  };
  showPins(0);
  return { element, showPins };
}

function noteOf(text: string): HTMLElement {
  const note = document.createElement("p");
  note.textContent = text;
  return note;
}

/** Binds a positive number of the settings. */
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
