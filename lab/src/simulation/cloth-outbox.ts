import type { TopologyEdit, WorldCloth } from "tatter";
import type { ClothFrame, Strengths, WholeCloth } from "./messages.js";
import { tornEdgesOf } from "./torn-edges.js";
import { ViewUpdates } from "./view-data.js";

/** Makes the messages about one cloth: the whole cloth, then changes. */
export class ClothOutbox {
  readonly strengthUpdates = new StrengthUpdates();
  readonly viewUpdates = new ViewUpdates();
  #editsSent = 0;
  #latestEditSent: TopologyEdit | undefined;
  readonly #spareBuffers: Float32Array[] = [];

  /** Takes back a buffer that the page does not need any more. */
  recycle(positions: Float32Array): void {
    this.#spareBuffers.push(positions);
  }

  /** Returns the whole cloth. Later frames have the edits after it. */
  whole(cloth: WorldCloth): WholeCloth {
    this.#markSent(cloth);
    this.#spareBuffers.length = 0;
    this.strengthUpdates.forget();
    this.viewUpdates.forget();
    const { halfedgeVertices, triangleCount, uvs } = cloth.mesh;
    return {
      triangles: halfedgeVertices.slice(0, 3 * triangleCount),
      uvs: uvs.slice(0, 6 * triangleCount),
      positions: new Float32Array(cloth.positions.subarray(0, 3 * cloth.particles.count)),
      ...this.#marks(cloth),
      torn: tornEdgesOf(cloth.edits),
    };
  }

  /** Returns the changes since the last message. */
  frame(cloth: WorldCloth): ClothFrame {
    const positions = this.#positionsOf(cloth);
    const edits = cloth.edits.slice(this.#editsSent);
    this.#markSent(cloth);
    return { positions, edits, ...this.#marks(cloth) };
  }

  /** True if no edit that the page knows was undone. */
  isLater({ edits }: WorldCloth): boolean {
    return edits.length >= this.#editsSent && edits[this.#editsSent - 1] === this.#latestEditSent;
  }

  #markSent({ edits }: WorldCloth): void {
    this.#editsSent = edits.length;
    this.#latestEditSent = edits.at(-1);
  }

  #positionsOf({ positions, particles: { count } }: WorldCloth): Float32Array {
    let buffer = this.#spareBuffers.pop();
    if (buffer === undefined || buffer.length < 3 * count) buffer = new Float32Array(6 * count);
    buffer.set(positions.subarray(0, 3 * count));
    return buffer;
  }

  /** Marks on the cloth. */
  #marks(cloth: WorldCloth) {
    return {
      count: cloth.particles.count,
      pinned: pinnedParticles(cloth),
      weak: cloth.damage.weakVertices(),
      strengths: this.strengthUpdates.next(cloth),
      shown: this.viewUpdates.next(cloth),
    };
  }
}

/** Returns the particles that are pinned to a point, an axis or a plane. */
function pinnedParticles({ pins }: WorldCloth): number[] {
  return pins.filter((pin) => pin.isHolding).flatMap((pin) => pin.particles);
}

/** Decides when the page needs the strengths of a cloth: only while it shows them, and after changes. */
export class StrengthUpdates {
  #isShown = false;
  #changes = -1;
  #count = -1;

  /** True if the page shows them. */
  set isShown(isShown: boolean) {
    this.#isShown = isShown;
    this.forget();
  }

  /** Call it when the page has a new cloth without strengths. */
  forget(): void {
    this.#changes = -1;
  }

  /** Returns one factor per particle. Null: 1 everywhere. Undefined: unchanged. */
  next({
    strengths: { values, changes },
    particles: { count },
  }: WorldCloth): Strengths | undefined {
    if (!this.#isShown) return undefined;
    if (changes === this.#changes && count === this.#count) return undefined;
    this.#changes = changes;
    this.#count = count;
    return values === null ? null : Float32Array.from(values.subarray(0, count));
  }
}
