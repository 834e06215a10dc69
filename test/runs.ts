/** Settings of a property test: a fixed seed, and many more runs in the soak (100 times as many, unless told). */
export function runs(
  seed: number,
  count: number,
  soakCount = 100 * count,
): { seed: number; numRuns: number } {
  return { seed, numRuns: process.env["TATTER_SOAK"] ? soakCount : count };
}
