import type { Attachments } from "../../../cloth/index.js";
import { ensureCapacity } from "../../../math/grow.js";
import type { SubstepHistory } from "../history.js";
import type { Equations } from "./equations.js";

/** z, then K. */
const point = new Float64Array(4);

/**
 * The grabs in the equations. Spring and damper of a grab act like one spring to a point z:
 *
 *     k (t − x) + d (ṫ − (x − x*) / h') = K (z − x)      K = k + d / h'
 *
 * Where that exceeds the maximum force F, the stiffness is F / |z − x|, so that the force is F. Such a spring joins the
 * inertia of its particle, w' = w + K and y' = (w y + K z) / w'.
 */
export class Grabs {
  readonly #equations: Equations;
  readonly #history: SubstepHistory | null;
  #grabs: readonly Attachments[] = [];
  #duration = 0;
  /** y and w of the grabbed particles without grabs. */
  #own = new Float64Array(0);

  constructor(equations: Equations, history: SubstepHistory | null) {
    this.#equations = equations;
    this.#history = history;
  }

  /** Begins a substep of `duration`, s, after all targets y are written. */
  begin(grabs: readonly Attachments[], duration: number): void {
    this.#grabs = grabs;
    this.#duration = duration;
    let count = 0;
    for (let g = 0; g < grabs.length; g++) count += grabs[g]!.count;
    this.#own = ensureCapacity(this.#own, 4 * count);
    this.#copy(true);
  }

  /** Copies y and w of the grabbed particles from the memory, or back. */
  #copy(isRead: boolean): void {
    const { views, targets } = this.#equations;
    const own = this.#own;
    let n = 0;
    for (let g = 0; g < this.#grabs.length; g++) {
      const { count, particles } = this.#grabs[g]!;
      for (let i = 0; i < count; i++, n += 4) {
        const t = targets + this.#equations.offsetOf(particles[i]!) / 4;
        for (let k = 0; k < 4; k++) {
          if (isRead) own[n + k] = views.floats[t + k]!;
          else views.floats[t + k] = own[n + k]!;
        }
      }
    }
  }

  /** Adds the grabs at the current displacements. */
  write(): void {
    if (this.#grabs.length === 0) return;
    this.#copy(false);
    const { views, targets, displacements } = this.#equations;
    const { floats } = views;
    for (let g = 0; g < this.#grabs.length; g++) {
      const grab = this.#grabs[g]!;
      for (let i = 0; i < grab.count; i++) {
        const offset = this.#equations.offsetOf(grab.particles[i]!) / 4;
        const t = targets + offset;
        const w = floats[t + 3]!;
        this.#writePoint(grab, i);
        const stiffness = point[3]!;
        if (w === 0 || !(stiffness > 0)) continue;
        let squared = 0;
        for (let k = 0; k < 3; k++) {
          const distance = point[k]! - floats[displacements + offset + k]!;
          squared += distance * distance;
        }
        const added = Math.min(stiffness, grab.maxForce / Math.sqrt(squared));
        for (let k = 0; k < 3; k++) {
          floats[t + k] = (w * floats[t + k]! + added * point[k]!) / (w + added);
        }
        floats[t + 3] = w + added;
      }
    }
  }

  /** Writes z, relative to the anchor of the particle, and K. */
  #writePoint(
    { particles, stiffness, damping, targets, targetVelocities }: Attachments,
    i: number,
  ) {
    const history = this.#history;
    const { positions } = this.#equations.cloth.particles;
    const p = particles[i]!;
    const isSmooth = history !== null && history.flags[p] === 1;
    const viscosity = damping / (isSmooth ? history.interval : this.#duration);
    const total = stiffness + viscosity;
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * p + k]!;
      const start = isSmooth ? history.weight * (x - history.positions[3 * p + k]!) : 0;
      const force =
        stiffness * (targets[3 * i + k]! - x) +
        damping * targetVelocities[3 * i + k]! +
        viscosity * start;
      point[k] = total > 0 ? force / total : 0;
    }
    point[3] = total;
  }
}
