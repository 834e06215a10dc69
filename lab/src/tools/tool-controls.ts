import type { BrushSettings } from "./brush-tool.js";
import { NumberRow, type NumberRowOptions } from "../controls/number-row.js";
import type { ThrowSettings } from "./throw-tool.js";

/** How large the brush is, and how strong it makes the cloth. */
export function brushControls(settings: BrushSettings): HTMLElement {
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
export function throwControls(
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
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Remove balls";
  button.addEventListener("click", removeBalls);
  element.append(button);
  const showBalls = (count: number): void => {
    button.disabled = count === 0;
    button.title = count === 0 ? "There are no balls." : "Takes all balls out of the scene.";
  };
  showBalls(0);
  return { element, showBalls };
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
  controls.className = "tool-controls";
  controls.hidden = true;
  controls.append(...rows.map((row) => new NumberRow(row).element));
  return controls;
}
