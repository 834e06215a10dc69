import fc from "fast-check";
import {
  Attachments,
  Cloth,
  MATERIALS,
  type ClothMaterial,
  type Model,
} from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import { generateGrid, GRID_DIAGONALS, type MeshData } from "../../../src/mesh/index.js";
import { BlockMatrix } from "../../../src/solvers/implicit/block-matrix.js";
import type { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { Objective } from "../../../src/solvers/implicit/objective.js";
import { book, bowTie, hexagon, randomEdit } from "../../meshes.js";

/** All elements are damped and the weave is anisotropic where possible, so that every term has an effect. */
const RICH: ClothMaterial = {
  ...MATERIALS.cotton,
  stiffness: 40,
  shear: 9,
  poisson: 0.3,
  bending: 0.7,
  bendStiffness: 5,
  damping: 0.8,
  shearDamping: 0.3,
  bendDamping: 0.05,
};

export function richCloth(data: MeshData, model: Model): Cloth {
  const isWoven = model === "baraff-witkin" || model === "membrane";
  const material = isWoven ? { ...RICH, warp: 70, weft: 30 } : RICH;
  return new Cloth(data, material, data.positions, model);
}

export const anyEdits = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 6 });

/** Makes a random edit in the mesh of a cloth, which follows it. */
export function edit(cloth: Cloth, startPositions: Float64Array, choice: number): void {
  for (const each of randomEdit(cloth.mesh, startPositions, choice)) cloth.replay(each);
}

/** The pairs of particles with a common element, by brute force. */
export function usedPairs(cloth: Cloth): Set<string> {
  const found = new Set<string>();
  for (const elements of cloth.elements) {
    for (let element = 0; element < elements.count; element++) {
      if (!elements.isAlive(element)) continue;
      const from = elements.size * element;
      const own = elements.particles.slice(from, from + elements.size);
      for (const a of own) for (const b of own) if (a < b) found.add(pairName(a, b));
    }
  }
  return found;
}

export function pairName(a: number, b: number): string {
  return `${Math.min(a, b)} ${Math.max(a, b)}`;
}

/** Moves all particles randomly by up to some distance, m. */
export function shake(positions: Float64Array, count: number, by: number, random: Random): void {
  for (let i = 0; i < 3 * count; i++) positions[i]! += random.uniform(-by, by);
}

/** A symmetric, diagonally dominant matrix of random blocks with the sparsity pattern of a cloth. */
export function randomMatrix(
  couplings: SparsityPattern,
  size: number,
  random: Random,
): BlockMatrix {
  const matrix = new BlockMatrix(couplings);
  matrix.clear(size);
  for (let p = 0; p < size; p++) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < row; column++) {
        const value = random.uniform(-1, 1);
        matrix.diagonals[9 * p + 3 * row + column] = value;
        matrix.diagonals[9 * p + 3 * column + row] = value;
      }
      matrix.diagonals[9 * p + 4 * row] = random.uniform(3, 4);
    }
  }
  for (let pair = 0; pair < couplings.pairCount; pair++) {
    for (let k = 9 * pair; k < 9 * pair + 9; k++) {
      // The content of a free pair must not matter.
      matrix.blocks[k] = couplings.pairs[2 * pair + 1] === -1 ? NaN : random.uniform(-1, 1);
    }
    for (const particle of couplings.pairs.slice(2 * pair, 2 * pair + 2)) {
      if (couplings.pairs[2 * pair + 1] === -1) continue;
      for (let k = 0; k < 9; k += 4) matrix.diagonals[9 * particle + k]! += 3;
    }
  }
  return matrix;
}

export function randomVector(length: number, random: Random): Float64Array {
  return Float64Array.from({ length }, () => random.uniform(-1, 1));
}

/** For checks in inner loops, where `expect` is too slow. */
export function must(constraints: boolean, what: string): void {
  if (!constraints) throw new Error(`it does not hold that ${what}`);
}

/** Small sheets, flat and not, without elements that are too thin for finite differences. */
export const anySmall: fc.Arbitrary<MeshData> = fc
  .tuple(fc.constantFrom(...GRID_DIAGONALS), fc.nat({ max: 4 }), fc.nat({ max: 1000 }))
  .map(([diagonals, which, seed]) => {
    const data = [
      generateGrid({ size: [2, 2], segments: [2, 2], diagonals }),
      generateGrid({ size: [3, 1], segments: [3, 1], diagonals }),
      book(3, 1),
      bowTie(2, 1),
      hexagon(),
    ][which]!;
    shake(data.positions, data.positions.length / 3, 0.1, new Random(seed));
    return data;
  });

/** Substep duration in these tests, s: inertia and stiffness have about the same weight. */
export const DURATION = 0.05;

/** Starts a substep from a perturbed pose, in motion and under forces, and perturbs the particles again. */
export function startSubstep(
  cloth: Cloth,
  by: number,
  random: Random,
  grabs: readonly Attachments[] = [],
): Objective {
  const { count, positions, previousPositions, velocities, forces } = cloth.particles;
  shake(positions, count, by, random);
  for (let i = 0; i < 3 * count; i++) {
    velocities[i] = random.uniform(-1, 1);
    forces[i] = random.uniform(-5, 5);
  }
  const objective = new Objective(cloth);
  objective.begin(DURATION, grabs);
  previousPositions.set(positions);
  shake(positions, count, by, random);
  return objective;
}

/** A grab at its maximum force, and one below it. */
export function twoHands(random: Random): Attachments[] {
  return [
    new Attachments([0, 1], 40, 2, 0.7),
    new Attachments([2], 30, 1e4, 0.5),
    new Attachments([3], 30, Infinity),
  ].map((grab) => {
    for (let i = 0; i < grab.targets.length; i++) {
      grab.targets[i] = 3 + random.next();
      grab.targetVelocities[i] = random.uniform(-1, 1);
    }
    return grab;
  });
}
