import { grown, grownCapacity, ensureCapacity } from "../../math/grow.js";
import type { SubstepHistory } from "./history.js";
import { Conditions, type Attachments, type Cloth, type Elements } from "../../cloth/index.js";

const at = new Conditions();
const offset = new Float64Array(4);

/** The change of a condition since an earlier value. That of an angle is at most half a turn. */
function changeOf(value: number, before: number, isCyclic: boolean): number {
  const change = value - before;
  if (!isCyclic || Math.abs(change) <= Math.PI) return change;
  return change > 0 ? change - 2 * Math.PI : change + 2 * Math.PI;
}

/**
 * The objective function that a substep of duration h minimizes. With backward Euler it is
 *
 *     Φ(x) = ½ (x − y)ᵀ M (x − y) / h² + Σ ½ k C² + Σ ½ (d / h) (C − C₀)² + grabs       y = x₀ + h v₀ + h² M⁻¹ f
 *
 * x₀, v₀, C₀ are values at the start of the substep, f the external forces. Where the gradient of Φ is 0, the particles
 * have moved under the forces at the end of the substep. Damping acts on (C − C₀) / h, so Φ is an energy, its Hessian
 * is symmetric and its forces have no torque.
 *
 * With BDF2 (`SubstepHistory`) x*, v* and C* = C₀ + β (C₀ − C₋) take the place of x₀, v₀ and C₀, and h' that of h.
 * Particles that take the substep with backward Euler have x₀, v₀ and h in their own terms.
 */
export class Objective {
  readonly cloth: Cloth;
  /** h, s. */
  duration = 0;
  /** h of each particle, s; h' with BDF2. */
  intervals = new Float64Array(0);
  /** The start of the previous substep; null: backward Euler. */
  readonly #history: SubstepHistory | null;
  attachments: readonly Attachments[] = [];
  /** λ = k C + d Ċ of all conditions, kind by kind, at the current positions. */
  readonly forces: Float64Array[];
  /** λ + (k + d / h) ∇C · δ: the multipliers of the latest solve. */
  readonly multipliers: Float64Array[];
  /** Multipliers at the start of the substep, for BDF2. */
  readonly #oldMultipliers: Float64Array[];
  /** C₀, or C* with BDF2. */
  readonly starts: Float64Array[];
  /** d / h; 0 if the condition was undefined at the start, because its rate is unknown then. */
  readonly viscosities: Float64Array[];
  /** y, m. */
  targets = new Float64Array(0);
  /** x*, m, with BDF2. */
  #origins = new Float64Array(0);
  /** Φ at the latest evaluation, J. */
  energy = 0;
  /** Sum of the squares of all forces on particles, external and by multipliers, N². Residuals are relative to it. */
  scale = 0;

  /** Number of elements of each kind that have multipliers already. */
  readonly knownCounts: number[];

  constructor(cloth: Cloth, history: SubstepHistory | null = null) {
    this.cloth = cloth;
    this.#history = history;
    this.forces = cloth.elements.map(empty);
    this.multipliers = cloth.elements.map(empty);
    this.#oldMultipliers = cloth.elements.map(empty);
    this.starts = cloth.elements.map(empty);
    this.viscosities = cloth.elements.map(empty);
    this.knownCounts = cloth.elements.map(() => 0);
  }

  /**
   * Begins a substep at the current positions, with the external forces in `forces`. Grab targets are those of its end.
   * The history, if any, has begun it already.
   */
  begin(duration: number, attachments: readonly Attachments[]): void {
    const { particles, elements } = this.cloth;
    const { count, positions, velocities, forces, inverseMasses } = particles;
    this.duration = duration;
    this.attachments = attachments;
    this.targets = ensureCapacity(this.targets, 3 * count);
    this.intervals = ensureCapacity(this.intervals, count);
    this.intervals.fill(duration, 0, count);
    const { targets } = this;
    if (this.#history !== null) this.#aim(this.#history);
    else
      for (let p = 0; p < count; p++) {
        const w = duration * inverseMasses[p]!;
        for (let i = 3 * p; i < 3 * p + 3; i++) {
          targets[i] = positions[i]! + duration * (velocities[i]! + w * forces[i]!);
        }
      }
    for (let kind = 0; kind < elements.length; kind++) this.#start(kind, elements[kind]!);
  }

  /** Sets x*, h' and y = x* + h' v* + h'² M⁻¹ f. */
  #aim(history: SubstepHistory): void {
    const { count, positions, velocities, forces, inverseMasses } = this.cloth.particles;
    const { targets, intervals } = this;
    const { flags, weight, positions: oldPositions, velocities: oldVelocities } = history;
    this.#origins = ensureCapacity(this.#origins, 3 * count);
    for (let p = 0; p < count; p++) {
      const isSecondOrder = flags[p] === 1;
      const interval = isSecondOrder ? history.interval : this.duration;
      const w = interval * inverseMasses[p]!;
      intervals[p] = interval;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        let x = positions[i]!;
        let v = velocities[i]!;
        if (isSecondOrder) {
          x += weight * (x - oldPositions[i]!);
          v += weight * (v - oldVelocities[i]!);
        }
        this.#origins[i] = x;
        targets[i] = x + interval * (v + w * forces[i]!);
      }
    }
  }

  #start(kind: number, elements: Elements): void {
    const { positions } = this.cloth.particles;
    const { count, conditionCount, stiffnesses, dampings } = elements;
    this.#grow(kind, conditionCount * count);
    const starts = this.starts[kind]!;
    const viscosities = this.viscosities[kind]!;
    const multipliers = this.multipliers[kind]!;
    const known = this.knownCounts[kind]!;
    const history = this.#history;
    const inverse = 1 / (history === null ? this.duration : history.interval);
    for (let element = 0; element < count; element++) {
      if (!elements.isAlive(element)) continue;
      const isDefined = elements.evaluate(element, positions, at);
      for (let c = 0; c < conditionCount; c++) {
        const n = conditionCount * element + c;
        starts[n] = isDefined ? at.values[c]! : 0;
        viscosities[n] = isDefined ? dampings[n]! * inverse : 0;
        // Elements created by a tear start with their elastic force.
        if (element >= known) {
          multipliers[n] = stiffnesses[n]! * starts[n];
          this.#oldMultipliers[kind]![n] = multipliers[n];
        }
      }
      if (history !== null && history.isActive && isDefined)
        this.#extrapolate(kind, elements, element, history);
    }
    this.knownCounts[kind] = count;
  }

  /** Replaces C₀ of an element by C*. */
  #extrapolate(kind: number, elements: Elements, element: number, history: SubstepHistory): void {
    if (!elements.evaluate(element, history.positions, at)) return;
    const { conditionCount } = elements;
    const starts = this.starts[kind]!;
    for (let c = 0; c < conditionCount; c++) {
      const n = conditionCount * element + c;
      starts[n]! += history.weight * changeOf(starts[n]!, at.values[c]!, elements.isCyclic);
    }
  }

  /** Velocities at the end of a substep with a history: (x − x*) / h'. */
  deriveVelocities(): void {
    const { count, positions, velocities } = this.cloth.particles;
    for (let p = 0; p < count; p++) {
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        velocities[i] = (positions[i]! - this.#origins[i]!) / this.intervals[p]!;
      }
    }
  }

  /** A copy of the multipliers of the latest substep, kind by kind: the start values of the next one. */
  get state(): Float64Array[] {
    return this.multipliers.map((numbers, kind) =>
      numbers.slice(0, this.cloth.elements[kind]!.conditionCount * this.knownCounts[kind]!),
    );
  }

  set state(multipliers: readonly Float64Array[]) {
    for (const [kind, numbers] of multipliers.entries()) {
      this.#grow(kind, numbers.length);
      this.multipliers[kind]!.set(numbers);
      this.knownCounts[kind] = numbers.length / this.cloth.elements[kind]!.conditionCount;
      this.#oldMultipliers[kind]!.set(numbers);
    }
  }

  /** The multipliers are those of the end of an earlier substep again. */
  rollback(): void {
    if (this.#history === null) return;
    for (let kind = 0; kind < this.multipliers.length; kind++)
      this.#oldMultipliers[kind]!.set(this.multipliers[kind]!);
  }

  #grow(kind: number, length: number): void {
    if (length <= this.multipliers[kind]!.length) return;
    const capacity = grownCapacity(this.multipliers[kind]!.length, length);
    for (const store of [
      this.forces,
      this.multipliers,
      this.#oldMultipliers,
      this.starts,
      this.viscosities,
    ]) {
      store[kind] = grown(store[kind]!, capacity);
    }
  }

  /** Sets `energy` to Φ at the current positions; writes its gradient, and `forces` of the conditions. */
  evaluate(gradient: Float64Array): void {
    const { particles, elements } = this.cloth;
    const { count, positions, masses } = particles;
    const { targets, intervals } = this;
    let sum = 0;
    for (let p = 0; p < count; p++) {
      const inertia = masses[p]! * (1 / (intervals[p]! * intervals[p]!));
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        const deviation = positions[i]! - targets[i]!;
        gradient[i] = inertia * deviation;
        sum += 0.5 * inertia * deviation * deviation;
      }
    }
    this.energy = sum;
    for (let kind = 0; kind < elements.length; kind++) {
      this.#evaluateKind(kind, elements[kind]!, gradient);
    }
    for (let i = 0; i < this.attachments.length; i++)
      this.#evaluateGrab(this.attachments[i]!, gradient);
  }

  #evaluateKind(kind: number, elements: Elements, gradient: Float64Array): void {
    const { positions } = this.cloth.particles;
    const { count, size, conditionCount, particles, stiffnesses, isCyclic } = elements;
    const starts = this.starts[kind]!;
    const viscosities = this.viscosities[kind]!;
    const forces = this.forces[kind]!;
    const { values, gradients } = at;
    let sum = 0;
    for (let element = 0; element < count; element++) {
      const first = conditionCount * element;
      if (particles[size * element] === -1) continue;
      if (!elements.evaluate(element, positions, at)) {
        for (let c = 0; c < conditionCount; c++) forces[first + c] = 0;
        continue;
      }
      for (let c = 0; c < conditionCount; c++) {
        const value = values[c]!;
        const growth = changeOf(value, starts[first + c]!, isCyclic);
        const elastic = stiffnesses[first + c]! * value;
        const viscous = viscosities[first + c]! * growth;
        sum += 0.5 * (elastic * value + viscous * growth);
        const pull = elastic + viscous;
        forces[first + c] = pull;
        if (pull === 0) continue;
        const g = 3 * size * c;
        for (let n = 0; n < size; n++) {
          const p = 3 * particles[size * element + n]!;
          gradient[p]! += pull * gradients[g + 3 * n]!;
          gradient[p + 1]! += pull * gradients[g + 3 * n + 1]!;
          gradient[p + 2]! += pull * gradients[g + 3 * n + 2]!;
        }
      }
    }
    this.energy += sum;
  }

  /** Adds ½ K l² up to the maximum force of the grab, linear beyond. */
  #evaluateGrab(grab: Attachments, gradient: Float64Array): void {
    let sum = 0;
    for (let i = 0; i < grab.count; i++) {
      const p = 3 * grab.particles[i]!;
      this.writeOffset(grab, i, offset);
      const stiffness = offset[3]!;
      const length = Math.sqrt(
        offset[0]! * offset[0]! + offset[1]! * offset[1]! + offset[2]! * offset[2]!,
      );
      const pull = Math.min(stiffness * length, grab.maxForce);
      if (!(pull > 0)) continue;
      sum += pull * (length - (0.5 * pull) / stiffness);
      for (let k = 0; k < 3; k++) gradient[p + k]! -= (pull / length) * offset[k]!;
    }
    this.energy += sum;
  }

  /**
   * Writes the offset from a grabbed particle to the point where the force of the grab is 0, and the stiffness K: four
   * numbers. Spring and damper act like one spring: k (t − x) + d (ṫ − (x − x₀) / h) = K · offset with K = k + d / h.
   */
  writeOffset(grab: Attachments, i: number, into: Float64Array): void {
    const { positions, previousPositions } = this.cloth.particles;
    const origins = this.#history === null ? previousPositions : this.#origins;
    const interval = this.intervals[grab.particles[i]!]!;
    const { stiffness, damping, targets, targetVelocities } = grab;
    const p = 3 * grab.particles[i]!;
    const total = stiffness + damping / interval;
    for (let k = 0; k < 3; k++) {
      const speed = (positions[p + k]! - origins[p + k]!) / interval;
      const spring = stiffness * (targets[3 * i + k]! - positions[p + k]!);
      const damper = damping * (targetVelocities[3 * i + k]! - speed);
      into[k] = total === 0 ? 0 : (spring + damper) / total;
    }
    into[3] = total;
  }

  /** Writes λ of condition `n` of a kind, for the value `values[at]`, to `out[at]`. */
  writeForce(kind: number, n: number, values: Float64Array, at: number, out: Float64Array): void {
    const value = values[at]!;
    const { stiffnesses, isCyclic } = this.cloth.elements[kind]!;
    const growth = changeOf(value, this.starts[kind]![n]!, isCyclic);
    const stiffness = stiffnesses[n]!;
    out[at] = stiffness * value + this.viscosities[kind]![n]! * growth;
  }

  /** Computes the multipliers of a step δ from the current positions, and `scale`. */
  setMultipliers(step: Float64Array): void {
    const { elements, particles } = this.cloth;
    const { count, forces, inverseMasses } = particles;
    let scale = 0;
    for (let p = 0; p < count; p++) {
      if (inverseMasses[p] === 0) continue;
      for (let i = 3 * p; i < 3 * p + 3; i++) scale += forces[i]! * forces[i]!;
    }
    this.scale = scale;
    for (let kind = 0; kind < elements.length; kind++) {
      this.#setMultipliersOf(kind, elements[kind]!, step);
    }
  }

  #setMultipliersOf(kind: number, elements: Elements, step: Float64Array): void {
    const { positions } = this.cloth.particles;
    const { count, size, conditionCount, particles, stiffnesses } = elements;
    const multipliers = this.multipliers[kind]!;
    const forces = this.forces[kind]!;
    const viscosities = this.viscosities[kind]!;
    const { gradients } = at;
    let scale = 0;
    for (let element = 0; element < count; element++) {
      if (particles[size * element] === -1) continue;
      const isDefined = elements.evaluate(element, positions, at);
      for (let c = 0; c < conditionCount; c++) {
        const n = conditionCount * element + c;
        multipliers[n] = forces[n]!;
        if (!isDefined) continue;
        let growth = 0;
        let squares = 0;
        for (let k = 0; k < size; k++) {
          const p = 3 * particles[size * element + k]!;
          const g = 3 * (size * c + k);
          const x = gradients[g]!;
          const y = gradients[g + 1]!;
          const z = gradients[g + 2]!;
          growth += x * step[p]! + y * step[p + 1]! + z * step[p + 2]!;
          squares += x * x + y * y + z * z;
        }
        const multiplier = forces[n]! + (stiffnesses[n]! + viscosities[n]!) * growth;
        multipliers[n] = multiplier;
        scale += multiplier * multiplier * squares;
      }
    }
    this.scale += scale;
  }

  /**
   * Adds multiplier × duration to the impulses of the elements. With BDF2 it is the mean of the multipliers at the start
   * and at the end (trapezoid rule), because the multipliers at the end alone have an error of first order.
   */
  addImpulses(): void {
    const { elements } = this.cloth;
    for (let kind = 0; kind < elements.length; kind++) {
      const { count, size, conditionCount, particles, impulses } = elements[kind]!;
      const multipliers = this.multipliers[kind]!;
      const old = this.#history === null ? multipliers : this.#oldMultipliers[kind]!;
      for (let element = 0; element < count; element++) {
        if (particles[size * element] === -1) continue;
        for (let c = 0; c < conditionCount; c++) {
          const n = conditionCount * element + c;
          impulses[n]! += 0.5 * (old[n]! + multipliers[n]!) * this.duration;
          old[n] = multipliers[n]!;
        }
      }
    }
  }
}

function empty(): Float64Array {
  return new Float64Array(0);
}
