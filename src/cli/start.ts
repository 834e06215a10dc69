import { Worker } from "node:worker_threads";
// Not from ../node/index.js: that would load the whole library in both threads.
import { clearAfter } from "../node/output-lock.js";
import { writeError } from "../node/write-error.js";
import { PlainHost, type HostedRun } from "./host.js";
import type { HostMessage, ThreadData, ThreadMessage } from "./thread.js";

const FAILED = 1;
/** As a shell has it of a program that was ended by SIGPIPE. */
const BROKEN_PIPE = 128 + 13;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The command line as a process: the command has a thread of its own, so that this one hears signals while that one computes.
 * A first signal asks a run to stop, a second one ends it at once. Other commands are ended by the first.
 */
export function start(args: string[]): void {
  process.stdout.on("error", onStdoutError);
  process.stderr.on("error", () => {}); // nobody hears what is wrong, but the work can be done
  const data: ThreadData = { args, columns: process.stdout.columns };
  const thread = new Worker(new URL("./thread.js", import.meta.url), { workerData: data });
  const host = new PlainHost();
  let run: HostedRun | null = null;
  let isStopping = false;

  function tell(message: HostMessage): void {
    thread.postMessage(message, []);
  }

  function onSignal(): void {
    if (isStopping) return void endNow();
    isStopping = true;
    host.stopping();
    tell("stop");
  }

  /** Leaves the terminal as it was; files are whole or not there at any time. */
  async function endNow(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    await host.end();
    await thread.terminate();
    await clearAfter(run!.claimed, process.pid);
    say("stopped at once; what is written is whole");
    process.exit(FAILED);
  }

  async function onMessage(message: ThreadMessage): Promise<void> {
    switch (message.type) {
      case "begin":
        ({ run } = message);
        for (const signal of SIGNALS) process.on(signal, onSignal);
        await host.begin(run);
        return tell("heard");
      case "ran":
        return host.ran(message.frame, message.tears);
      case "wrote":
        return host.wrote(message.written, message.all);
      case "end":
        for (const signal of SIGNALS) process.off(signal, onSignal);
        await host.end();
        return tell("heard");
    }
  }

  thread.on("message", (message: ThreadMessage) => void onMessage(message));
  thread.on("error", (error: NodeJS.ErrnoException) => {
    void host.end();
    say(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "out of memory" : error.message);
  });
  thread.on("exit", (code) => {
    process.exitCode = code;
  });
}

/** Who closes the pipe has read enough, and that is no fault. */
function onStdoutError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(BROKEN_PIPE);
  say(writeError("standard output", error).message);
  process.exit(FAILED);
}

function say(line: string): void {
  process.stderr.write(`tatter: ${line}\n`);
}
