/** Video types, the best first. */
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const BITS_PER_SECOND = 12e6;
/** Time between two redraws, ms. A canvas that does not change produces no video frames. */
const REDRAW_INTERVAL = 100;

/** Returns why this browser cannot record a video. Null: it can. */
export function videoUnsupportedReason(): string | null {
  if (typeof MediaRecorder === "undefined" || !("captureStream" in HTMLCanvasElement.prototype)) {
    return "This browser cannot record a video.";
  }
  return kind() === undefined ? "This browser cannot write WebM." : null;
}

function kind(): string | undefined {
  return KINDS.find((type) => MediaRecorder.isTypeSupported(type));
}

/** Records a canvas until it is stopped. */
export class Video {
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];
  readonly #began = performance.now();
  readonly #redrawTimer: ReturnType<typeof setInterval>;

  /**
   * @param redraw Draws the canvas again.
   * @throws Error if the browser refuses.
   */
  constructor(canvas: HTMLCanvasElement, redraw: () => void) {
    const stream = canvas.captureStream();
    this.#recorder = new MediaRecorder(stream, {
      mimeType: kind()!,
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    this.#recorder.addEventListener("dataavailable", ({ data }) => this.#parts.push(data));
    this.#recorder.start(1000);
    this.#redrawTimer = setInterval(redraw, REDRAW_INTERVAL);
    redraw();
  }

  /** s. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** Stops and returns the video. */
  async stop(): Promise<Blob> {
    clearInterval(this.#redrawTimer);
    const recorder = this.#recorder;
    // The browser may have stopped it, for example after a context loss. The video up to then is still valid.
    if (recorder.state !== "inactive") {
      await new Promise((resolve) => {
        recorder.addEventListener("stop", resolve, { once: true });
        recorder.stop();
      });
    }
    for (const track of recorder.stream.getTracks()) track.stop();
    return new Blob(this.#parts, { type: "video/webm" });
  }
}
