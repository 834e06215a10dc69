import { inputOf, tryInput } from "./kinds.js";

// A separate process, started by scripts/fuzz.js. It tests inputs one after the other and reports each outcome. The
// parent kills it if it takes too much time or memory.

/** The task. */
interface Task {
  kind: string;
  seed: number;
  from: number;
  to: number;
}

process.on("message", (task: Task) => void work(task));

async function work({ kind, seed, from, to }: Task): Promise<void> {
  inputOf(kind, seed, from); // shared data is created with the first
  process.send!({ ready: true });
  for (let index = from; index < to; index++) {
    const began = performance.now();
    const outcome = await tryInput(kind, inputOf(kind, seed, index));
    const seconds = (performance.now() - began) / 1000;
    const megabytes = process.resourceUsage().maxRSS / 1024; // its peak memory
    process.send!({ index, outcome, seconds, megabytes });
    // Otherwise messages pile up here, and an input that never ends is not reported.
    await new Promise((resolve) => void setImmediate(resolve));
  }
  process.send!({ over: true });
}
