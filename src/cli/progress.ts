import { SingleBar } from "cli-progress";

/** A progress bar on standard error for a run and, with `--topology final`, for writing its files. */
export class Progress {
  readonly #bar: SingleBar;
  readonly #frames: number;
  #ran = 0;

  /** @param writesAtEnd True if frames are written after the run, frame 0 included. */
  constructor(frames: number, writesAtEnd: boolean) {
    this.#frames = frames;
    this.#bar = new SingleBar({
      format: "{bar} {activity} | {eta_formatted} left | {tears} tears",
      barsize: 24,
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
    });
    const total = writesAtEnd ? frames + frames + 1 : frames;
    this.#bar.start(total, 0, { activity: `frame 0/${frames}`, tears: 0 });
  }

  /** Shows a simulated frame. */
  ran(frame: number, tears: number): void {
    this.#ran = frame;
    this.#bar.update(frame, { activity: `frame ${frame}/${this.#frames}`, tears });
  }

  /**
   * Shows a written file.
   *
   * @param all Number of files; fewer than expected if the run was stopped.
   */
  wrote(written: number, all: number): void {
    this.#bar.setTotal(this.#ran + all);
    this.#bar.update(this.#ran + written, { activity: `writing ${written}/${all}` });
  }

  /** Shows that the run is stopping. A step may take long, and nothing else changes until it ends. */
  stopping(): void {
    this.#bar.update({ activity: "stopping; press again to stop at once" });
  }

  /** Removes the bar. */
  stop(): void {
    this.#bar.stop();
  }
}
