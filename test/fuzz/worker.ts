import { inputOf, tryInput } from "./kinds.js";

// A process of its own, which scripts/fuzz.js starts: it tries inputs one after the other and tells what became of
// each, and whoever has started it ends it when it takes too long or too much.

/** What to try. */
interface Task {
  kind: string;
  seed: number;
  from: number;
  to: number;
}

process.on("message", (task: Task) => void work(task));

async function work({ kind, seed, from, to }: Task): Promise<void> {
  inputOf(kind, seed, from); // what all are made of is made with the first
  process.send!({ ready: true });
  for (let index = from; index < to; index++) {
    const began = performance.now();
    const outcome = await tryInput(kind, inputOf(kind, seed, index));
    const seconds = (performance.now() - began) / 1000;
    const megabytes = process.resourceUsage().maxRSS / 1024; // the most that it ever took
    process.send!({ index, outcome, seconds, megabytes });
    // Else messages pile up here, and nobody hears of an input that never ends.
    await new Promise((resolve) => void setImmediate(resolve));
  }
  process.send!({ over: true });
}
