import { Conditions, type Attachments, type Elements } from "../../cloth/index.js";
import type { BlockMatrix } from "./block-matrix.js";
import type { Objective } from "./objective.js";

const at = new Conditions();
/** Hessian of one element, 3 · `size` rows. */
const elementHessian = new Float64Array(12 * 12);
/** Hessian of one condition. */
const conditionHessian = new Float64Array(12 * 12);
const offset = new Float64Array(4);

/**
 * Writes the Hessian of Φ at the current positions:
 *
 *     M / h² + Σ (k + d / h) ∇C ∇Cᵀ + λ ∇²C
 *
 * @param isFull True: with the full λ ∇²C, from the forces of the law; the matrix may be indefinite. False: with the
 *   positive semidefinite part of it, from the multipliers; the matrix is positive definite.
 */
export function assemble(objective: Objective, matrix: BlockMatrix, isFull: boolean): void {
  const { cloth, intervals } = objective;
  const { particles, elements } = cloth;
  matrix.clear(particles.count);
  for (let p = 0; p < particles.count; p++) {
    addIdentity(
      matrix.diagonals,
      9 * p,
      particles.masses[p]! * (1 / (intervals[p]! * intervals[p]!)),
    );
  }
  for (let kind = 0; kind < elements.length; kind++) {
    assembleKind(objective, kind, elements[kind]!, matrix, isFull);
  }
  for (let i = 0; i < objective.attachments.length; i++) {
    assembleGrab(objective, objective.attachments[i]!, matrix.diagonals);
  }
}

function assembleKind(
  objective: Objective,
  kind: number,
  elements: Elements,
  matrix: BlockMatrix,
  isFull: boolean,
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
    if (isFull) {
      addCurvatures(elements, element, positions, objective.forces[kind]!);
    } else if (
      !elements.geometricStiffness(
        element,
        positions,
        objective.multipliers[kind]!,
        first,
        elementHessian,
      )
    ) {
      elementHessian.fill(0, 0, rows * rows);
    }
    for (let c = 0; c < conditionCount; c++) {
      const stiffness = stiffnesses[first + c]! + viscosities[first + c]!;
      if (stiffness === 0) continue;
      const g = rows * c;
      for (let row = 0; row < rows; row++) {
        const part = stiffness * gradients[g + row]!;
        for (let column = 0; column <= row; column++) {
          elementHessian[rows * row + column]! += part * gradients[g + column]!;
        }
      }
    }
    scatter(elements, element, matrix, matrix.pattern.pairsOf(kind));
  }
}

/** Writes Σ λ ∇²C of one element. */
function addCurvatures(
  elements: Elements,
  element: number,
  positions: Float64Array,
  forces: Float64Array,
): void {
  const { conditionCount } = elements;
  const length = 9 * elements.size * elements.size;
  elementHessian.fill(0, 0, length);
  for (let c = 0; c < conditionCount; c++) {
    const force = forces[conditionCount * element + c]!;
    if (force === 0) continue;
    elements.curvature(element, c, positions, conditionHessian);
    for (let i = 0; i < length; i++) elementHessian[i]! += force * conditionHessian[i]!;
  }
}

/** Adds the lower triangle of `elementHessian` to the blocks of the particles and pairs of an element. */
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
      // Rows of particle j, columns of particle i. The pair is stored as (i, j), or as (j, i) if the code is odd.
      const down = (code & 1) === 1 ? 3 : 1;
      const across = 4 - down;
      for (let row = 0; row < 3; row++) {
        const from = rows * (3 * j + row) + 3 * i;
        for (let column = 0; column < 3; column++) {
          blocks[to + down * row + across * column]! += elementHessian[from + column]!;
        }
      }
    }
    const to = 9 * particles[size * element + j]!;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column <= row; column++) {
        const value = elementHessian[rows * (3 * j + row) + 3 * j + column]!;
        diagonals[to + 3 * row + column]! += value;
        if (column < row) diagonals[to + 3 * column + row]! += value;
      }
    }
  }
}

/** Adds a block of a particle that an element has twice, as in hinges between coincident triangles, to the diagonal. */
function addTwice(diagonals: Float64Array, to: number, rows: number, j: number, i: number): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const value = elementHessian[rows * (j + row) + i + column]!;
      diagonals[to + 3 * row + column]! += value;
      diagonals[to + 3 * column + row]! += value;
    }
  }
}

/** Stiffness K of a grab in all directions; at maximum force only perpendicular to the pull, and less. */
function assembleGrab(objective: Objective, grab: Attachments, diagonals: Float64Array): void {
  for (let i = 0; i < grab.count; i++) {
    const d = 9 * grab.particles[i]!;
    objective.writeOffset(grab, i, offset);
    const stiffness = offset[3]!;
    const squared = offset[0]! * offset[0]! + offset[1]! * offset[1]! + offset[2]! * offset[2]!;
    const length = Math.sqrt(squared);
    if (stiffness * length <= grab.maxForce) {
      addIdentity(diagonals, d, stiffness);
      continue;
    }
    const across = grab.maxForce / length;
    addIdentity(diagonals, d, across);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        diagonals[d + 3 * row + column]! -= (across * offset[row]! * offset[column]!) / squared;
      }
    }
  }
}

function addIdentity(blocks: Float64Array, to: number, factor: number): void {
  blocks[to]! += factor;
  blocks[to + 4]! += factor;
  blocks[to + 8]! += factor;
}
