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
  /** How many cuts can be taken back. */
  showCuts(cuts: number): void;
  /** How many balls can be removed. */
  showBalls(balls: number): void;
  /** How many pegs hold the cloth. */
  showPegs(pegs: number): void;
  /** The wind has changed. */
  showWind(): void;
}

/**
 * The bar of tools and the way back; each has a key, escape is for the hand, u or ctrl + z for undo. What the chosen tool can
 * be set to opens beside the bar.
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
        ? "Nothing to undo: no cut by the knife."
        : "Takes the latest cut back, with all that tore since (u). Nothing tears until the cloth has come together.";
  };

  attachKeys({
    ...Object.fromEntries(names.map((name) => [TOOLS[name].key, () => choose(name)])),
    Escape: () => choose("hand"),
    u: calls.undo,
    "ctrl+z": calls.undo,
  });
  container.append(bar, controls.element);
  choose("hand");
  showCuts(0);
  const { showBalls, showPegs, showWind } = controls;
  return { showCuts, showBalls, showPegs, showWind };
}
