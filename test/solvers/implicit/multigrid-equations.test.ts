import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS, type Cloth, type Model } from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid, splitVertex } from "../../../src/mesh/index.js";
import { assemble } from "../../../src/solvers/implicit/assemble.js";
import { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";
import { ConjugateGradients } from "../../../src/solvers/implicit/conjugate-gradients.js";
import {
  aggregate,
  graphOf,
  ROW_LENGTH,
} from "../../../src/solvers/implicit/multigrid/aggregation.js";
import { Equations } from "../../../src/solvers/implicit/multigrid/equations.js";
import {
  DIRECTION,
  DOWNHILL,
  ENOUGH,
  LEVEL,
  LEVELS,
  LEVELS_END,
  PER_STEP,
  PRODUCT,
  STEP,
  WEIGHT,
} from "../../../src/solvers/implicit/multigrid/layout.js";
import type { Objective } from "../../../src/solvers/implicit/objective.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { anyMesh, randomSplits } from "../../meshes.js";
import { runs } from "../../runs.js";
import {
  anyEdits,
  anySmall,
  DURATION,
  edit,
  randomVector,
  richCloth,
  startSubstep,
} from "./cloths.js";
import { denseOf, multiply, solveDense, type Dense } from "./dense.js";

/** Rounding of single precision in a sum of some dozen terms, as a fraction of the largest. */
const ROUNDING = 3e-6;

/** Starts the same substep in the memory of the kernels. */
function begin(equations: Equations, { cloth, targets }: Objective): void {
  const { count, positions, previousPositions, masses } = cloth.particles;
  equations.follow();
  const { views, displacements, targets: y, anchors } = equations;
  for (let p = 0; p < count; p++) {
    const offset = equations.offsetOf(p) / 4;
    for (let k = 0; k < 3; k++) {
      const i = 3 * p + k;
      views.doubles[anchors + offset + k] = previousPositions[i]!;
      views.floats[displacements + offset + k] = positions[i]! - previousPositions[i]!;
      views.floats[y + offset + k] = targets[i]! - previousPositions[i]!;
    }
    views.floats[y + offset + 3] = masses[p]! / DURATION ** 2;
  }
  views.doubles[PER_STEP] = 1 / DURATION;
  views.doubles[WEIGHT] = 0;
  equations.anchor();
  equations.evaluate(true);
}

function read(equations: Equations, header: number): Float64Array {
  const { views, cloth } = equations;
  const { count } = cloth.particles;
  return Float64Array.from({ length: 3 * count }, (_, i) => {
    const at = (views.words[header]! + equations.offsetOf(Math.floor(i / 3))) / 4;
    return views.floats[at + (i % 3)]!;
  });
}

function write(equations: Equations, header: number, vector: Float64Array): void {
  const { views } = equations;
  for (const [i, x] of vector.entries()) {
    const at = (views.words[header]! + equations.offsetOf(Math.floor(i / 3))) / 4;
    views.floats[at + (i % 3)] = x;
  }
}

const norm = (vector: Float64Array): number => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

function expectClose(actual: Float64Array, expected: Float64Array, tolerance: number): void {
  const difference = norm(actual.map((x, i) => x - expected[i]!));
  expect(difference).toBeLessThanOrEqual(tolerance * norm(expected));
}

/** A substep in double and in single precision, after edits that both have followed. */
function bothOf(
  model: Model,
  data: Parameters<typeof richCloth>[0],
  choices: readonly number[],
  seed: number,
): { cloth: Cloth; objective: Objective; equations: Equations; matrix: Dense } {
  const cloth = richCloth(data, model);
  const equations = new Equations(cloth);
  equations.follow();
  for (const choice of choices) {
    const before = cloth.edits.length;
    edit(cloth, data.positions, choice);
    for (const made of cloth.edits.slice(before)) equations.replay(made);
    if (choice % 2 === 0) equations.follow();
  }
  const objective = startSubstep(cloth, 0.05, new Random(seed));
  begin(equations, objective);
  objective.evaluate(new Float64Array(3 * cloth.particles.count));
  return { cloth, objective, equations, matrix: matrixOf(objective) };
}

/**
 * The matrix of the objective with the absolute value of the geometric stiffness: its part that resists tension, that of
 * the opposite forces, and the rest once.
 */
function matrixOf(objective: Objective): Dense {
  const { cloth, multipliers } = objective;
  const blocks = new BlockMatrix(new SparsityPattern(cloth, new ConjugateGradients()));
  const [under, opposite, none] = [1, -1, 0].map((factor) => {
    const forces = multipliers.map((values) => values.map((lambda) => factor * lambda));
    assemble(Object.create(objective, { multipliers: { value: forces } }), blocks, false);
    return denseOf(blocks);
  });
  return under!.map((row, i) => row.map((x, j) => x + opposite![i]![j]! - none![i]![j]!));
}

describe.each(MODELS)("the equations of %s in single precision", (model) => {
  test("have the gradient and the matrix of the objective, after any edits", () => {
    fc.assert(
      fc.property(anySmall, anyEdits, fc.nat({ max: 1000 }), (data, choices, seed) => {
        const { cloth, objective, equations, matrix } = bothOf(model, data, choices, seed);
        const gradient = new Float64Array(3 * cloth.particles.count);
        objective.evaluate(gradient);
        const downhill = read(equations, DOWNHILL);
        expectClose(
          downhill,
          gradient.map((x) => -x),
          10 * ROUNDING,
        );
        const vector = randomVector(3 * cloth.particles.count, new Random(seed)).map(Math.fround);
        write(equations, DIRECTION, vector);
        const { words } = equations.views;
        equations.functions.multiply(words[DIRECTION]!, words[PRODUCT]!);
        expectClose(read(equations, PRODUCT), multiply(matrix, vector), 10 * ROUNDING);
      }),
      runs(27, 60),
    );
  });

  test("are solved by conjugate gradients", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, fc.nat({ max: 1000 }), (data, choices, seed) => {
        const { cloth, equations, matrix } = bothOf(model, data, choices, seed);
        fc.pre(cloth.particles.masses.slice(0, cloth.particles.count).every((mass) => mass > 0));
        const downhill = read(equations, DOWNHILL);
        equations.views.doubles[ENOUGH] = 0;
        equations.coarsen();
        equations.solve(200, 200);
        expectClose(read(equations, STEP), solveDense(matrix, downhill), 1e-3);
      }),
      runs(28, 40),
    );
  });
});

/** Reads a coarse level: transfer and matrix as functions on vectors of blocks of three. */
function levelOf({ views }: Equations, index: number) {
  const { words, floats } = views;
  const at = (words[LEVELS]! + LEVEL * index) / 4;
  const [nodes, rows, blocks, , , , , , transfers, finer] = words.slice(at, at + 10);
  const axials = words[at + 13]!;
  const count = nodes! / 16;
  const times = (
    block: number,
    vector: Float64Array,
    from: number,
    into: Float64Array,
    to: number,
  ) => {
    const [xx, yy, zz, , yz, xz, xy] = floats.slice(block / 4, block / 4 + 7);
    const [x, y, z] = vector.slice(3 * from, 3 * from + 3);
    into[3 * to]! += xx! * x! + xy! * y! + xz! * z!;
    into[3 * to + 1]! += xy! * x! + yy! * y! + yz! * z!;
    into[3 * to + 2]! += xz! * x! + yz! * y! + zz! * z!;
    if (axials === 0 || from === to) return;
    const sign = to < from ? 1 : -1;
    const axial = (axials + (block - blocks!) / 2) / 4;
    const [a, b, c] = floats.slice(axial, axial + 3).map((each) => sign * each);
    into[3 * to]! += b! * z! - c! * y!;
    into[3 * to + 1]! += c! * x! - a! * z!;
    into[3 * to + 2]! += a! * y! - b! * x!;
  };
  return {
    count,
    multiply(vector: Float64Array): Float64Array {
      const product = new Float64Array(3 * count);
      for (let i = 0; i < count; i++) {
        times(blocks! + 32 * i, vector, i, product, i);
        for (let entry = words[rows! / 4 + i]!; entry < words[rows! / 4 + i + 1]!; entry += 8) {
          times(words[entry / 4 + 1]!, vector, words[entry / 4]! / 16, product, i);
        }
      }
      return product;
    },
    /** P · vector, or Pᵀ · vector. */
    transfer(vector: Float64Array, isTransposed: boolean): Float64Array {
      const result = new Float64Array(isTransposed ? 3 * count : (3 * finer!) / 16);
      for (let row = 0; row < finer! / 16; row++) {
        for (let i = 0; i < ROW_LENGTH; i++) {
          const entry = transfers! / 4 + 2 * (ROW_LENGTH * row + i);
          const [node, weight] = [words[entry]! / 16, floats[entry + 1]!];
          for (let k = 0; k < 3; k++) {
            if (isTransposed) result[3 * node + k]! += weight * vector[3 * row + k]!;
            else result[3 * row + k]! += weight * vector[3 * node + k]!;
          }
        }
      }
      return result;
    },
  };
}

describe("coarse levels", () => {
  const grid = generateGrid({ size: [2, 2], segments: [24, 24] });

  test.each(MODELS.flatMap((model) => [0, 40].map((splits) => [model, splits] as const)))(
    "of %s are PᵀAP of the finer level, after %i splits of vertices",
    (model, splits) => {
      const cloth = richCloth(grid, model);
      // Hinges are approximated on coarse levels.
      cloth.setMaterial({ bending: 0, bendDamping: 0 });
      const equations = new Equations(cloth);
      equations.follow();
      const choices = [...randomVector(splits, new Random(5))].map((x) =>
        Math.floor(1e6 * Math.abs(x)),
      );
      for (const split of randomSplits(cloth.mesh, choices)) {
        cloth.replay(split);
        equations.replay(split);
      }
      expect(cloth.particles.count).toBe(25 * 25 + (splits === 0 ? 0 : 35));
      begin(equations, startSubstep(cloth, 0.02, new Random(1)));
      equations.views.doubles[ENOUGH] = 0;
      equations.coarsen();
      const { words, floats } = equations.views;
      const depth = (words[LEVELS_END]! - words[LEVELS]!) / LEVEL;
      expect(depth).toBeGreaterThan(1);
      const fine = {
        multiply(vector: Float64Array): Float64Array {
          const at = words[DIRECTION]! / 4;
          for (const [i, x] of vector.entries()) floats[at + 4 * Math.floor(i / 3) + (i % 3)] = x;
          equations.functions.multiply(words[DIRECTION]!, words[PRODUCT]!);
          const product = words[PRODUCT]! / 4;
          return vector.map((_, i) => floats[product + 4 * Math.floor(i / 3) + (i % 3)]!);
        },
      };
      let finer: { multiply(vector: Float64Array): Float64Array } = fine;
      for (let index = 0; index < depth; index++) {
        const level = levelOf(equations, index);
        const vector = randomVector(3 * level.count, new Random(index)).map(Math.fround);
        const expected = level.transfer(finer.multiply(level.transfer(vector, false)), true);
        expectClose(level.multiply(vector), expected, 1e-4);
        finer = level;
      }
    },
  );

  test("a tear keeps the levels: a copy has the row of weights of its original", () => {
    const cloth = richCloth(grid, "springs");
    const equations = new Equations(cloth);
    equations.follow();
    const rowOf = (p: number): number[] => {
      const { words } = equations.views;
      const transfers = words[words[LEVELS]! / 4 + 8]!;
      const at = (transfers + 2 * equations.offsetOf(p)) / 4;
      return [...words.slice(at, at + 2 * ROW_LENGTH)];
    };
    const middle = 12 * 25 + 12;
    const before = rowOf(middle);
    const split = splitVertex(cloth.mesh, middle, cloth.mesh.trianglesOf(middle).slice(0, 2));
    cloth.replay(split);
    equations.replay(split);
    equations.follow();
    expect(rowOf(middle)).toEqual(before);
    expect(rowOf(25 * 25)).toEqual(before);
    cloth.particles.pin(25 * 25);
    equations.follow();
    expect(rowOf(25 * 25).filter((_, i) => i % 2 === 1)).toEqual([0, 0, 0, 0]); // moves with no node
  });

  test("rows of weights have a sum of 1, and every node moves something", () => {
    const random = new Random(3);
    const ends: number[] = [];
    for (let i = 1; i < 200; i++) ends.push(i, Math.floor(i * random.next()));
    const graph = graphOf(200, Int32Array.from(ends), randomVector(199, random).map(Math.abs));
    const { count, nodes, weights } = aggregate(graph);
    const used = new Set<number>();
    for (let row = 0; row < 200; row++) {
      const own = [...weights.slice(ROW_LENGTH * row, ROW_LENGTH * (row + 1))];
      expect(own.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      expect(own).toEqual(own.toSorted((a, b) => b - a));
      for (const [i, weight] of own.entries())
        if (weight > 0) used.add(nodes[ROW_LENGTH * row + i]!);
    }
    expect(used.size).toBe(count);
    expect(count).toBeLessThan(100);
  });
});
