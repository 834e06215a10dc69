import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { symmetricEigen } from "../../src/math/symmetric-eigen.js";
import { runs } from "../runs.js";

const values = new Float64Array(3);
const vectors = new Float64Array(9);

function at(tensor: number[], row: number, column: number): number {
  const [i, j] = [Math.min(row, column), Math.max(row, column)];
  return tensor[i === 0 ? j : i + j + 1]!;
}

/** The properties of eigenpairs: T v = λ v, unit length, perpendicular, descending; to 1e-6 of the tensor's norm. */
function expectEigen(tensor: number[]): void {
  symmetricEigen(Float64Array.from(tensor), values, vectors);
  const size = Math.max(...tensor.map(Math.abs), Number.MIN_VALUE);
  expect(values[0]! >= values[1]! && values[1]! >= values[2]!).toBe(true);
  for (let n = 0; n < 3; n++) {
    for (let row = 0; row < 3; row++) {
      let product = 0;
      for (let k = 0; k < 3; k++) product += at(tensor, row, k) * vectors[3 * n + k]!;
      expect(Math.abs(product - values[n]! * vectors[3 * n + row]!) / size).toBeLessThan(1e-6);
    }
    for (let m = 0; m < 3; m++) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += vectors[3 * n + k]! * vectors[3 * m + k]!;
      expect(Math.abs(dot - (n === m ? 1 : 0))).toBeLessThan(1e-6);
    }
  }
}

describe("eigenvalues of symmetric tensors", () => {
  test("of random ones of any size", () => {
    // Not so small that the scaled entries lose the required digits.
    const entry = fc
      .double({ min: -1, max: 1, noNaN: true })
      .filter((x) => x === 0 || Math.abs(x) > 1e-150);
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 6, maxLength: 6 }),
        fc.integer({ min: -100, max: 100 }),
        (entries, exponent) => expectEigen(entries.map((x) => x * 10 ** exponent)),
      ),
      runs(31, 665, 200_000),
    );
  });

  test("of sums of a few v vᵀ / |v|, like separation tensors: planar, collinear, and almost so", () => {
    const direction = fc.tuple(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(0, 1e-12, 1e-8, 1e-4, 0.5),
    );
    fc.assert(
      fc.property(fc.array(direction, { maxLength: 4 }), (list) => {
        const tensor = [0, 0, 0, 0, 0, 0];
        for (const [x, y, z] of list) {
          const length = Math.hypot(x, y, z);
          if (length === 0) continue;
          const products = [x * x, x * y, x * z, y * y, y * z, z * z];
          for (const [i, product] of products.entries()) tensor[i]! += product / length;
        }
        expectEigen(tensor);
      }),
      runs(32, 335, 100_000),
    );
  });

  test("of degenerate ones: zero, equal eigenvalues, a single direction", () => {
    expectEigen([0, 0, 0, 0, 0, 0]);
    expectEigen([2, 0, 0, 2, 0, 2]);
    expectEigen([1, 0, 0, 2, 0, 2]);
    expectEigen([2, 0, 0, 2, 0, 1]);
    expectEigen([2, 0, 0, 1, 0, 2]);
    expectEigen([1, 1, 1, 1, 1, 1]);
    expectEigen([1, 1e-300, 0, 1, 0, 1]);
    expectEigen([1e160, 1e-160, 1, -1e160, 1, 0]);
    expectEigen([-1, 0, 0, -1, 0, -3]);
  });

  test("of a known one", () => {
    symmetricEigen(Float64Array.from([2, 1, 0, 2, 0, 5]), values, vectors);
    expect([...values].map((x) => +x.toFixed(12))).toEqual([5, 3, 1]);
    expect(Math.abs(vectors[2]!)).toBeCloseTo(1, 12);
    expect(vectors[3]! * vectors[4]!).toBeCloseTo(0.5, 12);
    expect(vectors[6]! * vectors[7]!).toBeCloseTo(-0.5, 12);
  });
});
