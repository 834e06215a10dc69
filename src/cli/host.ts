import type { OutputFiles } from "../node/index.js";
import { Progress } from "./progress.js";

/** A run on the command line, as its host sees it. */
export interface HostedRun {
  frames: number;
  /** Whether frames are written after the run. */
  writesAtEnd: boolean;
  isQuiet: boolean;
  /** What it writes. */
  claimed: OutputFiles;
}

/** What a command needs of the process that it runs in. */
export interface Host {
  /** Asks a run to stop. */
  readonly stop: AbortSignal;
  /** Letters in a line of standard output; undefined: it is no terminal. */
  readonly columns: number | undefined;
  /** A run begins: from now on signals ask it to stop, instead of ending the process. */
  begin(run: HostedRun): Promise<void>;
  ran(frame: number, tears: number): void;
  wrote(written: number, all: number): void;
  /** The run is over, and the terminal is as it was. */
  end(): Promise<void>;
}

/** The thread that the command runs in, without signals. */
export class PlainHost implements Host {
  readonly stop = new AbortController().signal;
  readonly columns: number | undefined = process.stdout.columns;
  #progress: Progress | null = null;

  async begin({ frames, writesAtEnd, isQuiet }: HostedRun): Promise<void> {
    this.#progress = isQuiet ? null : new Progress(frames, writesAtEnd);
  }

  ran(frame: number, tears: number): void {
    this.#progress?.ran(frame, tears);
  }

  wrote(written: number, all: number): void {
    this.#progress?.wrote(written, all);
  }

  stopping(): void {
    this.#progress?.stopping();
  }

  async end(): Promise<void> {
    this.#progress?.stop();
    this.#progress = null;
  }
}
