import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS, type Cloth, type Model } from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid, splitVertex, type MeshData } from "../../../src/mesh/index.js";
import type { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";
import { Cholesky } from "../../../src/solvers/implicit/cholesky.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { eliminate } from "../../../src/solvers/implicit/elimination.js";
import { anyMesh, book } from "../../meshes.js";
import { runs } from "../../runs.js";
import { anyEdits, edit, randomMatrix, randomVector, richCloth } from "./cloths.js";
import { denseOf, distance, smallestEigenvalue, solveDense, zeros, type Dense } from "./dense.js";

interface Factored {
  cloth: Cloth;
  couplings: SparsityPattern;
  cholesky: Cholesky;
}

function factored(data: MeshData, model: Model): Factored {
  const cloth = richCloth(data, model);
  const cholesky = new Cholesky();
  const couplings = new SparsityPattern(cloth, cholesky);
  cholesky.build(couplings, cloth.rest.positions, cloth.particles.count);
  return { cloth, couplings, cholesky };
}

/** Solves with a random matrix of the cloth, and compares. */
function expectSolved({ cloth, couplings, cholesky }: Factored, random: Random): void {
  const { count } = cloth.particles;
  const matrix = randomMatrix(couplings, count, random);
  const b = randomVector(3 * count, random);
  const x = new Float64Array(3 * count).fill(NaN);
  expect(cholesky.prepare(matrix)).toBe(true);
  expect(cholesky.solve(matrix, b, x)).toBe(1);
  expect(distance(x, solveDense(denseOf(matrix), b))).toBeLessThan(1e-9);
  cholesky.solve(matrix, b, b); // in place
  expect(b).toEqual(x);
}

function addToDiagonal(matrix: BlockMatrix, value: number): void {
  for (let i = 0; i < 9 * matrix.size; i += 9) {
    for (let k = 0; k < 9; k += 4) matrix.diagonals[i + k]! += value;
  }
}

describe.each(MODELS)("the factorization for %s", (model) => {
  test("agrees with Gaussian elimination, before and after any edits", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, fc.nat(), (data, choices, seed) => {
        const random = new Random(seed);
        const state = factored(data, model);
        expectSolved(state, random);
        for (const choice of choices) {
          edit(state.cloth, data.positions, choice);
          state.couplings.update();
        }
        expectSolved(state, random);
      }),
      runs(421, 6, 1200),
    );
  });
});

test("continues to solve when a page separates from a book and particles move in the tree", () => {
  const random = new Random(7);
  const state = factored(book(3, 4), "springs");
  const { mesh } = state.cloth;
  const { positions } = state.cloth.rest;
  for (let vertex = 0; vertex < 65; vertex++) {
    const all = mesh.trianglesOf(vertex);
    const torn = all.filter((triangle) =>
      mesh.cornersIn(triangle).some((p) => positions[3 * p + 2]! < -1e-9),
    );
    if (torn.length === 0 || torn.length === all.length) continue;
    state.cloth.replay(splitVertex(mesh, vertex, torn));
    state.couplings.update();
    expectSolved(state, random);
  }
  expect(state.cloth.edits).toHaveLength(5);
});

test("accepts a matrix if and only if it is positive definite, after edits too", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 4 }), anyEdits, fc.nat(), (cells, choices, seed) => {
      const data = generateGrid({ size: [1, 1], segments: [cells, 3] });
      const state = factored(data, "membrane");
      for (const choice of choices.slice(0, 3)) edit(state.cloth, data.positions, choice);
      state.couplings.update();
      const { couplings, cholesky } = state;
      const matrix = randomMatrix(couplings, state.cloth.particles.count, new Random(seed));
      const smallest = smallestEigenvalue(denseOf(matrix));
      addToDiagonal(matrix, -(1 - 1e-6) * smallest);
      expect(cholesky.prepare(matrix)).toBe(true);
      addToDiagonal(matrix, -2e-6 * smallest);
      expect(cholesky.prepare(matrix)).toBe(false);
      expectSolved(state, new Random(seed)); // it is not corrupted
    }),
    runs(422, 6, 1200),
  );
});

test("refuses NaN", () => {
  const { cloth, couplings, cholesky } = factored(
    generateGrid({ size: [1, 1], segments: [4, 4] }),
    "angles",
  );
  const matrix = randomMatrix(couplings, cloth.particles.count, new Random(1));
  matrix.diagonals[9 * 12] = NaN;
  expect(cholesky.prepare(matrix)).toBe(false);
});

/** A positive definite matrix B Bᵀ + 1. */
function randomDense(rows: number, random: Random): Dense {
  const root = zeros(rows).map((row) => row.map(() => random.uniform(-1, 1)));
  return root.map((row, i) =>
    Float64Array.from(
      root,
      (other, j) => row.reduce((sum, x, k) => sum + x * other[k]!, 0) + (i === j ? 1 : 0),
    ),
  );
}

describe("the elimination of the first rows of a dense matrix", () => {
  const anyShape = fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.nat({ max: 8 }), fc.nat())
    .map(([blocks, first, seed]) => ({ blocks, first: Math.min(blocks, first), seed }));

  test("leaves the Schur complement, and a factor of the eliminated part", () => {
    fc.assert(
      fc.property(anyShape, ({ blocks, first, seed }) => {
        const rows = 3 * blocks;
        const eliminated = 3 * first;
        const dense = randomDense(rows, new Random(seed));
        const flat = Float64Array.from(dense.flatMap((row) => [...row]));
        expect(eliminate(flat, rows, eliminated)).toBe(true);
        // Schur complement: A₂₂ − A₂₁ A₁₁⁻¹ A₁₂, column by column.
        const corner = dense.slice(0, eliminated).map((row) => row.slice(0, eliminated));
        const rest: number[] = [];
        const expectedRest: number[] = [];
        const product: number[] = [];
        const expectedProduct: number[] = [];
        for (let i = 0; i < rows; i++) {
          for (let j = 0; j <= i; j++) {
            let sum = 0;
            if (j < eliminated) {
              for (let k = 0; k <= j; k++) sum += flat[rows * i + k]! * flat[rows * j + k]!;
              product.push(sum);
              expectedProduct.push(dense[i]![j]!);
              continue;
            }
            const x = solveDense(corner, dense[j]!.slice(0, eliminated));
            for (let k = 0; k < eliminated; k++) sum += dense[i]![k]! * x[k]!;
            rest.push(flat[rows * i + j]!);
            expectedRest.push(dense[i]![j]! - sum);
          }
        }
        expect(distance(product, expectedProduct)).toBeLessThan(1e-12);
        expect(distance(rest, expectedRest)).toBeLessThan(1e-10);
      }),
      runs(423, 15, 4000),
    );
  });

  test("stops at a pivot that is not positive, at any place", () => {
    for (let pivot = 0; pivot < 9; pivot++) {
      const flat = Float64Array.from(
        randomDense(9, new Random(3)).flatMap((row, i) =>
          [...row].map((x, j) => (i === pivot && j === pivot ? -1 : x)),
        ),
      );
      // Pivots of the remaining part are not checked.
      expect(eliminate(flat, 9, 6)).toBe(pivot >= 6);
    }
  });
});
