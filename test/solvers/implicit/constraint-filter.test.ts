import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Attachments,
  AXIS,
  AxisPlaneConstraints,
  MODELS,
  PLANE,
} from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import type { Vec3Tuple } from "../../../src/math/vec3.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { Cholesky } from "../../../src/solvers/implicit/cholesky.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { ConstraintFilter } from "../../../src/solvers/implicit/constraint-filter.js";
import { runs } from "../../runs.js";
import { anyEdits, edit, randomMatrix, randomVector, richCloth } from "./cloths.js";
import { denseOf, distance, distanceOf, solveDense, type Dense } from "./dense.js";

const PINNED = 2;
const anyConstraint = fc.constantFrom<number | null>(null, AXIS, PLANE, PINNED);

function unitVector(random: Random): Vec3Tuple {
  const [x, y, z] = [0, 0, 0].map(() => random.uniform(-1, 1)) as [number, number, number];
  const size = Math.hypot(x, y, z);
  return [x / size, y / size, z / size];
}

/** Two unit vectors perpendicular to another and to each other. */
function across([x, y, z]: Vec3Tuple): Vec3Tuple[] {
  const aside: Vec3Tuple = Math.abs(x) < 0.5 ? [0, z, -y] : [-z, 0, x];
  const size = Math.hypot(...aside);
  const [a, b, c] = [aside[0] / size, aside[1] / size, aside[2] / size];
  return [
    [a, b, c],
    [y * c - z * b, z * a - x * c, x * b - y * a],
  ];
}

/** The free directions of all particles, as columns. */
function freeDirections(count: number, allowed: (particle: number) => Vec3Tuple[]): number[][] {
  const columns: number[][] = [];
  for (let p = 0; p < count; p++) {
    for (const direction of allowed(p)) {
      const column = Array<number>(3 * count).fill(0);
      column.splice(3 * p, 3, ...direction);
      columns.push(column);
    }
  }
  return columns;
}

/** Solves A x = b in the span of some columns: Zᵀ A Z y = Zᵀ b, x = Z y. */
function solveReduced(matrix: Dense, b: Float64Array, columns: number[][]): Float64Array {
  const dot = (u: ArrayLike<number>, v: number[]): number =>
    v.reduce((sum, x, i) => sum + x * u[i]!, 0);
  const images = columns.map((column) => Float64Array.from(matrix, (row) => dot(row, column)));
  const reduced = columns.map((column) => Float64Array.from(images, (image) => dot(image, column)));
  const y = solveDense(
    reduced,
    columns.map((column) => dot(b, column)),
  );
  return b.map((_, i) => columns.reduce((sum, column, k) => sum + column[i]! * y[k]!, 0));
}

test("a filtered system has the solution of the system in the free directions", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MODELS),
      anyEdits,
      fc.array(anyConstraint, { minLength: 30, maxLength: 30 }),
      fc.nat(),
      (model, choices, wanted, seed) => {
        const random = new Random(seed);
        const data = generateGrid({ size: [1, 1], segments: [4, 3] });
        const cloth = richCloth(data, model);
        const cholesky = new Cholesky();
        const couplings = new SparsityPattern(cloth, cholesky);
        cholesky.build(couplings, cloth.rest.positions, cloth.particles.count);
        for (const choice of choices.slice(0, 2)) edit(cloth, data.positions, choice);
        couplings.update();
        const { count } = cloth.particles;
        const constraints = new AxisPlaneConstraints();
        const directions = Array.from({ length: count }, () => unitVector(random));
        const modeOf = (p: number): number | null => wanted[p] ?? null;
        for (let p = 0; p < count; p++) {
          const mode = modeOf(p);
          if (mode === PINNED) cloth.particles.pin(p);
          else if (mode === AXIS || mode === PLANE) constraints.add(p, mode, directions[p]!);
        }
        const freedom = new ConstraintFilter(cloth, constraints);
        freedom.begin([]);
        const matrix = randomMatrix(couplings, count, random);
        const dense = denseOf(matrix);
        const b = randomVector(3 * count, random);
        const columns = freeDirections(count, (p) => {
          if (modeOf(p) === PINNED) return [];
          if (modeOf(p) === AXIS) return [directions[p]!];
          const both = across(directions[p]!);
          return modeOf(p) === PLANE ? both : [...both, directions[p]!];
        });
        const expected = solveReduced(dense, b, columns);

        freedom.filterMatrix(matrix);
        freedom.filterVector(b);
        const filtered = denseOf(matrix);
        expect(distanceOf(filtered, transposed(filtered))).toBeLessThan(1e-15);
        const x = new Float64Array(3 * count);
        expect(cholesky.prepare(matrix)).toBe(true);
        cholesky.solve(matrix, b, x);
        expect(distance(x, expected)).toBeLessThan(1e-9);
        for (let p = 0; p < count; p++) {
          const moved = x.subarray(3 * p, 3 * p + 3);
          const along = directions[p]!.reduce((sum, d, k) => sum + d * moved[k]!, 0);
          const size = Math.hypot(...moved);
          const mode = modeOf(p);
          if (mode === PINNED) expect(size).toBe(0);
          else if (mode === AXIS) expect(Math.abs(Math.abs(along) - size)).toBeLessThan(1e-12);
          else if (mode === PLANE) expect(Math.abs(along)).toBeLessThan(1e-12);
          expect(freedom.isFree(p)).toBe(mode === null);
        }
      },
    ),
    runs(461, 30),
  );
});

function transposed(matrix: Dense): Dense {
  return matrix.map((row, i) => row.map((_, j) => matrix[j]![i]!));
}

test("filtering a vector is idempotent", () => {
  const cloth = richCloth(generateGrid({ size: [1, 1], segments: [1, 1] }), "springs");
  const constraints = new AxisPlaneConstraints();
  constraints.add(0, AXIS, [0.6, 0, 0.8]);
  constraints.add(1, PLANE, [0, 1, 0]);
  cloth.particles.pin(2);
  const freedom = new ConstraintFilter(cloth, constraints);
  freedom.begin([]);
  const vector = Float64Array.from({ length: 12 }, (_, i) => 1 + i);
  freedom.filterVector(vector);
  const once = vector.slice();
  expect([...once].map((x) => Math.round(1e9 * x) / 1e9)).toEqual(
    [1.8, 0, 2.4, 4, 0, 6, 0, 0, 0, 10, 11, 12], // (1 · 0.6 + 3 · 0.8) (0.6, 0, 0.8)
  );
  freedom.filterVector(vector);
  expect(distance(vector, once)).toBeLessThan(1e-15);
});

test("is updated when pins, constraints and grabs change and particles are added", () => {
  const data = generateGrid({ size: [1, 1], segments: [2, 2] });
  const cloth = richCloth(data, "springs");
  const constraints = new AxisPlaneConstraints();
  const freedom = new ConstraintFilter(cloth, constraints);
  const free = (): number[] =>
    Array.from({ length: cloth.particles.count }, (_, p) => p).filter((p) => freedom.isFree(p));
  cloth.particles.pin(0);
  constraints.add(1, PLANE, [0, 1, 0]);
  freedom.begin([new Attachments([2, 3], 1, 1), new Attachments([4], 1, 1)]);
  expect(free()).toEqual([5, 6, 7, 8]);
  cloth.particles.unpin(0);
  constraints.remove(1);
  freedom.begin([new Attachments([8], 1, 1)]);
  expect(free()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  for (const choice of [1, 6]) edit(cloth, data.positions, choice);
  freedom.begin([]);
  expect(free()).toHaveLength(11);
});
