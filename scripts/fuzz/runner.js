import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Limits per input. */
const MAX_SECONDS = 5;
const MAX_MEGABYTES = 1024;
/** Limit for the start of a process. */
const MAX_START_SECONDS = 60;
/** A process is replaced after this many inputs, because its peak memory must be due to one input. */
const INPUTS_PER_PROCESS = 4000;
const POLL_MS = 100;

/**
 * Runs the inputs of one kind from `from` to `to`, in processes that are killed if they exceed a limit.
 *
 * @param onOutcome Called with the index and the outcome of each input.
 */
export async function tryInputs(worker, { kind, seed, from, to }, onOutcome) {
  for (let next = from; next < to;) {
    const end = Math.min(to, next + INPUTS_PER_PROCESS);
    const { tried, reason } = await tryUntil(
      worker,
      { kind, seed, from: next, to: end },
      onOutcome,
    );
    next = tried;
    if (reason === null) continue;
    // Repeat it alone: the machine may have been busy, or earlier inputs may have used the memory.
    const again = await tryUntil(worker, { kind, seed, from: next, to: next + 1 }, onOutcome);
    if (again.reason !== null) onOutcome(next, { verdict: "failed", message: again.reason });
    next++;
  }
}

/** @returns The index of the first unfinished input, and why it was aborted; null if all finished. */
async function tryUntil(worker, task, onOutcome) {
  const child = fork(worker, [], {
    execArgv: [`--max-old-space-size=${MAX_MEGABYTES}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve) => {
    let tried = task.from;
    let isOver = false;
    let end = Date.now() + 1000 * MAX_START_SECONDS;
    const finish = (reason) => {
      if (isOver) return;
      isOver = true;
      clearInterval(watch);
      child.kill("SIGKILL");
      resolve({ tried, reason });
    };
    const watch = setInterval(() => {
      const megabytes = residentMegabytes(child.pid);
      if (megabytes > MAX_MEGABYTES) finish(`memory: ${Math.round(megabytes)} MB`);
      else if (Date.now() > end) finish(`time: more than ${MAX_SECONDS} s`);
    }, POLL_MS);
    child.on("message", ({ over, index, outcome, megabytes }) => {
      end = Date.now() + 1000 * MAX_SECONDS;
      if (over) return finish(null);
      if (outcome === undefined || isOver) return;
      if (megabytes > MAX_MEGABYTES) return finish(`memory: ${Math.round(megabytes)} MB`);
      onOutcome(index, outcome);
      tried = index + 1;
    });
    child.on("exit", (code, signal) => finish(`the process ended (${signal ?? code})`));
    child.send(task);
  });
}

/** Memory of a process now, MB; 0 if the system does not report it. Then only the worker's own report counts. */
function residentMegabytes(pid) {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(path, "utf8"));
    return found === null ? 0 : Number(found[1]) / 1024;
  } catch {
    return 0; // the process has just ended
  }
}
