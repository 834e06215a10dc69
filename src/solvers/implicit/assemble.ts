import { Conditions, type Attachments, type Elements } from "../../cloth/index.js";
import type { BlockMatrix } from "./block-matrix.js";
import type { Objective } from "./objective.js";

const at = new Conditions();
/** Second derivatives of one element, 3 · `size` rows, and of one of its conditions. */
const second = new Float64Array(12 * 12);
const curved = new Float64Array(12 * 12);
const way = new Float64Array(4);

/**
 * Writes the second derivatives of Φ where the particles are:
 *
 *     M / h² + Σ (k + d / h) ∇C ∇Cᵀ + λ ∇²C
 *
 * @param isWhole With all of λ ∇²C by the forces of the law. It may be indefinite then. Otherwise with what of it can only
 *   resist, by the multipliers: each block is positive definite.
 */
export function assemble(objective: Objective, matrix: BlockMatrix, isWhole: boolean): void {
  const { cloth, duration } = objective;
  const { particles, elements } = cloth;
  matrix.clear(particles.count);
  const inverse = 1 / (duration * duration);
  for (let p = 0; p < particles.count; p++) {
    addIdentity(matrix.diagonals, 9 * p, particles.masses[p]! * inverse);
  }
  for (let kind = 0; kind < elements.length; kind++) {
    assembleKind(objective, kind, elements[kind]!, matrix, isWhole);
  }
  for (let i = 0; i < objective.attachments.length; i++) {
    assembleHand(objective, objective.attachments[i]!, matrix.diagonals);
  }
}

function assembleKind(
  objective: Objective,
  kind: number,
  elements: Elements,
  matrix: BlockMatrix,
  isWhole: boolean,
): void {
  const { positions } = objective.cloth.particles;
  const { count, size, conditionCount, particles, stiffnesses } = elements;
  const { gradients } = at;
  const viscosities = objective.viscosities[kind]!;
  const rows = 3 * size;
  for (let element = 0; element < count; element++) {
    if (particles[size * element] === -1) continue;
    if (!elements.evaluate(element, positions, at)) continue;
    const first = conditionCount * element;
    if (isWhole) {
      addCurvatures(elements, element, positions, objective.forces[kind]!);
    } else if (
      !elements.stiffening(element, positions, objective.multipliers[kind]!, first, second)
    ) {
      second.fill(0, 0, rows * rows);
    }
    for (let c = 0; c < conditionCount; c++) {
      const stiffness = stiffnesses[first + c]! + viscosities[first + c]!;
      if (stiffness === 0) continue;
      const g = rows * c;
      for (let row = 0; row < rows; row++) {
        const part = stiffness * gradients[g + row]!;
        for (let column = 0; column <= row; column++) {
          second[rows * row + column]! += part * gradients[g + column]!;
        }
      }
    }
    scatter(elements, element, matrix, matrix.couplings.pairsOf(kind));
  }
}

/** Σ λ ∇²C of one element. */
function addCurvatures(
  elements: Elements,
  element: number,
  positions: Float64Array,
  forces: Float64Array,
): void {
  const { conditionCount } = elements;
  const length = 9 * elements.size * elements.size;
  second.fill(0, 0, length);
  for (let c = 0; c < conditionCount; c++) {
    const force = forces[conditionCount * element + c]!;
    if (force === 0) continue;
    elements.curvature(element, c, positions, curved);
    for (let i = 0; i < length; i++) second[i]! += force * curved[i]!;
  }
}

/** Adds the lower triangle of `second` to the blocks of the particles and pairs of an element. */
function scatter(
  elements: Elements,
  element: number,
  { diagonals, blocks }: BlockMatrix,
  pairs: Int32Array,
): void {
  const { size, particles } = elements;
  const rows = 3 * size;
  let pair = ((size * (size - 1)) / 2) * element;
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < j; i++) {
      const code = pairs[pair++]!;
      if (code === -1) {
        addTwice(diagonals, 9 * particles[size * element + j]!, rows, 3 * j, 3 * i);
        continue;
      }
      const to = 9 * (code >> 1);
      // Rows of particle j, columns of particle i. The pair stands as (i, j), or as (j, i) where the code is odd.
      const down = (code & 1) === 1 ? 3 : 1;
      const across = 4 - down;
      for (let row = 0; row < 3; row++) {
        const from = rows * (3 * j + row) + 3 * i;
        for (let column = 0; column < 3; column++) {
          blocks[to + down * row + across * column]! += second[from + column]!;
        }
      }
    }
    const to = 9 * particles[size * element + j]!;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column <= row; column++) {
        const value = second[rows * (3 * j + row) + 3 * j + column]!;
        diagonals[to + 3 * row + column]! += value;
        if (column < row) diagonals[to + 3 * column + row]! += value;
      }
    }
  }
}

/** A particle that an element has twice, as hinges between two triangles on one another do, is coupled to itself. */
function addTwice(diagonals: Float64Array, to: number, rows: number, j: number, i: number): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const value = second[rows * (j + row) + i + column]!;
      diagonals[to + 3 * row + column]! += value;
      diagonals[to + 3 * column + row]! += value;
    }
  }
}

/** K in all directions, or less, across the pull alone, while the hand pulls with all its force. */
function assembleHand(objective: Objective, hand: Attachments, diagonals: Float64Array): void {
  for (let i = 0; i < hand.count; i++) {
    const d = 9 * hand.particles[i]!;
    objective.reach(hand, i, way);
    const stiffness = way[3]!;
    const squared = way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!;
    const length = Math.sqrt(squared);
    if (stiffness * length <= hand.maxForce) {
      addIdentity(diagonals, d, stiffness);
      continue;
    }
    const across = hand.maxForce / length;
    addIdentity(diagonals, d, across);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        diagonals[d + 3 * row + column]! -= (across * way[row]! * way[column]!) / squared;
      }
    }
  }
}

function addIdentity(blocks: Float64Array, to: number, factor: number): void {
  blocks[to]! += factor;
  blocks[to + 4]! += factor;
  blocks[to + 8]! += factor;
}
