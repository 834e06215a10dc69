import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANES, orderBlocks, orderTriangles } from "../../src/kernels/wasm/block-order.js";
import { runs } from "../runs.js";

const PARTICLES = 12;

/** Triangles of a few particles, in the places `numbers`, which the reference visits in a `sequence`. */
const anyTriangles = fc
  .array(fc.uniqueArray(fc.nat(PARTICLES - 1), { minLength: 3, maxLength: 3 }), { maxLength: 60 })
  .chain((triangles) =>
    fc.record({
      triangles: fc.constant(triangles),
      sequence: fc.shuffledSubarray([...triangles.keys()], { minLength: triangles.length }),
      numbers: fc.shuffledSubarray([...Array(PARTICLES).keys()], { minLength: PARTICLES }),
    }),
  );

/** Checks that each triangle has a lane, and that those with a common particle follow one another in the sequence. */
function expectOrder(
  triangles: number[][],
  sequence: number[],
  { lanes, blockCount }: ReturnType<typeof orderBlocks>,
): void {
  expect(new Set(lanes).size).toBe(triangles.length);
  for (const lane of lanes) expect(lane).toBeLessThan(LANES * blockCount);
  for (const [i, early] of sequence.entries()) {
    for (const late of sequence.slice(i + 1)) {
      if (!triangles[early]!.some((particle) => triangles[late]!.includes(particle))) continue;
      const [first, second] = [early, late].map((slot) => Math.floor(lanes[slot]! / LANES));
      expect(first).toBeLessThan(second!);
    }
  }
}

describe("elements that share a particle are in different blocks, in the order of the reference", () => {
  test("in levels", () => {
    fc.assert(
      fc.property(anyTriangles, ({ triangles, sequence, numbers }) => {
        const places = Int32Array.from(numbers);
        const order = Int32Array.from(sequence);
        const stencils = Int32Array.from(triangles.flat());
        const blocks = orderBlocks(stencils, 3, triangles.length, places, order);
        expectOrder(triangles, sequence, blocks);
      }),
      runs(71, 100),
    );
  });

  test("by place", () => {
    fc.assert(
      fc.property(anyTriangles, ({ triangles, numbers }) => {
        const stencils = Int32Array.from(triangles.flat());
        const blocks = orderTriangles(stencils, triangles.length, Int32Array.from(numbers));
        expectOrder(triangles, [...triangles.keys()], blocks);
      }),
      runs(72, 100),
    );
  });
});
