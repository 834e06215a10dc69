import fc from "fast-check";
import { expect, test } from "vitest";
import { MODELS, type Cloth } from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { Cholesky } from "../../../src/solvers/implicit/cholesky.js";
import { ConjugateGradients } from "../../../src/solvers/implicit/conjugate-gradients.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import type { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";
import { anyMesh } from "../../meshes.js";
import { runs } from "../../runs.js";
import { anyEdits, edit, randomMatrix, randomVector, richCloth } from "./cloths.js";
import { denseOf, distance, smallestEigenvalue } from "./dense.js";

test("agrees with the factorization, after any edits", () => {
  fc.assert(
    fc.property(
      anyMesh,
      fc.constantFrom(...MODELS),
      anyEdits,
      fc.nat(),
      (data, model, choices, seed) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        const cholesky = new Cholesky();
        const couplings = new SparsityPattern(cloth, cholesky);
        cholesky.build(couplings, cloth.rest.positions, cloth.particles.count);
        const gradients = new ConjugateGradients();
        for (const choice of [null, ...choices]) {
          if (choice !== null) edit(cloth, data.positions, choice);
          couplings.update();
          const length = 3 * cloth.particles.count;
          const matrix = randomMatrix(couplings, cloth.particles.count, random);
          const b = randomVector(length, random);
          const [x, y] = [new Float64Array(length), new Float64Array(length).fill(NaN)];
          cholesky.prepare(matrix);
          cholesky.solve(matrix, b, x);
          expect(gradients.prepare(matrix)).toBe(true);
          expect(gradients.solve(matrix, b, y)).toBeGreaterThan(0);
          expect(distance(y, x)).toBeLessThan(1e-5); // stops at a residual of 1e-6
        }
      },
    ),
    runs(431, 10, 3000),
  );
});

test("a zero right side gives zero without an iteration", () => {
  const { matrix, length } = state(1);
  const gradients = new ConjugateGradients();
  gradients.prepare(matrix);
  const x = new Float64Array(length).fill(7);
  expect(gradients.solve(matrix, new Float64Array(length), x)).toBe(0);
  expect(x.every((value) => value === 0)).toBe(true);
});

function state(seed: number): { cloth: Cloth; matrix: BlockMatrix; length: number } {
  const cloth = richCloth(generateGrid({ size: [1, 1], segments: [4, 3] }), "membrane");
  const couplings = new SparsityPattern(cloth, new ConjugateGradients());
  const { count } = cloth.particles;
  return { cloth, matrix: randomMatrix(couplings, count, new Random(seed)), length: 3 * count };
}

/** True if the solver accepts a matrix and converges. */
function isSolved(matrix: BlockMatrix, b: Float64Array): boolean {
  const gradients = new ConjugateGradients();
  if (!gradients.prepare(matrix)) return false;
  return gradients.solve(matrix, b, new Float64Array(b.length)) !== -1;
}

test("detects an indefinite matrix even if each diagonal block is definite", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { matrix, length } = state(seed);
      // Far larger off-diagonal blocks: eigenvalues of both signs.
      for (let i = 0; i < matrix.blocks.length; i++) matrix.blocks[i]! *= 10;
      expect(smallestEigenvalue(denseOf(matrix))).toBeLessThan(-1);
      expect(isSolved(matrix, randomVector(length, new Random(seed + 1)))).toBe(false);
    }),
    runs(432, 5, 1000),
  );
});

test("detects an indefinite diagonal block", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 19 }), fc.nat({ max: 2 }), (seed, particle, axis) => {
      const { matrix, length } = state(seed);
      matrix.diagonals[9 * particle + 4 * axis] = -30;
      expect(isSolved(matrix, randomVector(length, new Random(seed + 1)))).toBe(false);
    }),
    runs(433, 15, 4000),
  );
});

test("detects a negative definite matrix", () => {
  const { matrix, length } = state(5);
  for (const numbers of [matrix.diagonals, matrix.blocks]) {
    for (let i = 0; i < numbers.length; i++) numbers[i]! *= -1;
  }
  expect(isSolved(matrix, randomVector(length, new Random(6)))).toBe(false);
});
