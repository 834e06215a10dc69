import { grown, grownCapacity, withRoom } from "../../math/grow.js";
import { Conditions, type Attachments, type Cloth, type Elements } from "../../cloth/index.js";

const at = new Conditions();
const way = new Float64Array(4);

/**
 * What a backward Euler substep of h makes as small as it can:
 *
 *     Φ(x) = ½ (x − y)ᵀ M (x − y) / h² + Σ ½ k C² + Σ ½ (d / h) (C − C₀)² + hands       y = x₀ + h v₀ + h² M⁻¹ f
 *
 * x₀, v₀, C₀ being what was at its start and f the forces from outside. Where its gradient is 0, the forces of the end of
 * the substep have moved the particles there. Damping acts on (C − C₀) / h, so that Φ is an energy, its second
 * derivatives are symmetric and its forces have no torque.
 */
export class Objective {
  readonly cloth: Cloth;
  /** h, s. */
  duration = 0;
  attachments: readonly Attachments[] = [];
  /** λ = k C + d Ċ of all conditions, kind by kind, by the law where the particles are. */
  readonly forces: Float64Array[];
  /** λ + (k + d / h) ∇C · δ, what the latest solve applied: the multipliers of the step. */
  readonly multipliers: Float64Array[];
  /** C₀. */
  readonly starts: Float64Array[];
  /** d / h; 0 where the condition meant nothing at the start, so that nobody knows how fast it has changed. */
  readonly viscosities: Float64Array[];
  /** y, m. */
  targets = new Float64Array(0);
  /** Φ where it was evaluated last, J. */
  energy = 0;
  /** N²: squares of all forces on particles, from outside and by the multipliers. What a residual is measured by. */
  scale = 0;

  /** Elements of each kind that have had multipliers before. */
  readonly knownCounts: number[];

  constructor(cloth: Cloth) {
    this.cloth = cloth;
    this.forces = cloth.elements.map(nothing);
    this.multipliers = cloth.elements.map(nothing);
    this.starts = cloth.elements.map(nothing);
    this.viscosities = cloth.elements.map(nothing);
    this.knownCounts = cloth.elements.map(() => 0);
  }

  /** A substep begins where the particles are, with the forces from outside in `forces`; the hands are at its end. */
  begin(duration: number, hands: readonly Attachments[]): void {
    const { particles, elements } = this.cloth;
    const { count, positions, velocities, forces, inverseMasses } = particles;
    this.duration = duration;
    this.attachments = hands;
    this.targets = withRoom(this.targets, 3 * count);
    const { targets } = this;
    for (let p = 0; p < count; p++) {
      const w = duration * inverseMasses[p]!;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        targets[i] = positions[i]! + duration * (velocities[i]! + w * forces[i]!);
      }
    }
    for (let kind = 0; kind < elements.length; kind++) this.#start(kind, elements[kind]!);
  }

  #start(kind: number, elements: Elements): void {
    const { positions } = this.cloth.particles;
    const { count, conditionCount, stiffnesses, dampings } = elements;
    this.#makeRoom(kind, conditionCount * count);
    const starts = this.starts[kind]!;
    const viscosities = this.viscosities[kind]!;
    const multipliers = this.multipliers[kind]!;
    const known = this.knownCounts[kind]!;
    const inverse = 1 / this.duration;
    for (let element = 0; element < count; element++) {
      if (!elements.isAlive(element)) continue;
      const hasMeaning = elements.evaluate(element, positions, at);
      for (let c = 0; c < conditionCount; c++) {
        const n = conditionCount * element + c;
        starts[n] = hasMeaning ? at.values[c]! : 0;
        viscosities[n] = hasMeaning ? dampings[n]! * inverse : 0;
        // What was born of a tear starts with what it holds.
        if (element >= known) multipliers[n] = stiffnesses[n]! * starts[n];
      }
    }
    this.knownCounts[kind] = count;
  }

  /** The multipliers of the latest substep, kind by kind, from which the next one starts. */
  get state(): Float64Array[] {
    return this.multipliers.map((numbers, kind) =>
      numbers.slice(0, this.cloth.elements[kind]!.conditionCount * this.knownCounts[kind]!),
    );
  }

  set state(multipliers: readonly Float64Array[]) {
    for (const [kind, numbers] of multipliers.entries()) {
      this.#makeRoom(kind, numbers.length);
      this.multipliers[kind]!.set(numbers);
      this.knownCounts[kind] = numbers.length / this.cloth.elements[kind]!.conditionCount;
    }
  }

  #makeRoom(kind: number, length: number): void {
    if (length <= this.multipliers[kind]!.length) return;
    const capacity = grownCapacity(this.multipliers[kind]!.length, length);
    for (const store of [this.forces, this.multipliers, this.starts, this.viscosities]) {
      store[kind] = grown(store[kind]!, capacity);
    }
  }

  /** Sets `energy` to Φ where the particles are; writes its gradient, and the forces of the conditions there. */
  evaluate(gradient: Float64Array): void {
    const { particles, elements } = this.cloth;
    const { count, positions, masses } = particles;
    const { targets } = this;
    const inverse = 1 / (this.duration * this.duration);
    let sum = 0;
    for (let p = 0; p < count; p++) {
      const inertia = masses[p]! * inverse;
      for (let i = 3 * p; i < 3 * p + 3; i++) {
        const off = positions[i]! - targets[i]!;
        gradient[i] = inertia * off;
        sum += 0.5 * inertia * off * off;
      }
    }
    this.energy = sum;
    for (let kind = 0; kind < elements.length; kind++) {
      this.#evaluateKind(kind, elements[kind]!, gradient);
    }
    for (let i = 0; i < this.attachments.length; i++)
      this.#evaluateHand(this.attachments[i]!, gradient);
  }

  #evaluateKind(kind: number, elements: Elements, gradient: Float64Array): void {
    const { positions } = this.cloth.particles;
    const { count, size, conditionCount, particles, stiffnesses } = elements;
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
        const growth = value - starts[first + c]!;
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

  /** ½ K l² up to the greatest force of the hand, from there on a straight line. */
  #evaluateHand(hand: Attachments, gradient: Float64Array): void {
    let sum = 0;
    for (let i = 0; i < hand.count; i++) {
      const p = 3 * hand.particles[i]!;
      this.reach(hand, i, way);
      const stiffness = way[3]!;
      const length = Math.sqrt(way[0]! * way[0]! + way[1]! * way[1]! + way[2]! * way[2]!);
      const pull = Math.min(stiffness * length, hand.maxForce);
      if (!(pull > 0)) continue;
      sum += pull * (length - (0.5 * pull) / stiffness);
      for (let k = 0; k < 3; k++) gradient[p + k]! -= (pull / length) * way[k]!;
    }
    this.energy += sum;
  }

  /**
   * Writes the way from a held particle to where the hand would hold it without force, and the stiffness K: four numbers. Spring
   * and damper are one spring together: k (t − x) + d (ṫ − (x − x₀) / h) = K · way with K = k + d / h.
   */
  reach(hand: Attachments, i: number, into: Float64Array): void {
    const { positions, previousPositions } = this.cloth.particles;
    const { stiffness, damping, targets, targetVelocities } = hand;
    const p = 3 * hand.particles[i]!;
    const whole = stiffness + damping / this.duration;
    for (let k = 0; k < 3; k++) {
      const speed = (positions[p + k]! - previousPositions[p + k]!) / this.duration;
      const spring = stiffness * (targets[3 * i + k]! - positions[p + k]!);
      const damper = damping * (targetVelocities[3 * i + k]! - speed);
      into[k] = whole === 0 ? 0 : (spring + damper) / whole;
    }
    into[3] = whole;
  }

  /** Writes λ of one condition, number `n` of a kind, by its law at the value at `at`, to the same place of `out`. */
  writeForce(kind: number, n: number, values: Float64Array, at: number, out: Float64Array): void {
    const value = values[at]!;
    const growth = value - this.starts[kind]![n]!;
    const stiffness = this.cloth.elements[kind]!.stiffnesses[n]!;
    out[at] = stiffness * value + this.viscosities[kind]![n]! * growth;
  }

  /** Finds the multipliers of a step of δ from where the particles are, and the scale of all forces in it. */
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
      const hasMeaning = elements.evaluate(element, positions, at);
      for (let c = 0; c < conditionCount; c++) {
        const n = conditionCount * element + c;
        multipliers[n] = forces[n]!;
        if (!hasMeaning) continue;
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

  /** Adds what the multipliers do in the substep to the impulses of the elements. */
  addImpulses(): void {
    const { elements } = this.cloth;
    for (let kind = 0; kind < elements.length; kind++) {
      const { count, size, conditionCount, particles, impulses } = elements[kind]!;
      const multipliers = this.multipliers[kind]!;
      for (let element = 0; element < count; element++) {
        if (particles[size * element] === -1) continue;
        for (let c = 0; c < conditionCount; c++) {
          const n = conditionCount * element + c;
          impulses[n]! += multipliers[n]! * this.duration;
        }
      }
    }
  }
}

function nothing(): Float64Array {
  return new Float64Array(0);
}
