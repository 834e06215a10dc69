import { Session } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";

/** Built-in functions that traverse an array in one call, and the number of elements that each visits. */
const SWEEPS: Record<
  string,
  (array: ArrayLike<unknown>, given: unknown[], made: unknown) => number
> = {
  fill: (array, [, start = 0, end = array.length]) => Number(end) - Number(start),
  set: (_array, [source]) => (source as ArrayLike<unknown>).length,
  slice: (_array, _given, made) => (made as ArrayLike<unknown>).length,
};
for (const name of [
  ...[
    "concat",
    "copyWithin",
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "flat",
    "flatMap",
  ],
  ...["forEach", "includes", "indexOf", "join", "lastIndexOf", "map", "reduce", "reduceRight"],
  ...[
    "reverse",
    "some",
    "sort",
    "splice",
    "toReversed",
    "toSorted",
    "toSpliced",
    "unshift",
    "with",
  ],
]) {
  SWEEPS[name] = (array) => array.length;
}

/**
 * Counts work without a clock: the execution count of each block of the sources, from V8's coverage, plus every element
 * that built-in array functions visit. The count is the same in every run, and includes every loop over the whole mesh.
 *
 * Create it before the sources are loaded (with `await import`): only blocks compiled after that are counted.
 */
export class WorkCounter {
  readonly #session = new Session();
  #swept = 0;

  static async start(): Promise<WorkCounter> {
    setFlagsFromString("--no-opt"); // calls inlined by the compiler are not counted
    const counter = new WorkCounter();
    counter.#session.connect();
    await counter.#session.post("Profiler.enable");
    await counter.#session.post("Profiler.startPreciseCoverage", {
      callCount: true,
      detailed: true,
    });
    return counter;
  }

  /** The work of `run`. */
  async count(run: () => void): Promise<number> {
    await this.#takeBlocks();
    this.#swept = 0;
    const restore = this.#watchSweeps();
    try {
      run();
    } finally {
      restore();
    }
    return this.#swept + (await this.#takeBlocks());
  }

  async stop(): Promise<void> {
    await this.#session.post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
    setFlagsFromString("--opt");
  }

  /** Block executions since the last call. */
  async #takeBlocks(): Promise<number> {
    const taken = await this.#session.post("Profiler.takePreciseCoverage");
    let count = 0;
    for (const { url, functions } of taken.result) {
      if (!url.includes("/src/")) continue;
      for (const { ranges } of functions) for (const range of ranges) count += range.count;
    }
    return count;
  }

  #watchSweeps(): () => void {
    const restores: (() => void)[] = [];
    const typedArray = Object.getPrototypeOf(Float64Array.prototype) as object;
    for (const prototype of [typedArray, Array.prototype] as Record<string, unknown>[]) {
      for (const [name, entriesOf] of Object.entries(SWEEPS)) {
        const original = prototype[name] as ((...given: unknown[]) => unknown) | undefined;
        if (original === undefined) continue;
        const note = (entries: number): void => {
          this.#swept += entries;
        };
        prototype[name] = function (this: ArrayLike<unknown>, ...given: unknown[]): unknown {
          const made = original.apply(this, given);
          note(entriesOf(this, given, made));
          return made;
        };
        restores.push(() => {
          prototype[name] = original;
        });
      }
    }
    return () => {
      for (const restore of restores) restore();
    };
  }
}
