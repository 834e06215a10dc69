import { Session } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";

/** Built-in functions that go through an array in one call, and how many entries each touches. */
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
 * Counts work without a clock: how often each block of the sources ran, as V8 counts it for coverage, plus every entry
 * that a built-in function of arrays went through in one call. It is the same number in every run, and a loop over the
 * whole of a mesh cannot hide from it.
 *
 * Make it before the sources are loaded (by `await import`): only blocks compiled after that are counted.
 */
export class WorkCounter {
  readonly #session = new Session();
  #swept = 0;

  static async start(): Promise<WorkCounter> {
    setFlagsFromString("--no-opt"); // calls that the compiler has inlined are not counted
    const counter = new WorkCounter();
    counter.#session.connect();
    await counter.#session.post("Profiler.enable");
    await counter.#session.post("Profiler.startPreciseCoverage", {
      callCount: true,
      detailed: true,
    });
    return counter;
  }

  /** The work that `run` does. */
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

  /** How often blocks of the sources ran since the last call. */
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
