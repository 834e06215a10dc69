/** Kinds of film, the best first. */
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const BITS_PER_SECOND = 12e6;
/** A canvas that does not change gives no pictures; one has to come now and then so that the film lasts, ms. */
const PICTURE = 100;

/** Why this browser cannot film; null: it can. */
export function videoUnsupportedReason(): string | null {
  if (typeof MediaRecorder === "undefined" || !("captureStream" in HTMLCanvasElement.prototype)) {
    return "This browser cannot film a page.";
  }
  return kind() === undefined ? "This browser cannot write WebM." : null;
}

function kind(): string | undefined {
  return KINDS.find((type) => MediaRecorder.isTypeSupported(type));
}

/** A film of a canvas, from now until it is stopped. */
export class Video {
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];
  readonly #began = performance.now();
  readonly #pictures: ReturnType<typeof setInterval>;

  /**
   * @param redraw Draws the canvas once more.
   * @throws Error where the browser refuses.
   */
  constructor(canvas: HTMLCanvasElement, redraw: () => void) {
    const stream = canvas.captureStream();
    this.#recorder = new MediaRecorder(stream, {
      mimeType: kind()!,
      videoBitsPerSecond: BITS_PER_SECOND,
    });
    this.#recorder.addEventListener("dataavailable", ({ data }) => this.#parts.push(data));
    this.#recorder.start(1000);
    this.#pictures = setInterval(redraw, PICTURE);
    redraw();
  }

  /** s. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** The whole film. */
  async stop(): Promise<Blob> {
    clearInterval(this.#pictures);
    const recorder = this.#recorder;
    // A browser may have ended it by itself, as when the graphics card went away: what there is of it is kept.
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
