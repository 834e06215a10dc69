import type { Stats } from "../simulation/messages.js";

/** A slider for rewinding. While the simulation runs, it follows the newest time. */
export class RewindSlider {
  readonly element = document.createElement("div");
  readonly #input = document.createElement("input");
  readonly #seconds = document.createElement("output");
  /** True while the pointer drags the slider. */
  #isHeld = false;

  /** @param rewind Called with the frame to rewind to. */
  constructor(rewind: (frame: number) => void) {
    this.element.className = "rewind";
    const input = this.#input;
    input.id = "rewind";
    input.ariaLabel = "Rewind";
    this.element.append(input, this.#seconds);
    this.element.title = "Rewinds to any time. Resuming from here overwrites later frames.";

    Object.assign(input, { type: "range", min: "0", max: "0", value: "0" });
    input.addEventListener("input", () => rewind(input.valueAsNumber));
    input.addEventListener("pointerdown", () => (this.#isHeld = true));
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => (this.#isHeld = false));
    }
  }

  show({ time, frame, newestFrame, frameStride }: Stats): void {
    const input = this.#input;
    this.#seconds.value = `${time.toFixed(2)} s`;
    input.ariaValueText = `${time.toFixed(2)} s`;
    input.max = String(newestFrame);
    input.step = String(frameStride);
    if (!this.#isHeld) input.value = String(frame);
  }
}
