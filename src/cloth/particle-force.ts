import { IndexSet } from "../math/index-set.js";
import type { Cloth } from "./cloth.js";
import { Conditions, type Elements } from "./elements/elements.js";

const conditions = new Conditions();
/**
 * Edges of the triangles at the particle, including the opposite edges: hinges and bend-shear springs there reach it.
 */
const edges = new IndexSet();

/** The impulses that a solver applied in an interval of time. */
export interface ElementImpulses {
  /** Length of the interval, s. */
  readonly duration: number;
  /** Impulses of the conditions of all elements, kind by kind, N·s. */
  readonly impulses: readonly Float64Array[];
  /** Impulses of Provot's stretch limit, edge by edge, N·s; may be shorter than the list of edges. */
  readonly limit: Float64Array;
}

/**
 * Adds the force of a cloth on one of its particles, N, as the mean over a step: what the solver actually applied
 * (−impulse / duration × ∇C of every element with that particle), in the pose at the end of the step. O(valence).
 *
 * @param step Impulses of the step.
 * @param into Three numbers, x, y and z.
 */
export function addElementForces(
  cloth: Cloth,
  particle: number,
  step: ElementImpulses,
  into: Float64Array,
): void {
  const { mesh, elements } = cloth;
  const { positions } = cloth.particles;
  edges.clear();
  for (let h = mesh.vertexHalfedges[particle]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    const triangle = mesh.triangleOf(h);
    for (let n = 3 * triangle; n < 3 * triangle + 3; n++) edges.add(mesh.halfedgeEdges[n]!);
    for (let k = 0; k < elements.length; k++) {
      if (elements[k]!.place !== "triangle") continue;
      addElementForce(elements[k]!, triangle, particle, positions, step, k, into);
    }
  }
  for (let i = 0; i < edges.size; i++) {
    const edge = edges.at(i);
    for (let k = 0; k < elements.length; k++) {
      if (elements[k]!.place !== "edge") continue;
      addElementForce(elements[k]!, edge, particle, positions, step, k, into);
    }
    if (edge < step.limit.length) addLimitForce(cloth, step, edge, particle, into);
  }
}

/** Adds the force of one element on one particle; nothing if the element does not have that particle. */
function addElementForce(
  elements: Elements,
  element: number,
  particle: number,
  positions: Float64Array,
  step: ElementImpulses,
  kind: number,
  into: Float64Array,
): void {
  const { size, conditionCount, particles } = elements;
  const impulses = step.impulses[kind];
  if (impulses === undefined || conditionCount * element >= impulses.length) return; // created after the step

  let isEvaluated = false;
  // A hinge between two triangles with the same three particles has one particle twice.
  for (let n = 0; n < size; n++) {
    if (particles[size * element + n] !== particle) continue;
    if (!isEvaluated && !elements.evaluate(element, positions, conditions)) return;
    isEvaluated = true;
    for (let c = 0; c < conditionCount; c++) {
      const force = impulses[conditionCount * element + c]! / step.duration;
      const gradient = 3 * (size * c + n);
      for (let k = 0; k < 3; k++) into[k]! -= force * conditions.gradients[gradient + k]!;
    }
  }
}

/** Adds the force of the stretch limit along one edge; nothing if the particle is not an end of it. */
function addLimitForce(
  { mesh, particles }: Cloth,
  { duration, limit }: ElementImpulses,
  edge: number,
  particle: number,
  into: Float64Array,
): void {
  const impulse = limit[edge]!;
  const start = mesh.edgeStart(edge);
  const end = mesh.edgeEnd(edge);
  if (impulse === 0 || (start !== particle && end !== particle)) return;
  const other = start === particle ? end : start;
  const { positions } = particles;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const offset = positions[3 * other + k]! - positions[3 * particle + k]!;
    squared += offset * offset;
  }
  if (squared === 0) return; // no direction to pull in
  const scale = impulse / (duration * Math.sqrt(squared));
  for (let k = 0; k < 3; k++) {
    into[k]! += scale * (positions[3 * other + k]! - positions[3 * particle + k]!);
  }
}
