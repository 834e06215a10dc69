import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Tatter from "../../../src/index.js";
import type * as TatterMesh from "../../../src/mesh/index.js";
import type * as CholeskyFile from "../../../src/solvers/implicit/cholesky.js";
import type * as SparsityPatternFile from "../../../src/solvers/implicit/sparsity-pattern.js";
import type { Dissection } from "../../../src/solvers/implicit/nested-dissection.js";
import { rising } from "../../oracles.js";
import { WorkCounter } from "../../work-counter.js";

let counter: WorkCounter;
let tatter: typeof Tatter & typeof TatterMesh;
let Cholesky: typeof CholeskyFile.Cholesky;
let SparsityPattern: typeof SparsityPatternFile.SparsityPattern;

beforeAll(async () => {
  counter = await WorkCounter.start();
  tatter = {
    ...(await import("../../../src/index.js")),
    ...(await import("../../../src/mesh/index.js")),
  };
  ({ Cholesky } = await import("../../../src/solvers/implicit/cholesky.js"));
  ({ SparsityPattern } = await import("../../../src/solvers/implicit/sparsity-pattern.js"));
});
afterAll(() => counter.stop());

/** The content of all lists of a nested dissection, node by node. */
function listsOf({ own, rims }: Dissection): string[] {
  return own.map((particles, node) => `${particles.join()} | ${rims[node]!.join()}`);
}

function depthOf({ parents, nodeCount }: Dissection): number {
  let deepest = 0;
  for (let node = 0; node < nodeCount; node++) {
    let depth = 0;
    for (let at = node; at !== -1; at = parents[at]!) depth++;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

interface Costs {
  /** Per split, ascending. */
  work: number[];
  /** Nodes with changed lists, for each split. */
  changed: number[];
  depth: number;
}

/** Work of the sparsity pattern and the symbolic factorization to follow one split, all over a square grid. */
async function costsOfSplits(
  cells: number,
  spacing: number,
  model: "springs" | "membrane",
): Promise<Costs> {
  const { World, generateGrid, splitVertex } = tatter;
  const grid = generateGrid({ size: [cells / 64, cells / 64], segments: [cells, cells] });
  const cloth = new World({ cloths: [{ mesh: grid, model, imperfection: 0 }] }).cloths[0]!;
  const cholesky = new Cholesky();
  const couplings = new SparsityPattern(cloth, cholesky);
  cholesky.build(couplings, cloth.rest.positions, cloth.particles.count);
  const { dissection } = cholesky;
  const splitAt = (column: number, row: number): void => {
    const vertex = row * (cells + 1) + column;
    const triangles = cloth.mesh.trianglesOf(vertex);
    cloth.replay(splitVertex(cloth.mesh, vertex, triangles.slice(0, triangles.length >> 1)));
  };
  // Lists that are reused get their capacity.
  for (let column = 1; column < cells; column += 3) splitAt(column, 1);
  couplings.update();
  const costs: Costs = { work: [], changed: [], depth: depthOf(dissection) };
  for (let row = 3; row < cells - 1; row += spacing) {
    for (let column = 3; column < cells - 1; column += spacing) {
      if ((row + column) % 2 === 1) continue; // at the other half, other diagonals meet
      const before = listsOf(dissection);
      splitAt(column, row);
      costs.work.push(await counter.count(() => couplings.update()));
      const after = listsOf(dissection);
      costs.changed.push(after.filter((lists, node) => lists !== before[node]).length);
    }
  }
  costs.work = rising(costs.work);
  costs.changed = rising(costs.changed);
  return costs;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

function median(numbers: readonly number[]): number {
  return numbers[numbers.length >> 1]!;
}

describe("the cost of a split for the implicit solver before it solves", () => {
  test.each(["springs", "membrane"] as const)(
    "%s: nearly the same at 300 and at 2400 particles",
    async (model) => {
      const small = await costsOfSplits(16, 3, model);
      const large = await costsOfSplits(48, 5, model);
      expect(large.work.length).toBeGreaterThan(4 * small.work.length);
      expect(median(large.work) / median(small.work)).toBeLessThan(1.25);
      // Particles high in the tree have longer paths down, and are searched on rims as long as the sheet.
      expect(mean(large.work) / mean(small.work)).toBeLessThan(large.depth / small.depth);
      expect(large.work.at(-1)! / small.work.at(-1)!).toBeLessThan(48 / 16);
      for (const { changed, depth } of [small, large]) {
        expect(changed[0]).toBe(1); // the node that gets the copy
        expect(median(changed)).toBeLessThanOrEqual(4);
        expect(changed.at(-1)).toBeLessThanOrEqual(2 * depth);
      }
    },
  );

  test("building the tree grows with the sheet, so the counter works", async () => {
    const { World, generateGrid } = tatter;
    const [small, large] = [4, 8].map((cells) => {
      const grid = generateGrid({ size: [1, 1], segments: [cells, cells] });
      return new World({ cloths: [{ mesh: grid }] }).cloths[0]!;
    });
    const workOn = (cloth: Tatter.Cloth): Promise<number> =>
      counter.count(() => {
        const cholesky = new Cholesky();
        const couplings = new SparsityPattern(cloth, cholesky);
        cholesky.build(couplings, cloth.rest.positions, cloth.particles.count);
      });
    const min = await workOn(small!);
    expect(await workOn(large!)).toBeGreaterThan(3 * min);
  });
});
