import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { Host, HostedRun } from "./host.js";
import { main } from "./main.js";

/** Data for the thread of a command. */
export interface ThreadData {
  args: string[];
  columns: number | undefined;
}

/** Messages from the thread to the main thread. */
export type ThreadMessage =
  | { type: "begin"; run: HostedRun }
  | { type: "ran"; frame: number; tears: number }
  | { type: "wrote"; written: number; all: number }
  | { type: "end" };

/** Messages from the main thread: stop, or the begin or end of a run was received. */
export type HostMessage = "stop" | "received";

/** The main thread as the host of a command. */
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
    await this.#sendAndWait({ type: "begin", run });
  }

  ran(frame: number, tears: number): void {
    this.#send({ type: "ran", frame, tears });
  }

  wrote(written: number, all: number): void {
    this.#send({ type: "wrote", written, all });
  }

  async end(): Promise<void> {
    await this.#sendAndWait({ type: "end" });
  }

  /** Sends a message and waits until it is received. */
  async #sendAndWait(message: ThreadMessage): Promise<void> {
    this.#send(message);
    this.#port.ref();
    let answer: HostMessage;
    do [answer] = (await once(this.#port, "message")) as [HostMessage];
    while (answer !== "received");
    this.#port.unref();
  }

  #send(message: ThreadMessage): void {
    this.#port.postMessage(message, []);
  }
}

const { args, columns } = workerData as ThreadData;
process.exitCode = await main(args, new MainThread(parentPort!, columns));
