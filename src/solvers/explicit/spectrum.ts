import {
  Conditions,
  Springs,
  type Attachments,
  type Cloth,
  type Elements,
} from "../../cloth/index.js";
import {
  fastestChange,
  largestGrowth,
  largestSquare,
  motionSince,
  shortestEdge,
} from "./motion.js";
import type { Spectrum } from "./stability.js";

const at = new Conditions();
const norms = new Float64Array(4);
const geometric = new Float64Array(4);
/** Arguments of the functions below: a number passed as an argument would be allocated on the heap. */
const factors = new Float64Array(2);

/**
 * With `limitDamping`, the damping of a spring is at most this fraction of a substep h times its stiffness k. A mode that
 * is damped by b h ω² needs h² ω² (1 + 2b) < 4, as one with 1 + 2b times the stiffness. With 1/4 that takes 1.22 times
 * as many substeps as no damping, and the fastest oscillation loses most of its energy in a few substeps.
 */
export const DAMPING_SHARE = 0.25;

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
  /** Positions and edits at the latest measurement. */
  #pose = new Float64Array(0);
  #edits = -1;
  readonly #limit = new Float64Array(1);
  /** Largest change of an edge from the measurement to the latest look, as a fraction of its length. */
  #drift = 0;

  constructor(cloth: Cloth) {
    this.cloth = cloth;
  }

  /**
   * Measures the cloth in its current pose with these grabs; `drag` in N·s/m³. The result is valid until the next call.
   *
   * @param limitDamping True: springs have the damping of `DAMPING_SHARE`.
   */
  measure(drag: number, attachments: readonly Attachments[], limitDamping = false): Spectrum {
    const { particles, elements, material } = this.cloth;
    const { count } = particles;
    if (this.#stiffness.length < 6 * count) {
      this.#stiffness = new Float64Array(12 * count);
      this.#damping = new Float64Array(12 * count);
    }
    if (this.#pose.length !== particles.positions.length) {
      this.#pose = new Float64Array(particles.positions.length);
    }
    this.#pose.set(particles.positions);
    this.#edits = this.cloth.edits.length;
    this.#drift = 0;
    this.#stiffness.fill(0, 0, 6 * count);
    this.#damping.fill(0, 0, 6 * count);
    for (let i = 0; i < elements.length; i++) {
      const own = elements[i]!;
      if (own instanceof Springs) {
        addSprings(own, particles.positions, this.#stiffness, limitDamping ? null : this.#damping);
      } else addBlocks(own, particles.positions, this.#stiffness, this.#damping);
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

  /**
   * Measures how fast the cloth moves, and how far it has moved since the spectrum was measured.
   *
   * @returns True if that spectrum is still valid: no edge has changed by more than `MAX_DRIFT` of its length.
   */
  look(): boolean {
    if (this.cloth.edits.length !== this.#edits) return false;
    const squares = motionSince(this.cloth, this.#pose);
    this.rate = Math.sqrt(squares[0]!);
    this.#drift = Math.sqrt(squares[1]!);
    this.#speed = Math.sqrt(largestSquare(this.cloth.particles));
    return this.#drift <= MAX_DRIFT;
  }

  /** True if the spectrum is still valid a `time` after the latest look, s, unless edges change twice as fast by then. */
  isValidAfter(time: number): boolean {
    const { cloth, rate } = this;
    return cloth.edits.length === this.#edits && this.#drift + 2 * rate * time <= MAX_DRIFT;
  }

  /** The speed from which particles count as struck: an edge may change by `fraction` of its length in `dt`. One number. */
  speedLimit(fraction: number, dt: number): Float64Array {
    this.#limit[0] = this.#speed + (fraction * this.#shortest) / dt;
    return this.#limit;
  }

  /** True if a particle is faster than the latest limit. */
  isStruck(): boolean {
    const limit = this.#limit[0]!;
    return largestSquare(this.cloth.particles) > limit * limit;
  }
}

/**
 * Change of an edge, as a fraction of its length, up to which a spectrum counts as valid. In the violent worlds of the
 * tests the stable step is up to 6 % shorter by then, while substeps of symplectic Euler are at most 0.9 of it.
 */
const MAX_DRIFT = 0.05;

/**
 * Bounds of a cloth in its unloaded shape, which do not depend on where it is, how it moves, or what holds it; `drag` in
 * N·s/m³.
 */
export function restSpectrum(
  { particles, elements, rest, material }: Cloth,
  drag: number,
): Spectrum {
  const { count, masses } = particles;
  const stiffness = new Float64Array(6 * count);
  const damping = new Float64Array(6 * count);
  for (const own of elements) {
    if (own instanceof Springs) addSprings(own, rest.positions, stiffness, damping);
    else addBlocks(own, rest.positions, stiffness, damping);
  }
  const inverseMasses = Float64Array.from({ length: count }, (_, p) => 1 / masses[p]!);
  const weights = { count, inverseMasses };
  return {
    stiffness: largestOverMass(stiffness, weights),
    damping: largestOverMass(damping, weights),
    drag: drag / material.density,
  };
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

/**
 * The same for springs, whose two gradients are unit vectors: three times as fast, for the most frequent kind.
 *
 * @param damping Null: springs have the damping of `DAMPING_SHARE`, as an addition to their stiffness.
 */
function addSprings(
  springs: Springs,
  positions: Float64Array,
  stiffness: Float64Array,
  damping: Float64Array | null,
): void {
  const factor = damping === null ? 2 * (1 + 2 * DAMPING_SHARE) : 2;
  const { count, particles, stiffnesses, dampings, restLengths } = springs;
  for (let spring = 0; spring < count; spring++) {
    const i = particles[2 * spring]!;
    if (i === -1) continue;
    const j = particles[2 * spring + 1]!;
    const x = positions[3 * j]! - positions[3 * i]!;
    const y = positions[3 * j + 1]! - positions[3 * i + 1]!;
    const z = positions[3 * j + 2]! - positions[3 * i + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) continue;
    const nx = x / length;
    const ny = y / length;
    const nz = z / length;
    const k = factor * stiffnesses[spring]!;
    const d = 2 * dampings[spring]!;
    const across = Math.max(0, (k * (length - restLengths[spring]!)) / length);
    const xx = nx * nx;
    const yy = ny * ny;
    const zz = nz * nz;
    const xy = nx * ny;
    const xz = nx * nz;
    const yz = ny * nz;
    for (let end = 0; end < 2; end++) {
      const b = 6 * (end === 0 ? i : j);
      stiffness[b]! += k * xx + across;
      stiffness[b + 1]! += k * yy + across;
      stiffness[b + 2]! += k * zz + across;
      stiffness[b + 3]! += k * xy;
      stiffness[b + 4]! += k * xz;
      stiffness[b + 5]! += k * yz;
      if (d === 0 || damping === null) continue;
      damping[b]! += d * xx;
      damping[b + 1]! += d * yy;
      damping[b + 2]! += d * zz;
      damping[b + 3]! += d * xy;
      damping[b + 4]! += d * xz;
      damping[b + 5]! += d * yz;
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
  { count, inverseMasses }: Pick<Cloth["particles"], "count" | "inverseMasses">,
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
