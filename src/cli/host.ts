import type { OutputFiles } from "../node/index.js";
import { Progress } from "./progress.js";

/** A run on the command line, for its host. */
export interface HostedRun {
  /** Number of frames to run. */
  frames: number;
  /** True if frames are written after the run. */
  writesAtEnd: boolean;
  /** True: no progress bar. */
  isQuiet: boolean;
  /** The files that it writes. */
  output: OutputFiles;
}

/** The process or thread that a command runs in. */
export interface Host {
  /** Signals a run to stop. */
  readonly stop: AbortSignal;
  /** Width of the terminal in characters; undefined: standard output is not a terminal. */
  readonly columns: number | undefined;
  /** Starts a run. From now on signals ask it to stop, instead of ending the process. */
  begin(run: HostedRun): Promise<void>;
  /** Reports a simulated frame. */
  ran(frame: number, tears: number): void;
  /** Reports a written file. */
  wrote(written: number, all: number): void;
  /** Ends a run, and restores the terminal. */
  end(): Promise<void>;
}

/** A host in the same thread, without signals. */
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

  /** Shows that the run is stopping. */
  stopping(): void {
    this.#progress?.stopping();
  }

  async end(): Promise<void> {
    this.#progress?.stop();
    this.#progress = null;
  }
}
