import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { Host, HostedRun } from "./host.js";
import { main } from "./main.js";

/** What the thread of a command is given. */
export interface ThreadData {
  args: string[];
  columns: number | undefined;
}

/** What it tells the main thread. */
export type ThreadMessage =
  | { type: "begin"; run: HostedRun }
  | { type: "ran"; frame: number; tears: number }
  | { type: "wrote"; written: number; all: number }
  | { type: "end" };

/** What the main thread tells it: to stop, or that it has heard of the begin or the end of a run. */
export type HostMessage = "stop" | "heard";

/** The main thread as a host. */
class MainThread implements Host {
  readonly columns: number | undefined;
  readonly #port: NonNullable<typeof parentPort>;
  readonly #stop = new AbortController();

  constructor(port: NonNullable<typeof parentPort>, columns: number | undefined) {
    this.columns = columns;
    this.#port = port;
    port.on("message", (message: HostMessage) => {
      if (message === "stop") this.#stop.abort();
    });
    port.unref();
  }

  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  async begin(run: HostedRun): Promise<void> {
    await this.#ask({ type: "begin", run });
  }

  ran(frame: number, tears: number): void {
    this.#tell({ type: "ran", frame, tears });
  }

  wrote(written: number, all: number): void {
    this.#tell({ type: "wrote", written, all });
  }

  async end(): Promise<void> {
    await this.#ask({ type: "end" });
  }

  /** Tells it and waits until it is heard. */
  async #ask(message: ThreadMessage): Promise<void> {
    this.#tell(message);
    this.#port.ref();
    let answer: HostMessage;
    do [answer] = (await once(this.#port, "message")) as [HostMessage];
    while (answer !== "heard");
    this.#port.unref();
  }

  #tell(message: ThreadMessage): void {
    this.#port.postMessage(message, []);
  }
}

const { args, columns } = workerData as ThreadData;
process.exitCode = await main(args, new MainThread(parentPort!, columns));
