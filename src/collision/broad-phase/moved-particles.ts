import type { Particles } from "../../cloth/index.js";
import { ensureCapacity } from "../../math/grow.js";

/** Tracks which particles have moved between two updates. Pairs without moved particles need no further resolution. */
export class MovedParticles {
  /** Positions at the latest update. */
  #positions = new Float64Array(0);
  /** 1 for particles that have moved between the last two updates, or were marked since. */
  #moved = new Uint8Array(0);

  /** Compares the positions with those of the previous update. */
  update({ positions, count }: Particles): void {
    const known = (this.#positions = ensureCapacity(this.#positions, 3 * count));
    const moved = (this.#moved = ensureCapacity(this.#moved, count));
    for (let p = 0; p < count; p++) {
      const [x, y, z] = [3 * p, 3 * p + 1, 3 * p + 2];
      const isSame =
        known[x] === positions[x] && known[y] === positions[y] && known[z] === positions[z];
      moved[p] = isSame ? 0 : 1;
      for (let k = x; k <= z; k++) known[k] = positions[k]!;
    }
  }

  /** Marks particles that a contact has moved. */
  mark(particles: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.#moved[particles[i]!] = 1;
  }

  /** True if a particle in `list[begin … end − 1]` has moved. */
  hasAny(list: Int32Array, begin: number, end: number): boolean {
    for (let i = begin; i < end; i++) if (this.#moved[list[i]!] === 1) return true;
    return false;
  }
}
