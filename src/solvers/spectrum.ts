import { Random } from "../math/random.js";
import { Conditions, type Attachments, type Cloth, type Elements } from "../cloth/index.js";
import type { Spectrum } from "./stability.js";

const at = new Conditions();
const ITERATIONS = 60;

/**
 * Watches how stiff a cloth is for its mass. At the start, power iteration finds the largest eigenvalues of stiffness and
 * of damping over mass. Afterwards row sums (Gershgorin), which bound them from above, tell by how much they have
 * changed: by a pose in which elements are stiffer, or by a tear that leaves a light particle on stiff edges. That takes
 * one look at each element a step and no memory of earlier shapes.
 *
 * Only the part k ∇C ∇Cᵀ counts, which never pushes apart. The other, λ ∇²C, adds at most as much again when edges are
 * stretched to twice their length; the margin of `SAFETY` covers what cloth usually sees.
 */
export class SpectrumWatch {
  readonly #cloth: Cloth;
  /** Largest eigenvalue over row-sum bound at the start, of stiffness and of damping. */
  readonly #tightness: { stiffness: number; damping: number };
  #rowSums = new Float64Array(0);

  constructor(cloth: Cloth) {
    this.#cloth = cloth;
    this.#tightness = {
      stiffness: ratio(largestEigenvalue(cloth, "stiffnesses"), this.#bound("stiffnesses")),
      damping: ratio(largestEigenvalue(cloth, "dampings"), this.#bound("dampings")),
    };
  }

  /** As the cloth stands now, in the hands of these. */
  measure(drag: number, attachments: readonly Attachments[]): Spectrum {
    const { particles, material } = this.#cloth;
    let [handStiffness, handDamping] = [0, 0];
    for (const { particles: held, stiffness, damping } of attachments) {
      for (const particle of held) {
        const w = particles.inverseMasses[particle]!;
        handStiffness = Math.max(handStiffness, stiffness * w);
        handDamping = Math.max(handDamping, damping * w);
      }
    }
    return {
      stiffness: this.#tightness.stiffness * this.#bound("stiffnesses") + handStiffness,
      damping: this.#tightness.damping * this.#bound("dampings") + handDamping,
      drag: drag / material.density,
    };
  }

  /** The largest row sum of |K| / m over all particles. */
  #bound(of: "stiffnesses" | "dampings"): number {
    const { particles, elements } = this.#cloth;
    const { count, inverseMasses } = particles;
    if (this.#rowSums.length < count) this.#rowSums = new Float64Array(2 * count);
    const rowSums = this.#rowSums;
    rowSums.fill(0, 0, count);
    for (const kind of elements) addRowSums(kind, kind[of], particles.positions, rowSums);
    let largest = 0;
    for (let p = 0; p < count; p++) largest = Math.max(largest, inverseMasses[p]! * rowSums[p]!);
    return largest;
  }
}

function ratio(eigenvalue: number, bound: number): number {
  return bound === 0 ? 1 : eigenvalue / bound;
}

/** Adds Σⱼ |Kᵢⱼ| of k ∇C ∇Cᵀ to each particle i: k |∇ᵢC| Σⱼ |∇ⱼC|. */
function addRowSums(
  elements: Elements,
  factors: Float64Array,
  positions: Float64Array,
  rowSums: Float64Array,
): void {
  const { count, size, conditionCount, particles } = elements;
  const sizes = [0, 0, 0, 0];
  for (let element = 0; element < count; element++) {
    if (!elements.isAlive(element) || !elements.evaluate(element, positions, at)) continue;
    for (let c = 0; c < conditionCount; c++) {
      let sum = 0;
      for (let n = 0; n < size; n++) {
        const g = 3 * (size * c + n);
        const x = at.gradients[g]!;
        const y = at.gradients[g + 1]!;
        const z = at.gradients[g + 2]!;
        sizes[n] = Math.sqrt(x * x + y * y + z * z);
        sum += sizes[n]!;
      }
      const factor = factors[conditionCount * element + c]! * sum;
      for (let n = 0; n < size; n++) rowSums[particles[size * element + n]!]! += factor * sizes[n]!;
    }
  }
}

/** Largest eigenvalue of M⁻¹ Σ k ∇C ∇Cᵀ among the free particles, by power iteration from chance. */
function largestEigenvalue(cloth: Cloth, of: "stiffnesses" | "dampings"): number {
  const { count, inverseMasses, positions } = cloth.particles;
  const length = 3 * count;
  const random = new Random(1);
  // With y = √m x the matrix is symmetric, and its Rayleigh quotient never too large.
  const roots = new Float64Array(length);
  let vector = new Float64Array(length);
  let product = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    roots[i] = Math.sqrt(inverseMasses[Math.floor(i / 3)]!);
    vector[i] = random.between(-1, 1);
  }
  let size = norm(vector);
  let eigenvalue = 0;
  for (let iteration = 0; iteration < ITERATIONS && size > 0; iteration++) {
    for (let i = 0; i < length; i++) vector[i]! *= roots[i]! / size;
    product.fill(0);
    for (const kind of cloth.elements) addProduct(kind, kind[of], positions, vector, product);
    for (let i = 0; i < length; i++) product[i]! *= roots[i]!;
    [vector, product] = [product, vector];
    size = norm(vector);
    eigenvalue = size;
  }
  return eigenvalue;
}

function norm(vector: Float64Array): number {
  let squared = 0;
  for (let i = 0; i < vector.length; i++) squared += vector[i]! * vector[i]!;
  return Math.sqrt(squared);
}

/** Adds Σ k ∇C (∇C · vector) to `product`. */
function addProduct(
  elements: Elements,
  factors: Float64Array,
  positions: Float64Array,
  vector: Float64Array,
  product: Float64Array,
): void {
  const { count, size, conditionCount, particles } = elements;
  const { gradients } = at;
  for (let element = 0; element < count; element++) {
    if (!elements.isAlive(element) || !elements.evaluate(element, positions, at)) continue;
    for (let c = 0; c < conditionCount; c++) {
      let along = 0;
      for (let n = 0; n < size; n++) {
        const p = 3 * particles[size * element + n]!;
        const g = 3 * (size * c + n);
        along +=
          gradients[g]! * vector[p]! +
          gradients[g + 1]! * vector[p + 1]! +
          gradients[g + 2]! * vector[p + 2]!;
      }
      along *= factors[conditionCount * element + c]!;
      if (along === 0) continue;
      for (let n = 0; n < size; n++) {
        const p = 3 * particles[size * element + n]!;
        const g = 3 * (size * c + n);
        product[p]! += along * gradients[g]!;
        product[p + 1]! += along * gradients[g + 1]!;
        product[p + 2]! += along * gradients[g + 2]!;
      }
    }
  }
}
