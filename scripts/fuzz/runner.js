import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** What an input may take. */
const MAX_SECONDS = 5;
const MAX_MEGABYTES = 1024;
/** Before the first of them. */
const SECONDS_TO_START = 60;
/** A process that has tried so many is followed by a fresh one: the most that it ever took should be that of an input. */
const INPUTS_A_PROCESS = 4000;
const POLL_MS = 100;

/**
 * Tries the inputs of one kind from `from` to `to`, in processes that are ended where they take too long or too much.
 *
 * @param tell Called with the number of each input and what became of it.
 */
export async function tryInputs(worker, { kind, seed, from, to }, tell) {
  for (let next = from; next < to;) {
    const end = Math.min(to, next + INPUTS_A_PROCESS);
    const { tried, reason } = await tryUntil(worker, { kind, seed, from: next, to: end }, tell);
    next = tried;
    if (reason === null) continue;
    // Once more, by itself: the machine may have been busy, or others before it have taken the memory.
    const again = await tryUntil(worker, { kind, seed, from: next, to: next + 1 }, tell);
    if (again.reason !== null) tell(next, { verdict: "failed", message: again.reason });
    next++;
  }
}

/** @returns The number of the first input that was not tried to its end, and why it was broken off; null: all were. */
async function tryUntil(worker, task, tell) {
  const child = fork(worker, [], {
    execArgv: [`--max-old-space-size=${MAX_MEGABYTES}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve) => {
    let tried = task.from;
    let isOver = false;
    let end = Date.now() + 1000 * SECONDS_TO_START;
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
      tell(index, outcome);
      tried = index + 1;
    });
    child.on("exit", (code, signal) => finish(`the process ended (${signal ?? code})`));
    child.send(task);
  });
}

/** What a process takes now; 0 where the system does not tell, and only its own word at the end of an input counts. */
function residentMegabytes(pid) {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(path, "utf8"));
    return found === null ? 0 : Number(found[1]) / 1024;
  } catch {
    return 0; // it has just ended
  }
}
