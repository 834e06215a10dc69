import { windVelocity } from "../panel/settings.js";
import type { Stats } from "../simulation/messages.js";
import { BladeTrace } from "./blade-trace.js";
import type { PointerTool } from "./pointer-tool.js";
import { HELD, makePointerTools, type PointerTools, type Workshop } from "./pointer-tools.js";
import { Pointers } from "./pointers.js";
import { Selection } from "./selection.js";
import { buildTools, type Tools } from "./tools.js";
import type { Tool } from "./tool-list.js";
import { attachViewKeys } from "./view-keys.js";

/** The tool bar, and the tool that is chosen. */
export class Toolbox {
  readonly #workshop: Workshop;
  readonly #pointerTools: PointerTools;
  readonly #pointers: Pointers;
  readonly #bar: Tools;
  #tool: PointerTool;

  /** @param trace A canvas over the picture, as large as the page. */
  constructor(
    container: HTMLElement,
    trace: HTMLCanvasElement,
    options: Omit<Workshop, "trace" | "selection">,
  ) {
    const { stage, view, settings, send, blow } = options;
    const selection = new Selection(stage.solids);
    this.#workshop = { ...options, selection, trace: new BladeTrace(trace) };
    this.#pointerTools = makePointerTools(this.#workshop, HELD);
    this.#tool = this.#pointerTools.hand;
    const canvas = stage.renderer.domElement;
    this.#pointers = new Pointers(canvas, () => this.#tool);
    this.#bar = buildTools(container, HELD, {
      choose: (name) => this.#choose(name),
      undo: () => send({ type: "undo" }),
      removeBalls: () => send({ type: "remove-balls" }),
      removePegs: () => send({ type: "unpin", peg: null, radius: 0 }),
      readWind: () => windVelocity(settings),
      writeWind: blow,
    });
    attachViewKeys(canvas, view, selection, () => this.#tool);
  }

  /** Shows what can be undone or removed. */
  show({ cuts, balls }: Stats): void {
    this.#bar.showCuts(cuts);
    this.#bar.showBalls(balls);
    this.#bar.showPegs(this.#workshop.picture.pinned.length);
  }

  /** The wind has changed. */
  showWind(): void {
    this.#bar.showWind();
    this.#pointerTools.wind.show();
  }

  /** Another scene was loaded, with its own wind. */
  forgetScene(): void {
    this.#workshop.selection.clear();
    this.#bar.showWind();
    this.#pointerTools.wind.forget();
  }

  /** What is under a resting pointer may have moved. */
  follow(): void {
    this.#tool.follow?.();
  }

  /** To be called after each drawing. */
  draw(): void {
    this.#pointerTools.wind.placeLabel();
    this.#workshop.trace.draw();
  }

  #choose(name: Tool): void {
    const { stage, picture } = this.#workshop;
    this.#pointers.drop();
    this.#tool.hover?.(null);
    this.#tool = this.#pointerTools[name];
    stage.renderer.domElement.dataset["tool"] = name;
    this.#pointerTools.wind.isChosen = name === "wind";
    picture.views.isBrushInHand = name === "brush";
  }
}
