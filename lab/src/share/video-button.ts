import { button } from "../controls/buttons.js";
import { Video } from "./video.js";

/** Records a video. While it records, a button with a red dot and the duration stops it. */
export class VideoButton {
  readonly element: HTMLButtonElement;
  readonly #seconds = document.createElement("span");
  readonly #done: (video: Blob) => void;
  #video: Video | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param done Called with each video. */
  constructor(done: (video: Blob) => void) {
    this.#done = done;
    this.element = button({
      title: "Stops the video and saves it",
      text: "Stop video",
      call: () => void this.stop(),
    });
    this.element.id = "stop-video";
    const dot = document.createElement("i");
    dot.className = "red-dot";
    this.element.prepend(dot);
    this.element.append(this.#seconds);
    this.element.hidden = true;
  }

  get isRunning(): boolean {
    return this.#video !== null;
  }

  /** @throws Error if the browser refuses. */
  start(canvas: HTMLCanvasElement, redraw: () => void): void {
    this.#video = new Video(canvas, redraw);
    this.element.hidden = false;
    const showSeconds = (): void => {
      this.#seconds.textContent = ` ${Math.floor(this.#video?.seconds ?? 0)} s`;
    };
    showSeconds();
    this.#timer = setInterval(showSeconds, 500);
  }

  async stop(): Promise<void> {
    const video = this.#video;
    if (video === null) return;
    this.#video = null;
    clearInterval(this.#timer);
    this.element.hidden = true;
    this.#done(await video.stop());
  }
}
