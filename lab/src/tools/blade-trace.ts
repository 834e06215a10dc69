/** How long the way of the blade stays in sight, ms. */
const LASTS = 600;
/** From the outside in: a soft edge that shows on pale cloth, and a bright line that shows on dark. */
const STROKES = [
  { width: 5, color: "40 20 10", opacity: 0.35 },
  { width: 2, color: "255 255 255", opacity: 0.95 },
];

interface Place {
  x: number;
  y: number;
  /** When the blade was there, ms. */
  time: number;
  /** A blade begins here: nothing leads to it. */
  isFirst: boolean;
}

/** Draws where blades went over the picture, thinner and paler the longer ago, so that one sees what the knife does. */
export class BladeTrace {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #ways = new Map<number, Place[]>();

  /** @param canvas Over the picture, as large as the page. */
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
    let way = this.#ways.get(pointer);
    if (way === undefined) this.#ways.set(pointer, (way = []));
    way.push({ x, y, time: performance.now(), isFirst });
  }

  /** To be called at each frame; costs nothing while there is nothing to see. */
  draw(): void {
    if (this.#ways.size === 0) return;
    this.#clear();
    const now = performance.now();
    for (const [pointer, way] of this.#ways) {
      // The last one that is gone stays, so that the line ends where it fades and not before.
      const gone = way.findIndex(({ time }) => now - time < LASTS);
      if (gone === -1) this.#ways.delete(pointer);
      else way.splice(0, Math.max(0, gone - 1));
    }
    for (const { width, color, opacity } of STROKES) {
      for (const way of this.#ways.values()) this.#drawWay(way, now, width, color, opacity);
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

  #drawWay(
    way: readonly Place[],
    now: number,
    width: number,
    color: string,
    opacity: number,
  ): void {
    const context = this.#context;
    for (let i = 1; i < way.length; i++) {
      const [from, to] = [way[i - 1]!, way[i]!];
      const left = Math.max(0, 1 - (now - to.time) / LASTS);
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
