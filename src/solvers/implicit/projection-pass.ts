import { Conditions, type Elements } from "../../cloth/index.js";
import type { ConstraintFilter } from "./constraint-filter.js";
import type { Objective } from "./objective.js";

const at = new Conditions();
const second = new Float64Array(12 * 12);
const forces = new Float64Array(3);
/** Gradient of Φ by the position of one particle. */
const gradient = new Float64Array(3);
/** Hessian of Φ by the position of one particle, without terms that could make it indefinite. */
const hessian = new Float64Array(9);

/**
 * Runs sweeps of block descent (block Gauss–Seidel): one Newton step per particle minimizes Φ while all other particles
 * stay fixed. The preceding solve has the right forces and motion, but its straight steps lengthen elements that
 * rotate. These sweeps correct lengths between neighbors at low cost. Velocities remain those of the solve: with these
 * corrections they would be wrong.
 */
export function runProjectionPass(
  objective: Objective,
  filter: ConstraintFilter,
  sweeps: number,
): void {
  const { count } = objective.cloth.particles;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let p = 0; p < count; p++) if (filter.isFree(p)) projectParticle(objective, p);
  }
}

function projectParticle(objective: Objective, p: number): void {
  const { mesh, particles, elements } = objective.cloth;
  const { positions, masses } = particles;
  const interval = objective.intervals[p]!;
  const inertia = masses[p]! / (interval * interval);
  hessian.fill(0);
  for (let k = 0; k < 3; k++) {
    hessian[4 * k] = inertia;
    gradient[k] = inertia * (positions[3 * p + k]! - objective.targets[3 * p + k]!);
  }
  for (let h = mesh.vertexHalfedges[p]!; h !== -1; h = mesh.nextAtVertex[h]!) {
    const triangle = mesh.triangleOf(h);
    for (let kind = 0; kind < elements.length; kind++) {
      const ofKind = elements[kind]!;
      if (ofKind.place === "triangle") {
        add(objective, kind, ofKind, triangle, p);
        continue;
      }
      for (let g = 3 * triangle; g < 3 * triangle + 3; g++) {
        // An edge at p is found from each of its triangles; count it once, from its first triangle.
        const edge = mesh.halfedgeEdges[g]!;
        const isAtP = g !== mesh.next(h);
        if (isAtP && mesh.triangleOf(mesh.edgeHalfedges[edge]!) !== triangle) continue;
        add(objective, kind, ofKind, edge, p);
      }
    }
  }
  descend(positions, 3 * p);
}

/** Adds gradient and Hessian of one element by the position of one of its particles. */
function add(
  objective: Objective,
  kind: number,
  elements: Elements,
  element: number,
  p: number,
): void {
  const { positions } = objective.cloth.particles;
  const { size, conditionCount, particles, stiffnesses } = elements;
  let slot = 0;
  while (slot < size && particles[size * element + slot] !== p) slot++;
  if (slot === size) return;
  // A hinge between two coincident triangles has p as both far corners: its angle does not depend on p.
  for (let n = slot + 1; n < size; n++) if (particles[size * element + n] === p) return;
  if (!elements.evaluate(element, positions, at)) return;
  for (let c = 0; c < conditionCount; c++) {
    const n = conditionCount * element + c;
    const stiffness = stiffnesses[n]! + objective.viscosities[kind]![n]!;
    objective.writeForce(kind, n, at.values, c, forces);
    const force = forces[c]!;
    const g = 3 * (size * c + slot);
    for (let row = 0; row < 3; row++) {
      const component = at.gradients[g + row]!;
      gradient[row]! += force * component;
      for (let column = 0; column < 3; column++) {
        hessian[3 * row + column]! += stiffness * component * at.gradients[g + column]!;
      }
    }
  }
  if (!elements.geometricStiffness(element, positions, forces, 0, second)) return;
  const rows = 3 * size;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      hessian[3 * row + column]! += second[rows * (3 * slot + row) + 3 * slot + column]!;
    }
  }
}

/** Newton step: moves the particle by −`hessian`⁻¹ `gradient`. */
function descend(positions: Float64Array, p: number): void {
  const a = hessian[0]!;
  const b = hessian[1]!;
  const c = hessian[2]!;
  const d = hessian[4]!;
  const e = hessian[5]!;
  const f = hessian[8]!;
  const aa = d * f - e * e;
  const bb = c * e - b * f;
  const cc = b * e - c * d;
  const determinant = a * aa + b * bb + c * cc;
  if (!(determinant > 0)) return;
  const x = -gradient[0]! / determinant;
  const y = -gradient[1]! / determinant;
  const z = -gradient[2]! / determinant;
  positions[p]! += aa * x + bb * y + cc * z;
  positions[p + 1]! += bb * x + (a * f - c * c) * y + (b * c - a * e) * z;
  positions[p + 2]! += cc * x + (b * c - a * e) * y + (a * d - b * b) * z;
}
