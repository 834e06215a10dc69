import type { Particles } from "../../cloth/index.js";
import { withRoom } from "../../math/grow.js";

/** Which particles have moved between two looks at them: what has not need not be resolved again. */
export class MovedParticles {
  /** Where they were at the latest look. */
  #positions = new Float64Array(0);
  /** 1 for those that have moved between that and the one before, or were marked since. */
  #moved = new Uint8Array(0);

  update({ positions, count }: Particles): void {
    const known = (this.#positions = withRoom(this.#positions, 3 * count));
    const moved = (this.#moved = withRoom(this.#moved, count));
    for (let p = 0; p < count; p++) {
      const [x, y, z] = [3 * p, 3 * p + 1, 3 * p + 2];
      const isThere =
        known[x] === positions[x] && known[y] === positions[y] && known[z] === positions[z];
      moved[p] = isThere ? 0 : 1;
      for (let k = x; k <= z; k++) known[k] = positions[k]!;
    }
  }

  /** A contact has moved some. */
  mark(particles: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#moved[particles[i]!] = 1;
  }

  /** Whether any of some of a list has moved. */
  hasAny(list: Int32Array, begin: number, end: number): boolean {
    for (let i = begin; i < end; i++) if (this.#moved[list[i]!] === 1) return true;
    return false;
  }
}
