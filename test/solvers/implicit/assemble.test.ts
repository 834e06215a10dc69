import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Conditions, MODELS, type Attachments, type Cloth } from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { assemble } from "../../../src/solvers/implicit/assemble.js";
import { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { ConjugateGradients } from "../../../src/solvers/implicit/conjugate-gradients.js";
import type { Objective } from "../../../src/solvers/implicit/objective.js";
import { anyMesh, meshData } from "../../meshes.js";
import { runs } from "../../runs.js";
import {
  anyEdits,
  anySmall,
  DURATION,
  edit,
  randomVector,
  richCloth,
  startSubstep,
  twoHands,
} from "./cloths.js";
import { denseOf, distanceOf, smallestEigenvalue, zeros, type Dense } from "./dense.js";

const STEP = 1e-6;

function assembled(cloth: Cloth, objective: Objective, isValid: boolean): Dense {
  const matrix = new BlockMatrix(new SparsityPattern(cloth, new ConjugateGradients()));
  objective.evaluate(new Float64Array(3 * cloth.particles.count));
  assemble(objective, matrix, isValid);
  return denseOf(matrix);
}

function numericHessian(objective: Objective): Dense {
  const { positions, count } = objective.cloth.particles;
  const gradientAt = (i: number, place: number): Float64Array => {
    const home = positions[i]!;
    positions[i] = place;
    const gradient = new Float64Array(3 * count);
    objective.evaluate(gradient);
    positions[i] = home;
    return gradient;
  };
  return Array.from({ length: 3 * count }, (_, i) => {
    const ahead = gradientAt(i, positions[i]! + STEP);
    const behind = gradientAt(i, positions[i]! - STEP);
    return ahead.map((x, row) => (x - behind[row]!) / (2 * STEP));
  });
}

/** Inertia, (k + d / h) ∇C ∇Cᵀ and geometric terms, element by element into a dense matrix. */
function bruteForce(cloth: Cloth, objective: Objective, isValid: boolean): Dense {
  const { positions, masses, count } = cloth.particles;
  const at = new Conditions();
  const curved = new Float64Array(144);
  const dense = zeros(3 * count);
  for (let i = 0; i < 3 * count; i++) dense[i]![i] = masses[Math.floor(i / 3)]! / DURATION ** 2;
  for (const [kind, elements] of cloth.elements.entries()) {
    const { size, conditionCount, particles, stiffnesses, dampings } = elements;
    const rows = 3 * size;
    for (let element = 0; element < elements.count; element++) {
      if (!elements.isAlive(element) || !elements.evaluate(element, positions, at)) continue;
      const own = Array.from({ length: rows }, (_, i) => {
        return 3 * particles[size * element + Math.floor(i / 3)]! + (i % 3);
      });
      const add = (entry: (i: number, j: number) => number): void => {
        for (const [i, row] of own.entries()) {
          for (const [j, column] of own.entries()) dense[row]![column]! += entry(i, j);
        }
      };
      for (let c = 0; c < conditionCount; c++) {
        const n = conditionCount * element + c;
        const isDamped = objective.viscosities[kind]![n] !== 0;
        const stiffness = stiffnesses[n]! + (isDamped ? dampings[n]! / DURATION : 0);
        add((i, j) => stiffness * at.gradients[rows * c + i]! * at.gradients[rows * c + j]!);
        if (!isValid) continue;
        elements.curvature(element, c, positions, curved);
        add((i, j) => objective.forces[kind]![n]! * curved[rows * i + j]!);
      }
      const lambdas = objective.multipliers[kind]!;
      const first = conditionCount * element;
      if (!isValid && elements.geometricStiffness(element, positions, lambdas, first, curved)) {
        add((i, j) => curved[rows * i + j]!);
      }
    }
  }
  return dense;
}

describe.each(MODELS)("the matrix of %s", (model) => {
  test("as a whole matches finite differences, with damping and grabs", () => {
    fc.assert(
      fc.property(anySmall, fc.nat(), (data, seed) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        const objective = startSubstep(cloth, 0.15, random, twoHands(random));
        const matrix = assembled(cloth, objective, true);
        expect(distanceOf(matrix, numericHessian(objective))).toBeLessThan(1e-6);
      }),
      runs(451, 5, 1000),
    );
  });

  test("has each block of each element in its place, on any mesh and after any edits", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, fc.nat(), (data, choices, seed) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        for (const choice of choices.slice(0, 3)) edit(cloth, data.positions, choice);
        const objective = startSubstep(cloth, 0.1, random);
        for (const isValid of [true, false]) {
          const matrix = assembled(cloth, objective, isValid);
          expect(distanceOf(matrix, bruteForce(cloth, objective, isValid))).toBeLessThan(1e-11);
        }
      }),
      runs(452, 8, 1500),
    );
  });

  test("with positive semidefinite terms only is positive definite in any pose: at least the inertia", () => {
    fc.assert(
      fc.property(anySmall, fc.nat(), fc.constantFrom(0.1, 0.5, 1.5), (data, seed, by) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        const objective = startSubstep(cloth, by, random, twoHands(random));
        const { count, masses } = cloth.particles;
        objective.evaluate(new Float64Array(3 * count));
        objective.setMultipliers(randomVector(3 * count, random)); // any forces, including compression
        const matrix = assembled(cloth, objective, false);
        const inertia = Math.min(...masses.slice(0, count)) / DURATION ** 2;
        const largest = Math.max(...matrix.map((row, i) => row[i]!));
        expect(smallestEigenvalue(matrix)).toBeGreaterThan(inertia - 1e-12 * largest);
      }),
      runs(453, 6, 1200),
    );
  });

  test("with all terms is not always positive definite: crumpled cloth buckles", () => {
    const data = generateGrid({ size: [2, 2], segments: [2, 2] });
    const isDefinite = [0, 0.7].map((by) => {
      const cloth = richCloth(data, model);
      const objective = startSubstep(cloth, by, new Random(3));
      // Compressed to a third, it buckles out of its plane.
      if (by > 0) cloth.particles.positions.forEach((x, i, all) => (all[i] = x / 3));
      return smallestEigenvalue(assembled(cloth, objective, true)) > 0;
    });
    expect(isDefinite).toEqual([true, false]);
  });
});

test("a grab at its maximum force only resists perpendicular to its pull", () => {
  const data = generateGrid({ size: [1, 1], segments: [1, 1] });
  const random = new Random(8);
  const cloth = richCloth(data, "springs");
  const grabs: Attachments[] = twoHands(random);
  const objective = startSubstep(cloth, 0, random, grabs);
  const withHands = assembled(cloth, objective, false);
  objective.attachments = [];
  const without = assembled(cloth, objective, false);
  const reached = new Float64Array(4);
  for (const grab of grabs) {
    for (let i = 0; i < grab.count; i++) {
      const p = 3 * grab.particles[i]!;
      objective.writeOffset(grab, i, reached);
      const offset = reached.subarray(0, 3);
      const stiffness = reached[3]!;
      const length = Math.hypot(...offset);
      const block = [0, 1, 2].map((row) =>
        [0, 1, 2].map(
          (column) => withHands[p + row]![p + column]! - without[p + row]![p + column]!,
        ),
      );
      const along = offset.map((_, row) =>
        block[row]!.reduce((sum, x, k) => sum + x * offset[k]!, 0),
      );
      const isAtLimit = grab.maxForce < stiffness * length;
      expect(isAtLimit).toBe(grab.maxForce === 2);
      for (let k = 0; k < 3; k++) {
        expect(along[k]).toBeCloseTo(isAtLimit ? 0 : stiffness * offset[k]!, 9);
      }
      const trace = block[0]![0]! + block[1]![1]! + block[2]![2]!;
      expect(trace).toBeCloseTo(isAtLimit ? (2 * grab.maxForce) / length : 3 * stiffness, 9);
    }
  }
});

test("two triangles on the same three particles have hinges with one particle twice", () => {
  const data = meshData([[0, 1, 2], [2, 1, 0]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]]); // prettier-ignore
  const cloth = richCloth(data, "membrane");
  const hinges = cloth.elements[1]!;
  expect([0, 1, 2].every((edge) => hinges.isAlive(edge))).toBe(true);
  const objective = startSubstep(cloth, 0.1, new Random(9));
  for (const isValid of [true, false]) {
    const matrix = assembled(cloth, objective, isValid);
    expect(distanceOf(matrix, bruteForce(cloth, objective, isValid))).toBeLessThan(1e-11);
  }
});

test("a condition that is undefined at the start is not damped in the matrix either", () => {
  const data = meshData([[0, 1, 2]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]]); // prettier-ignore
  const cloth = richCloth(data, "springs");
  const { positions } = cloth.particles;
  positions.set(positions.slice(0, 3), 3); // an edge without length
  const objective = startSubstep(cloth, 0, new Random(10));
  positions[3] = 1.2;
  expect(objective.viscosities[0]![cloth.mesh.findEdge(0, 1)]).toBe(0);
  const matrix = assembled(cloth, objective, true);
  expect(distanceOf(matrix, numericHessian(objective))).toBeLessThan(1e-6);
});
