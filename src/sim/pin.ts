import type { Vector3 } from "../math/vector.js";
import { selectByUv, type Cloth } from "../cloth/index.js";
import type { PinOptions } from "./options.js";

/** Rounding of the clock: a pin that lets go at 1 s lets go in the step that starts at 0.9999999999 s. */
const TIME_TOLERANCE = 1e-9;

/** Particles held by a pin, and where it takes them. What two pins select belongs to the first one. */
export class Pin {
  readonly particles: readonly number[];
  readonly #options: PinOptions;
  readonly #homes: Float64Array;
  #isHolding = true;

  constructor(cloth: Cloth, options: PinOptions) {
    this.#options = options;
    this.particles = selectByUv(cloth.mesh, options.select.uv).filter(
      (particle) => cloth.particles.pinned[particle] === 0,
    );
    this.#homes = new Float64Array(3 * this.particles.length);
    for (const [i, particle] of this.particles.entries()) {
      for (let k = 0; k < 3; k++) {
        this.#homes[3 * i + k] = cloth.particles.positions[3 * particle + k]!;
      }
      cloth.particles.pin(particle);
    }
  }

  get isHolding(): boolean {
    return this.#isHolding;
  }

  /** Gives the particles the velocity that takes them to their places at the end of the step, or lets go. */
  drive(cloth: Cloth, time: number, dt: number): void {
    if (!this.#isHolding) return;
    const { particles } = cloth;
    if (time >= (this.#options.release ?? Infinity) - TIME_TOLERANCE) {
      this.#isHolding = false;
      for (const particle of this.particles) particles.unpin(particle);
      return;
    }
    const { positions, velocities } = particles;
    for (let k = 0; k < 3; k++) {
      const move = moveAt(this.#options.motion, time + dt, k);
      for (let i = 0; i < this.particles.length; i++) {
        const p = 3 * this.particles[i]! + k;
        velocities[p] = (this.#homes[3 * i + k]! + move - positions[p]!) / dt;
      }
    }
  }
}

/** Coordinate `k` of a keyframed displacement at a time. */
function moveAt(
  motion: readonly { time: number; move: Vector3 }[] | undefined,
  time: number,
  k: number,
): number {
  if (motion === undefined || motion.length === 0) return 0;
  let before = motion[0]!;
  for (const key of motion) {
    if (key.time > time) {
      const part = key === before ? 0 : (time - before.time) / (key.time - before.time);
      return before.move[k]! + part * (key.move[k]! - before.move[k]!);
    }
    before = key;
  }
  return before.move[k]!;
}
