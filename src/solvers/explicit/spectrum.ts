import { distance } from "../../math/vector.js";
import { Conditions, type Attachments, type Cloth, type Elements } from "../../cloth/index.js";
import type { Spectrum } from "./stability.js";

const at = new Conditions();
const sizes = new Float64Array(4);
const turning = new Float64Array(4);
/** What is handed to the functions below: as an argument a number goes on the heap. */
const factors = new Float64Array(2);

/**
 * Watches how stiff a cloth is for its mass: bounds from above, by one look at each element, what no motion can pass.
 *
 * A condition with gradients gᵢ at its particles has the stiffness k g gᵀ. By Cauchy and Schwarz, for any motion x,
 *
 *     k (Σ gᵢ · xᵢ)² ≤ Σᵢ xᵢᵀ Bᵢ xᵢ      Bᵢ = k (Σⱼ |gⱼ| / |gᵢ|) gᵢ gᵢᵀ
 *
 * so with the Bᵢ of all conditions summed up, 3 × 3 for each particle, the largest eigenvalue of stiffness over mass is at
 * most the largest of Bᵢ / mᵢ. What tension adds, λ ∇²C, is bounded by the elements. All this is local and needs no
 * memory: it follows every pose, a tear that leaves a light particle on stiff edges, a hand, another material, a pin
 * that lets go. For a sheet at rest it gives steps that are up to a sixth shorter than they would have to be.
 */
export class SpectrumTracker {
  readonly cloth: Cloth;
  /** How fast edges turned and changed when the cloth was last measured, as a part of their length, 1/s. */
  rate = 0;
  /** The fastest particle then, m/s, and the shortest edge, m. */
  #speed = 0;
  #shortest = 0;
  /** Bᵢ of stiffness and of damping, six numbers a particle: xx, yy, zz, xy, xz, yz. */
  #stiffness = new Float64Array(0);
  #damping = new Float64Array(0);
  readonly #spectrum: Spectrum = { stiffness: 0, damping: 0, drag: 0, whirl: 0 };

  constructor(cloth: Cloth) {
    this.cloth = cloth;
  }

  /** As the cloth stands now, in the hands of these; valid until the next call. */
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
      const hand = attachments[n]!;
      factors[0] = hand.stiffness;
      factors[1] = hand.damping;
      for (let i = 0; i < hand.count; i++) {
        addIdentity(this.#stiffness, 6 * hand.particles[i]!, factors, 0);
        addIdentity(this.#damping, 6 * hand.particles[i]!, factors, 1);
      }
    }
    this.rate = fastestChange(this.cloth);
    this.#speed = Math.sqrt(largestSquare(particles));
    this.#shortest = shortestEdge(this.cloth);
    const spectrum = this.#spectrum;
    spectrum.stiffness = largestOverMass(this.#stiffness, particles);
    spectrum.damping = largestOverMass(this.#damping, particles);
    spectrum.drag = drag === 0 ? 0 : (drag / material.density) * largestGrowth(this.cloth);
    spectrum.whirl = this.rate;
    return spectrum;
  }

  /** Whether something has struck the cloth since: by its new speed alone an edge may change by `part` of its length in `dt`. */
  isStruck(part: number, dt: number): boolean {
    const fastest = this.#speed + (part * this.#shortest) / dt;
    return largestSquare(this.cloth.particles) > fastest * fastest;
  }
}

/** The square of the largest speed, m²/s². */
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

/** Of all edges, at rest. */
function shortestEdge({ mesh: { edgeCount }, rest }: Cloth): number {
  let shortest = Infinity;
  for (let edge = 0; edge < edgeCount; edge++) {
    const length = rest.lengths[edge]!;
    if (length > 0) shortest = Math.min(shortest, length);
  }
  return shortest;
}

/** An edge that has collapsed to less than this part of its rest length counts as that long. */
const MIN_EDGE_RATIO = 0.1;

/** The fastest change of any edge as a vector, as a part of its length, 1/s. */
export function fastestChange({ mesh, particles, rest }: Cloth): number {
  const { positions, velocities } = particles;
  const { edgeCount, edgeHalfedges, halfedgeVertices } = mesh;
  let fastest = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    const h = edgeHalfedges[edge]!;
    const a = 3 * halfedgeVertices[h]!;
    const b = 3 * mesh.endOf(h);
    const shortest = MIN_EDGE_RATIO * rest.lengths[edge]!;
    const size = Math.max(distance(positions, a, b), shortest);
    if (size > 0) fastest = Math.max(fastest, distance(velocities, a, b) / size);
  }
  return fastest;
}

/** The largest area of any triangle over that at rest: as much more air it meets, with the same mass. */
function largestGrowth({ mesh, particles: { positions }, rest: { areas } }: Cloth): number {
  const { triangleCount, halfedgeVertices } = mesh;
  let largest = 1;
  for (let t = 0; t < triangleCount; t++) {
    const a = 3 * halfedgeVertices[3 * t]!;
    const b = 3 * halfedgeVertices[3 * t + 1]!;
    const c = 3 * halfedgeVertices[3 * t + 2]!;
    // Written out: `triangleCross` takes arrays of any kind, and the numbers that it reads from them are boxed.
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

/** Adds what all elements of a kind do to the Bᵢ of stiffness and of damping. */
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
    elements.turningStiffness(element, at, turning);
    for (let n = 0; n < size; n++) {
      addIdentity(stiffness, 6 * particles[size * element + n]!, turning, n);
    }
    for (let c = 0; c < conditionCount; c++) {
      let sum = 0;
      for (let n = 0; n < size; n++) {
        const g = 3 * (size * c + n);
        const x = gradients[g]!;
        const y = gradients[g + 1]!;
        const z = gradients[g + 2]!;
        sizes[n] = Math.sqrt(x * x + y * y + z * z);
        sum += sizes[n]!;
      }
      const k = stiffnesses[conditionCount * element + c]! * sum;
      const d = dampings[conditionCount * element + c]! * sum;
      for (let n = 0; n < size; n++) {
        if (sizes[n] === 0) continue;
        const b = 6 * particles[size * element + n]!;
        const g = 3 * (size * c + n);
        factors[0] = k / sizes[n]!;
        factors[1] = d / sizes[n]!;
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

/** Adds g gᵀ times a factor, g being the gradient at `g` of the latest conditions. */
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

function largestOverMass(
  blocks: Float64Array,
  { count, inverseMasses }: Cloth["particles"],
): number {
  let largest = 0;
  for (let p = 0; p < count; p++) {
    const b = 6 * p;
    const trace = blocks[b]! + blocks[b + 1]! + blocks[b + 2]!; // no eigenvalue is larger
    const w = inverseMasses[p]!;
    if (!(w * trace > largest)) continue;
    writeLargestEigenvalue(blocks, b);
    largest = Math.max(largest, w * eigenvalue[0]!);
  }
  return largest;
}

/**
 * Largest eigenvalue of a symmetric 3 × 3 matrix without negative ones, or up to 3^(1/32) = 3.5 % more: the 32nd root of the
 * trace of its 32nd power, by squaring five times. Scaled by the trace, no power is out of range.
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
