import { Conditions, type Elements } from "./elements.js";

// What follows from the conditions of any element. Hot loops stand in the kernels; these are for solvers that need
// matrices, for reports and for tests.

const at = new Conditions();
const curved = new Float64Array(12 * 12);
const curvedVelocity = new Float64Array(12);

/** Elastic energy of all elements of a kind in a pose, J: Σ ½ k C². */
export function elasticEnergy(elements: Elements, positions: Float64Array): number {
  let energy = 0;
  for (let element = 0; element < elements.count; element++) {
    if (!elements.isAlive(element)) continue;
    energy += elementEnergy(elements, element, positions);
  }
  return energy;
}

/** Elastic energy of one element in a pose, J. */
export function elementEnergy(
  elements: Elements,
  element: number,
  positions: Float64Array,
): number {
  if (!elements.evaluate(element, positions, at)) return 0;
  const { conditionCount, stiffnesses } = elements;
  let energy = 0;
  for (let c = 0; c < conditionCount; c++) {
    energy += 0.5 * stiffnesses[conditionCount * element + c]! * at.values[c]! * at.values[c]!;
  }
  return energy;
}

/**
 * Elastic energy of all elements of a kind by the forces that a solver applied in the latest step, J: Σ λ² / 2k. That is
 * what xpbd holds: the strains that it leaves behind are those of unfinished work, and their energy can be a thousand
 * times too large.
 *
 * @param duration Of the step whose impulses are in the store, s.
 */
export function appliedEnergy(
  { count, conditionCount, impulses, stiffnesses }: Elements,
  duration: number,
): number {
  let energy = 0;
  for (let i = 0; i < conditionCount * count; i++) {
    const stiffness = stiffnesses[i]!;
    const force = impulses[i]! / duration;
    if (force !== 0 && stiffness > 0) energy += (force * force) / (2 * stiffness);
  }
  return energy;
}

/**
 * Derivatives of the force of one element, by the places and by the velocities of its particles. With λ = k C + d Ċ,
 *
 *     ∂F/∂x = −∇C (k ∇C + d ∇²C v)ᵀ − λ ∇²C        ∂F/∂v = −d ∇C ∇Cᵀ
 *
 * @param byPosition, byVelocity Square matrices of 3 · `elements.size` rows, written over, row by row.
 */
export function elementJacobian(
  elements: Elements,
  element: number,
  positions: Float64Array,
  velocities: Float64Array,
  byPosition: Float64Array,
  byVelocity: Float64Array,
): void {
  const { size, conditionCount, particles, stiffnesses, dampings } = elements;
  const rows = 3 * size;
  byPosition.fill(0, 0, rows * rows);
  byVelocity.fill(0, 0, rows * rows);
  if (!elements.evaluate(element, positions, at)) return;
  for (let c = 0; c < conditionCount; c++) {
    const stiffness = stiffnesses[conditionCount * element + c]!;
    const damping = dampings[conditionCount * element + c]!;
    const gradient = rows * c;
    elements.curvature(element, c, positions, curved);
    let rate = 0;
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < rows; column++) {
        sum += curved[rows * row + column]! * velocityAt(column);
      }
      curvedVelocity[row] = sum;
      rate += at.gradients[gradient + row]! * velocityAt(row);
    }
    const pull = stiffness * at.values[c]! + damping * rate;
    for (let row = 0; row < rows; row++) {
      const slope = at.gradients[gradient + row]!;
      for (let column = 0; column < rows; column++) {
        const other = at.gradients[gradient + column]!;
        byPosition[rows * row + column]! -=
          slope * (stiffness * other + damping * curvedVelocity[column]!) +
          pull * curved[rows * row + column]!;
        byVelocity[rows * row + column]! -= damping * slope * other;
      }
    }
  }

  function velocityAt(coordinate: number): number {
    const particle = particles[size * element + Math.floor(coordinate / 3)]!;
    return velocities[3 * particle + (coordinate % 3)]!;
  }
}
