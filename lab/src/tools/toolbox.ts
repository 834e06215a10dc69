import { windVelocity } from "../panel/settings.js";
import type { Stats } from "../simulation/messages.js";
import { BladeTrace } from "./blade-trace.js";
import type { PointerTool } from "./pointer-tool.js";
import {
  TOOL_DEFAULTS,
  makePointerTools,
  type PointerTools,
  type ToolContext,
} from "./pointer-tools.js";
import { Pointers } from "./pointers.js";
import { Selection } from "./selection.js";
import { buildTools, type Tools } from "./tools.js";
import type { Tool } from "./tool-list.js";
import { attachViewKeys } from "./view-keys.js";

/** The tool bar and the chosen tool. */
export class Toolbox {
  readonly #context: ToolContext;
  readonly #pointerTools: PointerTools;
  readonly #pointers: Pointers;
  readonly #bar: Tools;
  #tool: PointerTool;

  /** @param trace A canvas that covers the whole page. */
  constructor(
    container: HTMLElement,
    trace: HTMLCanvasElement,
    options: Omit<ToolContext, "trace" | "selection">,
  ) {
    const { stage, view, settings, send, blow } = options;
    const selection = new Selection(stage.solids);
    this.#context = { ...options, selection, trace: new BladeTrace(trace) };
    this.#pointerTools = makePointerTools(this.#context, TOOL_DEFAULTS);
    this.#tool = this.#pointerTools.grab;
    const canvas = stage.renderer.domElement;
    this.#pointers = new Pointers(canvas, () => this.#tool);
    this.#bar = buildTools(container, TOOL_DEFAULTS, {
      choose: (name) => this.#choose(name),
      undo: () => send({ type: "undo" }),
      removeBalls: () => send({ type: "remove-balls" }),
      removePins: () => send({ type: "unpin", at: null, radius: 0 }),
      readWind: () => windVelocity(settings),
      writeWind: blow,
    });
    attachViewKeys(canvas, view, selection, () => this.#tool);
  }

  /** Shows what can be undone or removed. */
  show({ cuts, balls }: Stats): void {
    this.#bar.showCuts(cuts);
    this.#bar.showBalls(balls);
    this.#bar.showPins(this.#context.sceneView.pinned.length);
  }

  /** Shows a changed wind. */
  showWind(): void {
    this.#bar.showWind();
    this.#pointerTools.wind.show();
  }

  /** Call it when another scene was loaded. */
  forgetScene(): void {
    this.#context.selection.clear();
    this.#bar.showWind();
    this.#pointerTools.wind.forget();
  }

  /** The object under a resting pointer may have moved. */
  follow(): void {
    this.#tool.follow?.();
  }

  /** Call it after each draw. */
  draw(): void {
    this.#pointerTools.wind.placeLabel();
    this.#context.trace.draw();
  }

  #choose(name: Tool): void {
    const { stage, sceneView } = this.#context;
    this.#pointers.drop();
    this.#tool.hover?.(null);
    this.#tool = this.#pointerTools[name];
    stage.renderer.domElement.dataset["tool"] = name;
    this.#pointerTools.wind.isChosen = name === "wind";
    sceneView.views.isBrushActive = name === "brush";
  }
}
