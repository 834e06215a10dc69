import type { Springs } from "../../../cloth/index.js";
import { blocksFor, laneOf, type BlockOrder } from "../../../kernels/index.js";
import {
  BLOCK,
  DAMPING,
  IMPULSE,
  LAMBDA,
  LAW,
  MAX_PAIRS,
  REST,
  STIFFNESS,
  type Reserve,
  type Views,
} from "./layout.js";
import type { ParticleWeights } from "./particle-weights.js";
import { orderSprings } from "./spring-order.js";

/** One kind of spring in the memory of the kernels, in blocks of four. */
export class SpringMemory {
  readonly springs: Springs;
  readonly #order: BlockOrder;
  readonly #weights: ParticleWeights;
  readonly #offsetOf: (particle: number) => number;
  /** Where the coarse parts of the slots at the start begin, in parts from the first; then the end. */
  readonly #partStarts: Int32Array;
  #views!: Views;
  /** Addresses of blocks, laws, and of start and end of the coarse parts of each lane. */
  start = 0;
  laws = 0;
  spans = 0;
  #parts = 0;
  /** Slots that have been written. */
  #written = 0;
  /** Slots that have a multiplier. */
  #known = 0;
  #saved = new Float32Array(0);
  #savedKnown = 0;
  /** Slots that the memory has space for. */
  #capacity = 0;
  /** Multipliers on their way to a new memory. */
  #moving: Float32Array = new Float32Array(0);
  /** Moves the impulses of the step so far from the memory to the array of the springs. */
  readonly #takeImpulses = (): void => this.#moveImpulses();

  constructor(
    springs: Springs,
    weights: ParticleWeights,
    numbers: Int32Array,
    offsetOf: (particle: number) => number,
  ) {
    this.springs = springs;
    this.#weights = weights;
    this.#offsetOf = offsetOf;
    this.#order = orderSprings(springs, numbers);
    this.#partStarts = new Int32Array(springs.count + 1);
    for (let slot = 0; slot < springs.count; slot++) {
      const [a, b] = [springs.particles[2 * slot]!, springs.particles[2 * slot + 1]!];
      const count = springs.isAlive(slot) ? weights.pairCount(a, b) : 0;
      this.#partStarts[slot + 1] = this.#partStarts[slot]! + count;
    }
  }

  /** Address of the end of the blocks. */
  get end(): number {
    return this.start + BLOCK * blocksFor(this.#order, this.springs.count);
  }

  /** Reserves memory for `capacity` slots. What the present memory holds is kept until `attach`. */
  plan(capacity: number, reserve: Reserve): void {
    void this.springs.impulses; // moves the impulses out of the memory
    this.#moving = this.multipliers;
    const blocks = blocksFor(this.#order, capacity);
    this.start = reserve(BLOCK * blocks);
    this.laws = reserve(LAW * blocks);
    this.spans = reserve(8 * 4 * blocks);
    const added = Math.max(0, capacity - (this.#partStarts.length - 1));
    this.#parts = reserve(8 * (this.#partStarts.at(-1)! + MAX_PAIRS * added));
  }

  /** Starts to use the planned memory. The multipliers move to it. */
  attach(views: Views, capacity: number): void {
    this.#views = views;
    this.#capacity = capacity;
    this.#written = 0;
    for (let block = 0; block < blocksFor(this.#order, capacity); block++) {
      // Unused lanes: rest lengths over 0 keep their directions finite.
      const law = (this.laws + block * LAW) / 4;
      views.floats.fill(1, law + REST, law + REST + 4);
      const span = (this.spans + 32 * block) / 4;
      views.words.fill(this.#parts, span, span + 8);
    }
    this.multipliers = this.#moving;
    this.#moving = new Float32Array(0);
  }

  /** Uses a copy of the memory from now on. */
  move(views: Views): void {
    this.#views = views;
  }

  /** Writes the slots that have changed, or all. */
  follow(isNew: boolean): void {
    const { springs } = this;
    const { count, renewed } = springs;
    if (isNew) for (let slot = 0; slot < count; slot++) this.#write(slot);
    else for (let i = 0; i < renewed.size; i++) this.#write(renewed.at(i));
    for (let slot = count; slot < this.#written; slot++) this.#write(slot);
    this.#written = count;
    renewed.clear();
  }

  /** Writes the laws of all slots: plastic flow has changed their rest lengths. */
  writeLaws(): void {
    for (let slot = 0; slot < this.springs.count; slot++) this.#writeLaw(slot);
  }

  /** Index of row 0 of the law of a slot, in f32. */
  #law(slot: number): number {
    const lane = laneOf(this.#order, slot);
    return (this.laws + (lane >> 2) * LAW) / 4 + (lane & 3);
  }

  #isAlive(slot: number): boolean {
    return slot < this.springs.count && this.springs.isAlive(slot);
  }

  #write(slot: number): void {
    const { particles } = this.springs;
    const { words, floats } = this.#views;
    const lane = laneOf(this.#order, slot);
    const at = (this.start + (lane >> 2) * BLOCK) / 4 + (lane & 3);
    const isAlive = this.#isAlive(slot);
    words[at] = isAlive ? this.#offsetOf(particles[2 * slot]!) : 0;
    words[at + 4] = isAlive ? this.#offsetOf(particles[2 * slot + 1]!) : 0;
    this.#writeLaw(slot);
    if (!isAlive) floats[this.#law(slot) + LAMBDA] = 0;
    else if (slot >= this.#known) floats[this.#law(slot) + LAMBDA] = NaN;
    this.writeParts(slot);
  }

  #writeLaw(slot: number): void {
    const { springs } = this;
    const { floats } = this.#views;
    const law = this.#law(slot);
    const isAlive = this.#isAlive(slot);
    floats[law + REST] = isAlive ? springs.restLengths[slot]! : 1;
    floats[law + STIFFNESS] = isAlive ? springs.stiffnesses[slot]! : 0;
    floats[law + DAMPING] = isAlive ? springs.dampings[slot]! : 0;
  }

  /** Writes what a spring adds to the first coarse level. */
  writeParts(slot: number): void {
    const { particles } = this.springs;
    const { words } = this.#views;
    const starts = this.#partStarts;
    const startCount = starts.length - 1;
    const isAdded = slot >= startCount;
    const first = isAdded ? starts[startCount]! + MAX_PAIRS * (slot - startCount) : starts[slot]!;
    const capacity = isAdded ? MAX_PAIRS : starts[slot + 1]! - first;
    const start = this.#parts + 8 * first;
    const span = this.spans / 4 + 2 * laneOf(this.#order, slot);
    words[span] = start;
    words[span + 1] = this.#isAlive(slot)
      ? this.#weights.writeSpring(
          this.#views,
          particles[2 * slot]!,
          particles[2 * slot + 1]!,
          start,
          capacity,
        )
      : start;
  }

  /** All springs have a multiplier now. */
  setKnown(): void {
    this.#known = this.springs.count;
  }

  /** Slots from `count` on are gone. */
  shrink(count: number): void {
    this.#known = Math.min(this.#known, count);
  }

  /** The multipliers of the latest substep by slot, N. New springs have none. */
  get multipliers(): Float32Array {
    const values = new Float32Array(this.#known);
    for (let slot = 0; slot < this.#known; slot++) {
      values[slot] = this.#views.floats[this.#law(slot) + LAMBDA]!;
    }
    return values;
  }

  set multipliers(values: Float32Array) {
    this.#known = values.length;
    for (let slot = 0; slot < this.springs.count; slot++) {
      const known = slot < values.length ? values[slot]! : NaN;
      this.#views.floats[this.#law(slot) + LAMBDA] = this.#isAlive(slot) ? known : 0;
    }
  }

  /** Bytes of the multipliers. */
  get size(): number {
    return 4 * this.#known;
  }

  takeSnapshot(): void {
    void this.springs.impulses; // moves the impulses out of the memory
    if (this.#saved.length < this.#known) this.#saved = new Float32Array(this.#known + 1000);
    this.#savedKnown = this.#known;
    for (let slot = 0; slot < this.#known; slot++) {
      this.#saved[slot] = this.#views.floats[this.#law(slot) + LAMBDA]!;
    }
  }

  rollback(): void {
    this.#known = this.#savedKnown;
    this.springs.pendingImpulses = null;
    for (let slot = 0; slot < this.springs.count; slot++) {
      const law = this.#law(slot);
      this.#views.floats[law + LAMBDA] = slot < this.#known ? this.#saved[slot]! : NaN;
      this.#views.floats[law + IMPULSE] = 0;
    }
  }

  /** The memory holds impulses now that the array of the springs does not have. */
  expectImpulses(): void {
    this.springs.pendingImpulses = this.#takeImpulses;
  }

  #moveImpulses(): void {
    const { impulses, count } = this.springs;
    const { floats } = this.#views;
    const written = Math.min(this.#capacity, count); // slots of the latest edits may lie beyond this memory
    for (let slot = 0; slot < written; slot++) {
      const at = this.#law(slot) + IMPULSE;
      impulses[slot]! += floats[at]!;
      floats[at] = 0;
    }
  }
}
