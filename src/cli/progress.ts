import { SingleBar } from "cli-progress";

/** A bar on standard error that covers a run and, where the files wait for its end, the writing too. */
export class Progress {
  readonly #bar: SingleBar;
  readonly #frames: number;
  #ran = 0;

  /** @param writesAtEnd Whether frames are written after the run, frame 0 included. */
  constructor(frames: number, writesAtEnd: boolean) {
    this.#frames = frames;
    this.#bar = new SingleBar({
      format: "{bar} {doing} | {eta_formatted} left | {tears} tears",
      barsize: 24,
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
    });
    const total = writesAtEnd ? frames + frames + 1 : frames;
    this.#bar.start(total, 0, { doing: `frame 0/${frames}`, tears: 0 });
  }

  ran(frame: number, tears: number): void {
    this.#ran = frame;
    this.#bar.update(frame, { doing: `frame ${frame}/${this.#frames}`, tears });
  }

  /** @param all Fewer than expected where the run was stopped. */
  wrote(written: number, all: number): void {
    this.#bar.setTotal(this.#ran + all);
    this.#bar.update(this.#ran + written, { doing: `writing ${written}/${all}` });
  }

  /** A step may take long: until it is over, this is all that is seen of the first signal. */
  stopping(): void {
    this.#bar.update({ doing: "stopping, once more stops at once" });
  }

  stop(): void {
    this.#bar.stop();
  }
}
