import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Attachments,
  AXIS,
  AxisPlaneConstraints,
  MODELS,
  type Cloth,
} from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid } from "../../../src/mesh/index.js";
import { assemble } from "../../../src/solvers/implicit/assemble.js";
import { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";
import { ConjugateGradients } from "../../../src/solvers/implicit/conjugate-gradients.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { ConstraintFilter } from "../../../src/solvers/implicit/constraint-filter.js";
import { Objective } from "../../../src/solvers/implicit/objective.js";
import { runProjectionPass } from "../../../src/solvers/implicit/projection-pass.js";
import { anyMesh, meshData } from "../../meshes.js";
import { runs } from "../../runs.js";
import { anyEdits, anySmall, DURATION, edit, richCloth, shake, startSubstep } from "./cloths.js";
import { denseOf, distance, solveDense, type Dense } from "./dense.js";

function freedomOf(
  cloth: Cloth,
  grabs: readonly Attachments[] = [],
  constraints = new AxisPlaneConstraints(),
): ConstraintFilter {
  const freedom = new ConstraintFilter(cloth, constraints);
  freedom.begin(grabs);
  return freedom;
}

/** Φ, its gradient and its matrix at the current positions, with the forces there. */
function derivatives(
  objective: Objective,
  isValid: boolean,
): { energy: number; gradient: Float64Array; matrix: Dense } {
  const { cloth } = objective;
  const gradient = new Float64Array(3 * cloth.particles.count);
  objective.evaluate(gradient);
  const { energy } = objective;
  objective.setMultipliers(new Float64Array(gradient.length));
  const matrix = new BlockMatrix(new SparsityPattern(cloth, new ConjugateGradients()));
  assemble(objective, matrix, isValid);
  return { energy, gradient, matrix: denseOf(matrix) };
}

/** Pins all particles except one. */
function freeOnly(cloth: Cloth, particle: number): ConstraintFilter {
  for (let p = 0; p < cloth.particles.count; p++) cloth.particles.pin(p);
  cloth.particles.unpin(particle);
  return freedomOf(cloth);
}

/** The expected result of one sweep for a particle: −H⁻¹ ∇Φ, with its rows and columns of the matrix. */
function newtonStep(objective: Objective, particle: number, isValid: boolean): Float64Array {
  const { gradient, matrix } = derivatives(objective, isValid);
  const p = 3 * particle;
  const block = matrix.slice(p, p + 3).map((row) => row.slice(p, p + 3));
  return solveDense(
    block,
    gradient.slice(p, p + 3).map((x) => -x),
  );
}

function expectNewtonStep(cloth: Cloth, objective: Objective, particle: number): void {
  const { positions } = cloth.particles;
  if (cloth.particles.masses[particle] === 0) return; // belongs to no cloth
  const freedom = freeOnly(cloth, particle);
  const expected = positions.slice();
  newtonStep(objective, particle, false).forEach((x, k) => (expected[3 * particle + k]! += x));
  runProjectionPass(objective, freedom, 1);
  // Compares positions, because a step can be as small as rounding.
  const [from, to] = [3 * particle, 3 * particle + 3];
  expect(distance(positions.slice(from, to), expected.slice(from, to))).toBeLessThan(1e-10);
  expected.set(positions.slice(from, to), from);
  expect(positions).toEqual(expected); // nothing else has moved
}

describe.each(MODELS)("the projection pass of %s", (model) => {
  test("takes one Newton step per particle with all of its elements, on any mesh after any edits", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, fc.nat(), (data, choices, seed) => {
        const random = new Random(seed);
        const cloth = richCloth(data, model);
        for (const choice of choices.slice(0, 2)) edit(cloth, data.positions, choice);
        const objective = startSubstep(cloth, 0.1, random);
        for (let i = 0; i < 3; i++) {
          const particle = Math.floor(cloth.particles.count * random.next());
          expectNewtonStep(cloth, objective, particle);
        }
      }),
      runs(471, 8, 1500),
    );
  });

  test("moves a single free particle to its minimum, as Newton's method does", () => {
    fc.assert(
      fc.property(anySmall, fc.nat(), (data, seed) => {
        const cloth = richCloth(data, model);
        const objective = startSubstep(cloth, 0.02, new Random(seed));
        const { positions } = cloth.particles;
        const freedom = freeOnly(cloth, 0);
        const start = positions.slice();
        for (let i = 0; i < 20; i++) {
          newtonStep(objective, 0, true).forEach((x, k) => (positions[k]! += x));
        }
        const expected = positions.slice(0, 3);
        const { energy } = derivatives(objective, true);
        positions.set(start);
        runProjectionPass(objective, freedom, 100);
        expect(distance(positions.slice(0, 3), expected)).toBeLessThan(1e-9);
        // And it is a minimum.
        const random = new Random(seed + 1);
        for (let i = 0; i < 10; i++) {
          positions.set(expected);
          shake(positions, 1, 1e-3, random);
          expect(derivatives(objective, true).energy).toBeGreaterThan(energy);
        }
      }),
      runs(472, 4, 800),
    );
  });

  test("never raises the energy of a smooth pose, and stops where its gradient is 0", () => {
    fc.assert(
      fc.property(anySmall, fc.nat(), (data, seed) => {
        const cloth = richCloth(data, model);
        const objective = startSubstep(cloth, 0.02, new Random(seed));
        const freedom = freedomOf(cloth);
        const first = derivatives(objective, true);
        let { energy } = first;
        for (let sweep = 0; sweep < 300; sweep++) {
          runProjectionPass(objective, freedom, 1);
          objective.evaluate(new Float64Array(first.gradient.length));
          const now = objective.energy;
          expect(now).toBeLessThanOrEqual(energy + 1e-12 * first.energy);
          energy = now;
        }
        const { gradient } = derivatives(objective, true);
        expect(Math.hypot(...gradient)).toBeLessThan(1e-6 * Math.hypot(...first.gradient));
      }),
      runs(473, 4, 600),
    );
  });

  test("corrects lengths that a straight step has left too long", () => {
    const cloth = richCloth(generateGrid({ size: [2, 2], segments: [6, 6] }), model);
    const { positions, previousPositions, velocities, count } = cloth.particles;
    // It rotates by half a radian per substep.
    for (let p = 0; p < 3 * count; p += 3) {
      velocities[p] = (-0.5 / DURATION) * positions[p + 1]!;
      velocities[p + 1] = (0.5 / DURATION) * positions[p]!;
    }
    const objective = new Objective(cloth);
    objective.begin(DURATION, []);
    previousPositions.set(positions);
    for (let i = 0; i < 3 * count; i++) positions[i]! += DURATION * velocities[i]!;
    const freedom = freedomOf(cloth);
    const energies = [0, 1, 2, 3, 4].map((sweep) => {
      if (sweep > 0) runProjectionPass(objective, freedom, 1);
      objective.evaluate(new Float64Array(3 * count));
      return objective.energy;
    });
    for (let i = 1; i < 5; i++) expect(energies[i]).toBeLessThan(energies[i - 1]!);
    expect(energies[4]).toBeLessThan(0.8 * energies[0]!);
  });
});

test("does not move pinned, constrained or grabbed particles by a bit; all others move", () => {
  const cloth = richCloth(generateGrid({ size: [1, 1], segments: [2, 2] }), "membrane");
  cloth.particles.pin(0);
  const constraints = new AxisPlaneConstraints();
  constraints.add(4, AXIS, [1, 0, 0]);
  const grabs = [new Attachments([8, 2], 10, 10)];
  const objective = startSubstep(cloth, 0.05, new Random(2), grabs);
  const { positions, count } = cloth.particles;
  const before = positions.slice();
  runProjectionPass(objective, freedomOf(cloth, grabs, constraints), 3);
  const stayed = Array.from({ length: count }, (_, p) => p).filter((p) =>
    [0, 1, 2].every((k) => positions[3 * p + k] === before[3 * p + k]),
  );
  expect(stayed).toEqual([0, 2, 4, 8]);
});

test("a hinge with one particle twice has the effect given by its energy", () => {
  const data = meshData([[0, 1, 2], [2, 1, 0], [0, 1, 3]], [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1]]); // prettier-ignore
  const cloth = richCloth(data, "membrane");
  const objective = startSubstep(cloth, 0.1, new Random(9));
  for (const particle of [0, 1, 2, 3]) expectNewtonStep(cloth, objective, particle);
});
