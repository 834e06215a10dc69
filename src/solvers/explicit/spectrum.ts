import { distance } from "../../math/vector.js";
import { Conditions, type Attachments, type Cloth, type Elements } from "../../cloth/index.js";
import type { Spectrum } from "./stability.js";

const at = new Conditions();
const norms = new Float64Array(4);
const geometric = new Float64Array(4);
/** Arguments of the functions below: a number passed as an argument would be allocated on the heap. */
const factors = new Float64Array(2);

/**
 * Tracks the spectrum of a cloth: upper bounds of stiffness, damping and drag over mass, from one pass over the
 * elements.
 *
 * A condition with gradients gᵢ at its particles has the stiffness k g gᵀ. By Cauchy and Schwarz, for any motion x,
 *
 *     k (Σ gᵢ · xᵢ)² ≤ Σᵢ xᵢᵀ Bᵢ xᵢ      Bᵢ = k (Σⱼ |gⱼ| / |gᵢ|) gᵢ gᵢᵀ
 *
 * With the sum of the Bᵢ of all conditions, 3 × 3 per particle, the largest eigenvalue of stiffness over mass is at
 * most the largest of Bᵢ / mᵢ. Elements bound their geometric stiffness λ ∇²C. The bound is local and has no state, so
 * it is correct in every pose, after a tear that leaves a light particle on stiff edges, with a grab, with a new
 * material, and after a pin is released. For a sheet at rest the resulting steps are up to a sixth shorter than
 * necessary.
 */
export class SpectrumTracker {
  readonly cloth: Cloth;
  /** Fastest change of an edge vector relative to its length at the latest measurement, 1/s. */
  rate = 0;
  /** Maximum speed of a particle at that time, m/s. */
  #speed = 0;
  /** Length of the shortest edge at rest, m. */
  #shortest = 0;
  /** Bᵢ of stiffness and of damping, six numbers per particle: xx, yy, zz, xy, xz, yz. */
  #stiffness = new Float64Array(0);
  #damping = new Float64Array(0);
  readonly #spectrum: Spectrum = { stiffness: 0, damping: 0, drag: 0, rotationRate: 0 };

  constructor(cloth: Cloth) {
    this.cloth = cloth;
  }

  /**
   * Measures the cloth in its current pose with these grabs; `drag` in N·s/m³. The result is valid until the next call.
   */
  measure(drag: number, attachments: readonly Attachments[]): Spectrum {
    const { particles, elements, material } = this.cloth;
    const { count } = particles;
    if (this.#stiffness.length < 6 * count) {
      this.#stiffness = new Float64Array(12 * count);
      this.#damping = new Float64Array(12 * count);
    }
    this.#stiffness.fill(0, 0, 6 * count);
    this.#damping.fill(0, 0, 6 * count);
    for (let i = 0; i < elements.length; i++) {
      addBlocks(elements[i]!, particles.positions, this.#stiffness, this.#damping);
    }
    for (let n = 0; n < attachments.length; n++) {
      const grab = attachments[n]!;
      factors[0] = grab.stiffness;
      factors[1] = grab.damping;
      for (let i = 0; i < grab.count; i++) {
        addIdentity(this.#stiffness, 6 * grab.particles[i]!, factors, 0);
        addIdentity(this.#damping, 6 * grab.particles[i]!, factors, 1);
      }
    }
    this.rate = fastestChange(this.cloth);
    this.#speed = Math.sqrt(largestSquare(particles));
    this.#shortest = shortestEdge(this.cloth);
    const spectrum = this.#spectrum;
    spectrum.stiffness = largestOverMass(this.#stiffness, particles);
    spectrum.damping = largestOverMass(this.#damping, particles);
    spectrum.drag = drag === 0 ? 0 : (drag / material.density) * largestGrowth(this.cloth);
    spectrum.rotationRate = this.rate;
    return spectrum;
  }

  /** True if particles have become so much faster that an edge may change by `fraction` of its length in `dt`. */
  isStruck(fraction: number, dt: number): boolean {
    const fastest = this.#speed + (fraction * this.#shortest) / dt;
    return largestSquare(this.cloth.particles) > fastest * fastest;
  }
}

/** Returns the square of the largest speed, m²/s². */
function largestSquare({ velocities, count }: Cloth["particles"]): number {
  let largest = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = velocities[i]!;
    const y = velocities[i + 1]!;
    const z = velocities[i + 2]!;
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return largest;
}

/** Returns the minimum length of an edge at rest, m. */
function shortestEdge({ mesh: { edgeCount }, rest }: Cloth): number {
  let shortest = Infinity;
  for (let edge = 0; edge < edgeCount; edge++) {
    const length = rest.lengths[edge]!;
    if (length > 0) shortest = Math.min(shortest, length);
  }
  return shortest;
}

/** Edges shorter than this fraction of their rest length count as that long. */
const MIN_EDGE_RATIO = 0.1;

/** Returns the fastest change of an edge vector relative to its length, 1/s. */
export function fastestChange({ mesh, particles, rest }: Cloth): number {
  const { positions, velocities } = particles;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  let fastest = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const a = 3 * halfedgeVertices[h]!;
    const b = 3 * mesh.endOf(h);
    const shortest = MIN_EDGE_RATIO * rest.lengths[edge]!;
    const length = Math.max(distance(positions, a, b), shortest);
    if (length > 0) fastest = Math.max(fastest, distance(velocities, a, b) / length);
  }
  return fastest;
}

/** Returns the largest area of a triangle over its rest area: drag grows by this factor at the same mass. */
function largestGrowth({ mesh, particles: { positions }, rest: { areas } }: Cloth): number {
  const { triangleCount, halfedgeVertices } = mesh;
  let largest = 1;
  for (let t = 0; t < triangleCount; t++) {
    const a = 3 * halfedgeVertices[3 * t]!;
    const b = 3 * halfedgeVertices[3 * t + 1]!;
    const c = 3 * halfedgeVertices[3 * t + 2]!;
    // Inlined by grab: `triangleCross` takes arrays of any kind, and the numbers that it reads from them are boxed.
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const twiceArea = Math.sqrt(x * x + y * y + z * z);
    if (areas[t]! > 0) largest = Math.max(largest, twiceArea / (2 * areas[t]!));
  }
  return largest;
}

/** Adds the Bᵢ of stiffness and of damping of all elements of a kind. */
function addBlocks(
  elements: Elements,
  positions: Float64Array,
  stiffness: Float64Array,
  damping: Float64Array,
): void {
  const { count, size, conditionCount, particles, stiffnesses, dampings } = elements;
  const { gradients } = at;
  for (let element = 0; element < count; element++) {
    if (!elements.isAlive(element) || !elements.evaluate(element, positions, at)) continue;
    elements.geometricStiffnessBound(element, at, geometric);
    for (let n = 0; n < size; n++) {
      addIdentity(stiffness, 6 * particles[size * element + n]!, geometric, n);
    }
    for (let c = 0; c < conditionCount; c++) {
      let sum = 0;
      for (let n = 0; n < size; n++) {
        const g = 3 * (size * c + n);
        const x = gradients[g]!;
        const y = gradients[g + 1]!;
        const z = gradients[g + 2]!;
        norms[n] = Math.sqrt(x * x + y * y + z * z);
        sum += norms[n]!;
      }
      const k = stiffnesses[conditionCount * element + c]! * sum;
      const d = dampings[conditionCount * element + c]! * sum;
      for (let n = 0; n < size; n++) {
        if (norms[n] === 0) continue;
        const b = 6 * particles[size * element + n]!;
        const g = 3 * (size * c + n);
        factors[0] = k / norms[n]!;
        factors[1] = d / norms[n]!;
        if (k !== 0) addSquare(stiffness, b, g, 0);
        if (d !== 0) addSquare(damping, b, g, 1);
      }
    }
  }
}

function addIdentity(blocks: Float64Array, b: number, from: Float64Array, n: number): void {
  const factor = from[n]!;
  blocks[b]! += factor;
  blocks[b + 1]! += factor;
  blocks[b + 2]! += factor;
}

/** Adds g gᵀ times `factors[n]`, where the gradient g is at index `g` of the latest conditions. */
function addSquare(blocks: Float64Array, b: number, g: number, n: number): void {
  const factor = factors[n]!;
  const x = at.gradients[g]!;
  const y = at.gradients[g + 1]!;
  const z = at.gradients[g + 2]!;
  blocks[b]! += factor * x * x;
  blocks[b + 1]! += factor * y * y;
  blocks[b + 2]! += factor * z * z;
  blocks[b + 3]! += factor * x * y;
  blocks[b + 4]! += factor * x * z;
  blocks[b + 5]! += factor * y * z;
}

/** Returns the largest eigenvalue of a block over the mass of its particle. */
function largestOverMass(
  blocks: Float64Array,
  { count, inverseMasses }: Cloth["particles"],
): number {
  let largest = 0;
  for (let p = 0; p < count; p++) {
    const b = 6 * p;
    const trace = blocks[b]! + blocks[b + 1]! + blocks[b + 2]!; // an upper bound of the eigenvalues
    const w = inverseMasses[p]!;
    if (!(w * trace > largest)) continue;
    writeLargestEigenvalue(blocks, b);
    largest = Math.max(largest, w * eigenvalue[0]!);
  }
  return largest;
}

/**
 * Writes the largest eigenvalue of a positive semidefinite 3 × 3 matrix, or up to 3^(1/32) = 3.5 % more: the 32nd root
 * of the trace of its 32nd power, by squaring five times. Scaling by the trace keeps all powers in range.
 */
function writeLargestEigenvalue(blocks: Float64Array, b: number): void {
  const trace = blocks[b]! + blocks[b + 1]! + blocks[b + 2]!;
  eigenvalue[0] = trace;
  if (!(trace > 0 && trace < Infinity)) return;
  let xx = blocks[b]! / trace;
  let yy = blocks[b + 1]! / trace;
  let zz = blocks[b + 2]! / trace;
  let xy = blocks[b + 3]! / trace;
  let xz = blocks[b + 4]! / trace;
  let yz = blocks[b + 5]! / trace;
  for (let i = 0; i < 5; i++) {
    const squareXx = xx * xx + xy * xy + xz * xz;
    const squareYy = xy * xy + yy * yy + yz * yz;
    const squareZz = xz * xz + yz * yz + zz * zz;
    const squareXy = xx * xy + xy * yy + xz * yz;
    const squareXz = xx * xz + xy * yz + xz * zz;
    const squareYz = xy * xz + yy * yz + yz * zz;
    xx = squareXx;
    yy = squareYy;
    zz = squareZz;
    xy = squareXy;
    xz = squareXz;
    yz = squareYz;
  }
  let root = xx + yy + zz;
  for (let i = 0; i < 5; i++) root = Math.sqrt(root);
  eigenvalue[0] = trace * root;
}

const eigenvalue = new Float64Array(1);
