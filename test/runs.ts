/** How often a property is tried: a seeded sample in `npm test`, a hundred times as often in `npm run soak`. */
export function runs(seed: number, count: number): { seed: number; numRuns: number } {
  return { seed, numRuns: process.env["TATTER_SOAK"] ? 100 * count : count };
}
