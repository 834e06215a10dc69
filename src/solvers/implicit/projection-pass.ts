import { Conditions, type Elements } from "../../cloth/index.js";
import type { ConstraintFilter } from "./constraint-filter.js";
import type { Objective } from "./objective.js";

const at = new Conditions();
const second = new Float64Array(12 * 12);
const forces = new Float64Array(3);
/** Of Φ by the place of one particle: its gradient, and its second derivatives without what could make them indefinite. */
const slope = new Float64Array(3);
const bend = new Float64Array(9);

/**
 * Some sweeps of block descent (Gauss–Seidel): particle by particle, each goes where Φ is smallest for it while all others
 * stand still, by one Newton step. The solve before was right about forces and motion, but straight steps have made
 * what turned in it too long; this puts lengths right where it is cheap, between neighbours. Velocities stay those of the
 * solve: fed with these corrections they would ruin the motion.
 */
export function runProjectionPass(
  objective: Objective,
  freedom: ConstraintFilter,
  sweeps: number,
): void {
  const { count } = objective.cloth.particles;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let p = 0; p < count; p++) if (freedom.isFree(p)) projectParticle(objective, p);
  }
}

function projectParticle(objective: Objective, p: number): void {
  const { mesh, particles, elements } = objective.cloth;
  const { positions, masses } = particles;
  const inertia = masses[p]! / (objective.duration * objective.duration);
  bend.fill(0);
  for (let k = 0; k < 3; k++) {
    bend[4 * k] = inertia;
    slope[k] = inertia * (positions[3 * p + k]! - objective.targets[3 * p + k]!);
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
        // An edge at p comes with each of its triangles: it counts with the one it lists first.
        const edge = mesh.halfedgeEdges[g]!;
        const isAtP = g !== mesh.next(h);
        if (isAtP && mesh.triangleOf(mesh.edgeHalfedges[edge]!) !== triangle) continue;
        add(objective, kind, ofKind, edge, p);
      }
    }
  }
  descend(positions, 3 * p);
}

/** Adds what an element says about the place of one of its particles. */
function add(
  objective: Objective,
  kind: number,
  elements: Elements,
  element: number,
  p: number,
): void {
  const { positions } = objective.cloth.particles;
  const { size, conditionCount, particles, stiffnesses } = elements;
  let place = 0;
  while (place < size && particles[size * element + place] !== p) place++;
  if (place === size) return;
  // A hinge between two triangles on one another has p as both far corners: its angle does not change with p.
  for (let n = place + 1; n < size; n++) if (particles[size * element + n] === p) return;
  if (!elements.evaluate(element, positions, at)) return;
  for (let c = 0; c < conditionCount; c++) {
    const n = conditionCount * element + c;
    const stiffness = stiffnesses[n]! + objective.viscosities[kind]![n]!;
    objective.writeForce(kind, n, at.values, c, forces);
    const force = forces[c]!;
    const g = 3 * (size * c + place);
    for (let row = 0; row < 3; row++) {
      const gradient = at.gradients[g + row]!;
      slope[row]! += force * gradient;
      for (let column = 0; column < 3; column++) {
        bend[3 * row + column]! += stiffness * gradient * at.gradients[g + column]!;
      }
    }
  }
  if (!elements.stiffening(element, positions, forces, 0, second)) return;
  const rows = 3 * size;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      bend[3 * row + column]! += second[rows * (3 * place + row) + 3 * place + column]!;
    }
  }
}

/** Goes to where the latest slope, bent as `bend` says, comes to 0. */
function descend(positions: Float64Array, p: number): void {
  const a = bend[0]!;
  const b = bend[1]!;
  const c = bend[2]!;
  const d = bend[4]!;
  const e = bend[5]!;
  const f = bend[8]!;
  const aa = d * f - e * e;
  const bb = c * e - b * f;
  const cc = b * e - c * d;
  const determinant = a * aa + b * bb + c * cc;
  if (!(determinant > 0)) return;
  const x = -slope[0]! / determinant;
  const y = -slope[1]! / determinant;
  const z = -slope[2]! / determinant;
  positions[p]! += aa * x + bb * y + cc * z;
  positions[p + 1]! += bb * x + (a * f - c * c) * y + (b * c - a * e) * z;
  positions[p + 2]! += cc * x + (b * c - a * e) * y + (a * d - b * b) * z;
}
