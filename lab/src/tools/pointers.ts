import type { Place, PointerTool } from "./pointer-tool.js";

/** A pointer that moves farther than this is a drag, not a click, px. */
export const MAX_CLICK_DISTANCE = 6;
/** Maximum time and distance of a double click. */
const DOUBLE_CLICK = { milliseconds: 400, pixels: 24 };

/** A pointer that is down. */
interface Down {
  tool: PointerTool;
  isFinger: boolean;
  first: Place;
  last: Place;
  /** True if it belongs to the tool, false if to the camera. */
  isTools: boolean;
  /** A finger's stroke starts when it moves or goes up, because a second finger may follow. */
  isBegun: boolean;
  isDrag: boolean;
}

/**
 * Decides if the tool or the camera gets a pointer. The tool gets the left button and single fingers where it wants
 * them. The camera gets everything else: the other buttons, pointers beside the cloth, and two fingers with any tool
 * except Grab.
 */
export class Pointers {
  readonly #canvas: HTMLCanvasElement;
  readonly #tool: () => PointerTool;
  readonly #down = new Map<number, Down>();
  /** Press events that were dispatched to the camera controls from here. */
  readonly #replayed = new WeakSet<Event>();
  #lastClick: (Place & { time: number }) | null = null;

  constructor(canvas: HTMLCanvasElement, tool: () => PointerTool) {
    this.#canvas = canvas;
    this.#tool = tool;
    // Before the camera controls, which must not receive what a tool has taken.
    const early = { capture: true };
    canvas.addEventListener("pointerdown", (event) => this.#press(event), early);
    canvas.addEventListener("pointermove", (event) => this.#move(event), early);
    canvas.addEventListener("pointerup", (event) => this.#lift(event), early);
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event), early);
    canvas.addEventListener("pointerleave", () => this.#tool().hover?.(null));
  }

  /** Ends all strokes, because another tool was chosen. */
  drop(): void {
    for (const [pointer, down] of this.#down) {
      if (down.isTools && down.isBegun) down.tool.end?.(pointer);
    }
    this.#down.clear();
  }

  #press(event: PointerEvent): void {
    if (this.#replayed.has(event)) return;
    const tool = this.#tool();
    if (event.button !== 0) {
      tool.hover?.(null);
      return;
    }
    const { pointerId: pointer, pointerType, clientX, clientY } = event;
    const first = { clientX, clientY };
    const isFinger = pointerType === "touch";
    const others = [...this.#down.values()].filter((down) => down.isFinger);
    const isView = isFinger && others.length > 0 && tool.isMultiTouch !== true;
    if (isView) this.#giveToView();
    const isTools = !isView && (tool.wants?.(event) ?? false);
    const down = { tool, isFinger, first, last: first, isTools, isBegun: false, isDrag: isView };
    this.#down.set(pointer, down);
    if (!isTools) {
      tool.hover?.(isView ? null : first); // a finger does not hover before
      return;
    }
    event.stopImmediatePropagation();
    this.#canvas.setPointerCapture(pointer);
    if (!isFinger || tool.isMultiTouch === true) this.#begin(pointer, down);
  }

  /** Hands all fingers over to the camera. Replays the presses that it has not received. */
  #giveToView(): void {
    for (const [pointerId, down] of this.#down) {
      if (!down.isFinger) continue;
      down.isDrag = true;
      if (!down.isTools) continue;
      down.isTools = false;
      if (down.isBegun) down.tool.cancel?.(pointerId);
      const press = new PointerEvent("pointerdown", {
        ...down.last,
        pointerId,
        pointerType: "touch",
        button: 0,
        buttons: 1,
      });
      this.#replayed.add(press);
      this.#canvas.dispatchEvent(press);
    }
  }

  #begin(pointer: number, down: Down): void {
    down.isBegun = true;
    down.tool.begin?.(pointer, down.first);
  }

  #move(event: PointerEvent): void {
    const { pointerId: pointer, clientX, clientY } = event;
    const down = this.#down.get(pointer);
    if (down === undefined) {
      if (event.buttons === 0) this.#tool().hover?.(event);
      return;
    }
    down.last = { clientX, clientY };
    down.isDrag ||= distance(down.first, event) > MAX_CLICK_DISTANCE;
    if (!down.isTools) {
      if (down.isDrag) down.tool.hover?.(null);
      return;
    }
    event.stopPropagation();
    if (!down.isBegun && down.isDrag) this.#begin(pointer, down);
    if (down.isBegun) down.tool.move?.(pointer, event);
  }

  #lift(event: PointerEvent): void {
    const { pointerId: pointer } = event;
    const down = this.#down.get(pointer);
    if (down === undefined) return;
    this.#down.delete(pointer);
    if (down.isTools) {
      event.stopPropagation();
      if (!down.isBegun) this.#begin(pointer, down);
      down.tool.end?.(pointer);
    }
    if (down.isDrag) return;
    if (!down.isTools) down.tool.click?.(event);
    this.#countClicks(down.tool, event);
  }

  #countClicks(tool: PointerTool, { clientX, clientY, timeStamp: time }: PointerEvent): void {
    const last = this.#lastClick;
    const here = { clientX, clientY, time };
    const isSecond =
      last !== null &&
      time - last.time < DOUBLE_CLICK.milliseconds &&
      distance(last, here) < DOUBLE_CLICK.pixels;
    this.#lastClick = isSecond ? null : here;
    if (isSecond) tool.doubleClick?.(here);
  }

  #cancel(event: PointerEvent): void {
    const down = this.#down.get(event.pointerId);
    this.#down.delete(event.pointerId);
    if (down === undefined || !down.isTools) return;
    event.stopImmediatePropagation();
    if (down.isBegun) down.tool.cancel?.(event.pointerId);
  }
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
