import fc from "fast-check";

/** True in the long test run: `npm run soak`. */
export const SOAK = process.env["TATTER_SOAK"] !== undefined;

/** Settings of a property test: a fixed seed, and many more runs in the soak (by default 100 times as many). */
export function runs(
  seed: number,
  count: number,
  soakCount = 100 * count,
): { seed: number; numRuns: number } {
  return { seed, numRuns: SOAK ? soakCount : count };
}

/** The cases of a table: all in the soak, otherwise the selected ones. */
export function sample<T>(all: readonly T[], chosen: readonly NoInfer<T>[]): readonly T[] {
  if (chosen.length === 0 || !chosen.every((one) => all.includes(one))) {
    throw new Error("sample: expected some of all cases");
  }
  return SOAK ? all : chosen;
}

/**
 * The rows of a table of several dimensions: every combination in the soak; otherwise as many as the longest dimension
 * has values, so that each value of each dimension occurs.
 */
export function combinations<T extends Record<string, readonly unknown[]>>(
  dimensions: T,
): { [K in keyof T]: T[K][number] }[] {
  type Row = { [K in keyof T]: T[K][number] };
  const entries = Object.entries(dimensions);
  if (!SOAK) {
    const count = Math.max(...entries.map(([, values]) => values.length));
    return Array.from({ length: count }, (_, i) => {
      // Shorter dimensions repeat, each with its own shift, so that no two of them are correlated.
      const row = entries.map(([name, values], k) => {
        const round = Math.floor(i / values.length);
        return [name, values[(i + k * round) % values.length]];
      });
      return Object.fromEntries(row) as Row;
    });
  }
  let rows: [name: string, value: unknown][][] = [[]];
  for (const [name, values] of entries) {
    rows = rows.flatMap((row) => values.map((value) => row.concat([[name, value]])));
  }
  return rows.map((row) => Object.fromEntries(row) as Row);
}

/**
 * Strings of any characters, including control characters and lone surrogates. Does not use the tables of fast-check,
 * which take seconds.
 */
export function anyText(maxLength = 10): fc.Arbitrary<string> {
  const letter = fc.oneof(fc.nat(0x00ff), fc.nat(0xffff), fc.constantFrom(0x1b, 0x0a, 0x2028));
  return fc.array(letter, { maxLength }).map((codes) => String.fromCharCode(...codes));
}
