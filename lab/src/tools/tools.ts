import { button } from "../controls/buttons.js";
import { attachKeys } from "../controls/keys.js";
import { moveFocusByArrows } from "./roving-focus.js";
import { buildToolControls, type ToolControlCalls, type ToolSettings } from "./tool-controls.js";
import { TOOLS, UNDO, type Tool } from "./tool-list.js";

export interface ToolCalls extends ToolControlCalls {
  choose: (tool: Tool) => void;
  undo: () => void;
}

export interface Tools {
  /** Number of cuts that can be undone. */
  showCuts(cuts: number): void;
  /** Number of balls that can be removed. */
  showBalls(balls: number): void;
  /** Number of pinned particles. */
  showPins(pins: number): void;
  /** Shows a changed wind. */
  showWind(): void;
}

/**
 * Builds the tool bar with undo. Each tool has a key. Escape chooses Grab, u or ctrl + z undoes. The settings of the
 * chosen tool open beside the bar.
 */
export function buildTools(
  container: HTMLElement,
  settings: ToolSettings,
  calls: ToolCalls,
): Tools {
  const bar = document.createElement("div");
  bar.id = "tools";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Tools");

  const choose = (tool: Tool): void => {
    for (const [name, element] of buttons) {
      element.setAttribute("aria-pressed", String(name === tool));
    }
    controls.show(tool);
    calls.choose(tool);
  };
  const names = Object.keys(TOOLS) as Tool[];
  const buttons = names.map((name) => {
    const { title: text, what: title, icon } = TOOLS[name];
    return [name, button({ text, title, icon, call: () => choose(name) })] as const;
  });
  const undo = button({ text: "Undo", title: "", icon: UNDO, call: calls.undo });
  undo.ariaLabel = "Undo cut";
  undo.classList.add("apart");
  bar.append(...buttons.map(([, element]) => element), undo);
  moveFocusByArrows(bar);
  const controls = buildToolControls(settings, calls);
  let shown = -1;
  const showCuts = (cuts: number): void => {
    if (cuts === shown) return;
    shown = cuts;
    undo.disabled = cuts === 0;
    undo.title =
      cuts === 0
        ? "There are no cuts to undo."
        : "Undoes the latest cut and all tears since then (u). Tearing waits until the cloth has closed.";
  };

  attachKeys({
    ...Object.fromEntries(names.map((name) => [TOOLS[name].key, () => choose(name)])),
    Escape: () => choose("grab"),
    u: calls.undo,
    "ctrl+z": calls.undo,
  });
  container.append(bar, controls.element);
  choose("grab");
  showCuts(0);
  const { showBalls, showPins, showWind } = controls;
  return { showCuts, showBalls, showPins, showWind };
}
