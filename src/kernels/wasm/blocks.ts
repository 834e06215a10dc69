import type { Elements } from "../../cloth/index.js";
import { blocksFor, laneOf, LANES, type BlockOrder } from "./block-order.js";
import type { KindLayout } from "./kinds.js";

const BYTES = 4;
/** Numbers of a row of a block. */
export const ROW = LANES;

/** The elements of one kind in the memory of the kernels, four to a block. */
export class Blocks {
  readonly layout: KindLayout;
  readonly order: BlockOrder;
  /** Blocks that the memory has space for. */
  readonly capacity: number;
  /** Blocks in use. */
  count = 0;
  /** Address of the first block, and of the laws of the first block. */
  start = 0;
  laws = 0;
  #addresses = new Uint32Array(0);
  #numbers = new Float32Array(0);

  /** @param slots Largest number of slots. */
  constructor(layout: KindLayout, order: BlockOrder, slots: number) {
    this.layout = layout;
    this.order = order;
    this.capacity = blocksFor(order, slots);
  }

  /** Bytes of all blocks. */
  get bytes(): number {
    return this.capacity * this.layout.rows * ROW * BYTES;
  }

  /** Bytes of the laws of all blocks. */
  get lawBytes(): number {
    return this.capacity * this.layout.lawRows * ROW * BYTES;
  }

  /** Address of the end of the last block in use. */
  get end(): number {
    return this.start + this.count * this.layout.rows * ROW * BYTES;
  }

  /** Places the blocks in a memory. */
  place(buffer: ArrayBuffer, start: number, laws: number): void {
    this.start = start;
    this.laws = laws;
    this.#addresses = new Uint32Array(buffer);
    this.#numbers = new Float32Array(buffer);
  }

  /** Makes space for `slots`; all lanes beyond those in use are empty. */
  grow(slots: number, dummy: number): void {
    const needed = blocksFor(this.order, slots);
    for (; this.count < needed; this.count++) {
      const first = this.#blockAt(this.count);
      this.#addresses.fill(dummy, first, first + ROW * this.layout.size);
    }
  }

  /** Index of the lane of a slot in the first row of its block. */
  indexOf(slot: number): number {
    const lane = laneOf(this.order, slot);
    return this.#blockAt(lane >> 2) + (lane & 3);
  }

  /** Index of the lane of a slot in the laws of its block. */
  lawIndexOf(slot: number): number {
    const lane = laneOf(this.order, slot);
    return this.laws / BYTES + (lane >> 2) * this.layout.lawRows * ROW + (lane & 3);
  }

  #blockAt(block: number): number {
    return this.start / BYTES + block * this.layout.rows * ROW;
  }

  /**
   * Sets the particles of a slot. O(1).
   *
   * @param stencils `size` particles per slot; −1 as the first if it is empty.
   * @param places Address of each particle.
   */
  setParticles(slot: number, stencils: Int32Array, places: Uint32Array, dummy: number): void {
    const { size } = this.layout;
    const at = this.indexOf(slot);
    const isAlive = size * slot < stencils.length && stencils[size * slot] !== -1;
    for (let n = 0; n < size; n++) {
      this.#addresses[at + ROW * n] = isAlive ? places[stencils[size * slot + n]!]! : dummy;
    }
    this.#markShared(at - (laneOf(this.order, slot) & 3), dummy);
  }

  /** Makes the first address of a block odd if two of its elements share a particle, else even. */
  #markShared(block: number, dummy: number): void {
    const addresses = this.#addresses;
    const { size } = this.layout;
    let isShared = false;
    addresses[block]! &= ~1;
    for (let lane = 1; lane < LANES; lane++) {
      for (let n = 0; n < size; n++) {
        const own = addresses[block + ROW * n + lane]!;
        if (own === dummy) continue;
        for (let other = 0; other < lane; other++) {
          for (let m = 0; m < size; m++) {
            if (addresses[block + ROW * m + other] === own) isShared = true;
          }
        }
      }
    }
    if (isShared) addresses[block]! |= 1;
  }

  /** Copies the impulses of all elements into their array. */
  readImpulses({ impulses, count }: Elements): void {
    const { impulseRow, conditions } = this.layout;
    const numbers = this.#numbers;
    for (let slot = 0; slot < count; slot++) {
      const at = this.indexOf(slot) + ROW * impulseRow;
      for (let c = 0; c < conditions; c++) impulses[conditions * slot + c] = numbers[at + ROW * c]!;
    }
  }

  /** Copies the impulses of all elements from their array. */
  writeImpulses({ impulses, count }: Elements): void {
    const { impulseRow, conditions } = this.layout;
    const numbers = this.#numbers;
    for (let slot = 0; slot < count; slot++) {
      const at = this.indexOf(slot) + ROW * impulseRow;
      for (let c = 0; c < conditions; c++) numbers[at + ROW * c] = impulses[conditions * slot + c]!;
    }
  }

  /** Sets all impulses to 0. */
  clearImpulses(): void {
    const { impulseRow, conditions } = this.layout;
    const numbers = this.#numbers;
    for (let block = 0; block < this.count; block++) {
      const at = this.#blockAt(block) + ROW * impulseRow;
      numbers.fill(0, at, at + ROW * conditions);
    }
  }
}
