/** Time that the trace stays visible, ms. */
const DURATION = 600;
/** From the outside in: a soft edge for light cloth, and a bright line for dark cloth. */
const STROKES = [
  { width: 5, color: "40 20 10", opacity: 0.35 },
  { width: 2, color: "255 255 255", opacity: 0.95 },
];

interface TracePoint {
  x: number;
  y: number;
  /** Time of the point, ms. */
  time: number;
  /** True if a stroke starts here. */
  isFirst: boolean;
}

/** Draws the trace of knife strokes over the image. It fades with time. */
export class BladeTrace {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #traces = new Map<number, TracePoint[]>();

  /** @param canvas Covers the whole page. */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d")!;
  }

  begin(pointer: number, at: Pick<PointerEvent, "clientX" | "clientY">): void {
    this.#put(pointer, at, true);
  }

  add(pointer: number, at: Pick<PointerEvent, "clientX" | "clientY">): void {
    this.#put(pointer, at, false);
  }

  #put(
    pointer: number,
    { clientX: x, clientY: y }: Pick<PointerEvent, "clientX" | "clientY">,
    isFirst: boolean,
  ): void {
    let trace = this.#traces.get(pointer);
    if (trace === undefined) this.#traces.set(pointer, (trace = []));
    trace.push({ x, y, time: performance.now(), isFirst });
  }

  /** Draws all traces. Call it at each frame. Does nothing while there are none. */
  draw(): void {
    if (this.#traces.size === 0) return;
    this.#clear();
    const now = performance.now();
    for (const [pointer, trace] of this.#traces) {
      // Keep the last expired point, so that the line ends where it has faded.
      const gone = trace.findIndex(({ time }) => now - time < DURATION);
      if (gone === -1) this.#traces.delete(pointer);
      else trace.splice(0, Math.max(0, gone - 1));
    }
    for (const { width, color, opacity } of STROKES) {
      for (const trace of this.#traces.values()) this.#drawTrace(trace, now, width, color, opacity);
    }
  }

  #clear(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = Math.min(devicePixelRatio, 2);
    this.#canvas.width = clientWidth * ratio; // which clears it
    this.#canvas.height = clientHeight * ratio;
    this.#context.scale(ratio, ratio);
    this.#context.lineCap = "round";
  }

  #drawTrace(
    trace: readonly TracePoint[],
    now: number,
    width: number,
    color: string,
    opacity: number,
  ): void {
    const context = this.#context;
    for (let i = 1; i < trace.length; i++) {
      const [from, to] = [trace[i - 1]!, trace[i]!];
      const left = Math.max(0, 1 - (now - to.time) / DURATION);
      if (to.isFirst || left === 0) continue;
      context.strokeStyle = `rgb(${color} / ${opacity * left})`;
      context.lineWidth = width * (0.3 + 0.7 * left);
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
    }
  }
}
