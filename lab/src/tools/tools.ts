import type { BrushSettings } from "./brush-tool.js";
import { attachKeys } from "../controls/keys.js";
import type { ThrowSettings } from "./throw-tool.js";
import { brushControls, throwControls } from "./tool-controls.js";

const TOOLS = {
  hand: {
    title: "Hand",
    key: "h",
    what: "Grab the cloth, or a thing, and pull (h). Drag beside it to look around.",
  },
  knife: { title: "Knife", key: "k", what: "Slash the cloth, also from beside it (k)." },
  brush: {
    title: "Brush",
    key: "b",
    what: "Paint where the cloth is weak or strong (b): red is weak, blue is strong.",
  },
  throw: {
    title: "Throw",
    key: "t",
    what: "Click to throw a ball at what is under the pointer (t). Drag to look around.",
  },
} as const;

type Tool = keyof typeof TOOLS;

export interface ToolCalls {
  choose: (tool: Tool) => void;
  undo: () => void;
  removeBalls: () => void;
}

export interface Tools {
  readonly chosen: Tool;
  /** How many cuts can be taken back. */
  showCuts(cuts: number): void;
  /** How many balls can be removed. */
  showBalls(balls: number): void;
}

/**
 * The switch between hand, knife, brush and throw, and the way back; keys: h, k, b and t, escape for the hand, u or ctrl + z
 * to undo. What the brush paints can be set while it is in hand, and so can what is thrown.
 */
export function buildTools(
  container: HTMLElement,
  settings: BrushSettings & ThrowSettings,
  calls: ToolCalls,
): Tools {
  let chosen: Tool = "hand";
  const bar = document.createElement("div");
  bar.id = "tools";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Tools");
  const addButton = (title: string, call: () => void): HTMLButtonElement => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = title;
    button.addEventListener("click", call);
    bar.append(button);
    return button;
  };

  const choose = (tool: Tool): void => {
    chosen = tool;
    for (const [name, button] of buttons) {
      button.setAttribute("aria-pressed", String(name === tool));
    }
    brush.hidden = tool !== "brush";
    balls.element.hidden = tool !== "throw";
    calls.choose(tool);
  };
  const names = Object.keys(TOOLS) as Tool[];
  const buttons = names.map((name) => {
    const button = addButton(TOOLS[name].title, () => choose(name));
    button.title = TOOLS[name].what;
    return [name, button] as const;
  });
  const undo = addButton("Undo cut", calls.undo);
  undo.classList.add("apart");
  const brush = brushControls(settings);
  const balls = throwControls(settings, calls.removeBalls);
  bar.append(brush, balls.element);
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
  container.append(bar);
  choose(chosen);
  showCuts(0);
  return {
    get chosen() {
      return chosen;
    },
    showCuts,
    showBalls: balls.showBalls,
  };
}
