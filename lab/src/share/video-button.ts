import { button } from "../controls/buttons.js";
import { Video } from "./video.js";

/** Where a film is begun and ended: while it runs, a button with a red dot and the seconds stands in the page. */
export class VideoButton {
  readonly element: HTMLButtonElement;
  readonly #seconds = document.createElement("span");
  readonly #done: (film: Blob) => void;
  #film: Video | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param done Called with each film. */
  constructor(done: (film: Blob) => void) {
    this.#done = done;
    this.element = button({
      title: "Stop filming, and save the film",
      text: "Stop film",
      call: () => void this.stop(),
    });
    this.element.id = "film";
    const dot = document.createElement("i");
    dot.className = "red-dot";
    this.element.prepend(dot);
    this.element.append(this.#seconds);
    this.element.hidden = true;
  }

  get isRunning(): boolean {
    return this.#film !== null;
  }

  /** @throws Error where the browser refuses. */
  start(canvas: HTMLCanvasElement, redraw: () => void): void {
    this.#film = new Video(canvas, redraw);
    this.element.hidden = false;
    const tell = (): void => {
      this.#seconds.textContent = ` ${Math.floor(this.#film?.seconds ?? 0)} s`;
    };
    tell();
    this.#timer = setInterval(tell, 500);
  }

  async stop(): Promise<void> {
    const film = this.#film;
    if (film === null) return;
    this.#film = null;
    clearInterval(this.#timer);
    this.element.hidden = true;
    this.#done(await film.stop());
  }
}
