import { Worker } from "node:worker_threads";
// Not from ../node/index.js: that would load the whole library in both threads.
import { clearTerminatedRun } from "../node/output-lock.js";
import { writeError } from "../node/write-error.js";
import { PlainHost, type HostedRun } from "./host.js";
import type { HostMessage, ThreadData, ThreadMessage } from "./thread.js";

const FAILED = 1;
/** Exit code of a program that was ended by SIGPIPE, as a shell reports it. */
const BROKEN_PIPE = 128 + 13;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts the command line as a process. The command runs in a thread of its own, so that this one receives signals
 * while it computes. The first signal asks a run to stop, the second one ends it at once. Other commands end at the
 * first signal.
 */
export function start(args: string[]): void {
  process.stdout.on("error", onStdoutError);
  process.stderr.on("error", () => {}); // errors cannot be shown, but the work can be done
  const data: ThreadData = { args, columns: process.stdout.columns };
  const thread = new Worker(new URL("./thread.js", import.meta.url), { workerData: data });
  const host = new PlainHost();
  let run: HostedRun | null = null;
  let isStopping = false;

  function send(message: HostMessage): void {
    thread.postMessage(message, []);
  }

  function onSignal(): void {
    if (isStopping) return void endNow();
    isStopping = true;
    host.stopping();
    send("stop");
  }

  /** Restores the terminal. Files are complete or do not exist at any time. */
  async function endNow(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    await host.end();
    await thread.terminate();
    await clearTerminatedRun(run!.output, process.pid);
    printError("stopped at once; all written files are complete");
    process.exit(FAILED);
  }

  async function onMessage(message: ThreadMessage): Promise<void> {
    switch (message.type) {
      case "begin":
        ({ run } = message);
        for (const signal of SIGNALS) process.on(signal, onSignal);
        await host.begin(run);
        return send("received");
      case "ran":
        return host.ran(message.frame, message.tears);
      case "wrote":
        return host.wrote(message.written, message.all);
      case "end":
        for (const signal of SIGNALS) process.off(signal, onSignal);
        await host.end();
        return send("received");
    }
  }

  thread.on("message", (message: ThreadMessage) => void onMessage(message));
  thread.on("error", (error: NodeJS.ErrnoException) => {
    void host.end();
    printError(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "out of memory" : error.message);
  });
  thread.on("exit", (code) => {
    process.exitCode = code;
  });
}

/** A closed pipe is not an error: its reader has read enough. */
function onStdoutError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(BROKEN_PIPE);
  printError(writeError("standard output", error).message);
  process.exit(FAILED);
}

function printError(line: string): void {
  process.stderr.write(`tatter: ${line}\n`);
}
