import { IndexSet } from "../math/index-set.js";
import type { Cloth } from "./cloth.js";
import { Conditions, type Elements } from "./elements/elements.js";

const at = new Conditions();
/** Edges of the triangles at the particle: hinges and bend-shear springs reach over those across from it. */
const edges = new IndexSet();

/** What the solver applied in some time. */
export interface ElementImpulses {
  /** s. */
  readonly duration: number;
  /** Of the conditions of all elements, kind by kind, N·s. */
  readonly impulses: readonly Float64Array[];
  /** Of Provot's limit, edge by edge, N·s; as many as it has come to. */
  readonly limit: Float64Array;
}

/**
 * Adds what a cloth pulls one of its particles with, N, as the mean over a step: what the solver really applied
 * (−impulse / duration × ∇C of every element that the particle is in), in the pose at the end of the step. O(valence).
 *
 * @param pulls Of the step.
 * @param into Three numbers, x, y and z.
 */
export function addElementForces(
  cloth: Cloth,
  particle: number,
  pulls: ElementImpulses,
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
      addPullOf(elements[k]!, triangle, particle, positions, pulls, k, into);
    }
  }
  for (let i = 0; i < edges.size; i++) {
    const edge = edges.at(i);
    for (let k = 0; k < elements.length; k++) {
      if (elements[k]!.place !== "edge") continue;
      addPullOf(elements[k]!, edge, particle, positions, pulls, k, into);
    }
    if (edge < pulls.limit.length) addPullOfLimit(cloth, pulls, edge, particle, into);
  }
}

/** Adds what one element does to one particle; nothing where the particle is not in it. */
function addPullOf(
  elements: Elements,
  element: number,
  particle: number,
  positions: Float64Array,
  pulls: ElementImpulses,
  kind: number,
  into: Float64Array,
): void {
  const { size, conditionCount, particles } = elements;
  const impulses = pulls.impulses[kind];
  if (impulses === undefined || conditionCount * element >= impulses.length) return; // made since

  let isEvaluated = false;
  // A hinge between two triangles on the same three particles has one of them twice.
  for (let n = 0; n < size; n++) {
    if (particles[size * element + n] !== particle) continue;
    if (!isEvaluated && !elements.evaluate(element, positions, at)) return;
    isEvaluated = true;
    for (let c = 0; c < conditionCount; c++) {
      const force = impulses[conditionCount * element + c]! / pulls.duration;
      const gradient = 3 * (size * c + n);
      for (let k = 0; k < 3; k++) into[k]! -= force * at.gradients[gradient + k]!;
    }
  }
}

/** Adds what the limit of stretch did along one edge; nothing where the particle is not an end of it. */
function addPullOfLimit(
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
    const way = positions[3 * other + k]! - positions[3 * particle + k]!;
    squared += way * way;
  }
  if (squared === 0) return; // no direction to pull in
  const scale = impulse / (duration * Math.sqrt(squared));
  for (let k = 0; k < 3; k++) {
    into[k]! += scale * (positions[3 * other + k]! - positions[3 * particle + k]!);
  }
}
