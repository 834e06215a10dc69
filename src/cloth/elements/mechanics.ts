import { Conditions, type Elements } from "./elements.js";

// Energies and derivatives of elements of any kind, for solvers that need matrices, for reports and for tests. The hot
// loops are in the kernels.

const at = new Conditions();
const hessian = new Float64Array(12 * 12);
const hessianTimesVelocity = new Float64Array(12);

/** Returns the elastic energy of all elements of a kind in a pose, J: Σ ½ k C². */
export function elasticEnergy(elements: Elements, positions: Float64Array): number {
  let energy = 0;
  for (let element = 0; element < elements.count; element++) {
    if (!elements.isAlive(element)) continue;
    energy += elementEnergy(elements, element, positions);
  }
  return energy;
}

/** Returns the elastic energy of one element in a pose, J. */
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
 * Returns the elastic energy of all elements of a kind from the forces that a solver applied in the latest step, J: Σ
 * λ² / 2k. Use it for xpbd: the strains that xpbd leaves are not converged, and their energy can be a thousand times
 * too large.
 *
 * @param duration Duration of the step whose impulses are in the store, s.
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
 * Writes the derivatives of the force of one element by the positions and velocities of its particles. With λ = k C + d
 * Ċ,
 *
 *     ∂F/∂x = −∇C (k ∇C + d ∇²C v)ᵀ − λ ∇²C        ∂F/∂v = −d ∇C ∇Cᵀ
 *
 * @param byPosition Square matrix of 3 · `elements.size` rows, overwritten, row by row.
 * @param byVelocity Same shape.
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
    elements.curvature(element, c, positions, hessian);
    let rate = 0;
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < rows; column++) {
        sum += hessian[rows * row + column]! * velocityAt(column);
      }
      hessianTimesVelocity[row] = sum;
      rate += at.gradients[gradient + row]! * velocityAt(row);
    }
    const pull = stiffness * at.values[c]! + damping * rate;
    for (let row = 0; row < rows; row++) {
      const slope = at.gradients[gradient + row]!;
      for (let column = 0; column < rows; column++) {
        const other = at.gradients[gradient + column]!;
        byPosition[rows * row + column]! -=
          slope * (stiffness * other + damping * hessianTimesVelocity[column]!) +
          pull * hessian[rows * row + column]!;
        byVelocity[rows * row + column]! -= damping * slope * other;
      }
    }
  }

  function velocityAt(coordinate: number): number {
    const particle = particles[size * element + Math.floor(coordinate / 3)]!;
    return velocities[3 * particle + (coordinate % 3)]!;
  }
}
