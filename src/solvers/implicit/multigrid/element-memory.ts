import type { Cloth, Elements } from "../../../cloth/index.js";
import {
  blocksFor,
  laneOf,
  type BlockOrder,
  type EquationFunctions,
} from "../../../kernels/index.js";
import type { ElementLayout } from "./element-layouts.js";
import { orderElements } from "./element-order.js";
import type { Reserve, Views } from "./layout.js";
import type { ParticleWeights } from "./particle-weights.js";

/** One kind of element in the memory of the kernels, in blocks of four. */
export class ElementMemory {
  readonly elements: Elements;
  readonly layout: ElementLayout;
  readonly #cloth: Cloth;
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
  /** Slots that have multipliers. */
  #known = 0;
  #saved = new Float32Array(0);
  #savedKnown = 0;
  /** Slots that the memory has space for. */
  #capacity = 0;
  /** Multipliers on their way to a new memory. */
  #moving: Float32Array = new Float32Array(0);
  /** Moves the impulses of the step so far from the memory to the array of the elements. */
  readonly #takeImpulses = (): void => this.#moveImpulses();

  constructor(
    cloth: Cloth,
    elements: Elements,
    layout: ElementLayout,
    weights: ParticleWeights,
    numbers: Int32Array,
    offsetOf: (particle: number) => number,
  ) {
    this.elements = elements;
    this.layout = layout;
    this.#cloth = cloth;
    this.#weights = weights;
    this.#offsetOf = offsetOf;
    this.#order = orderElements(elements, numbers);
    this.#partStarts = new Int32Array(elements.count + 1);
    for (let slot = 0; slot < elements.count; slot++) {
      const count = elements.isAlive(slot) ? weights.pairCount(elements, slot) : 0;
      this.#partStarts[slot + 1] = this.#partStarts[slot]! + count;
    }
  }

  /** Address of the end of the blocks. */
  get end(): number {
    return this.start + this.layout.block * blocksFor(this.#order, this.elements.count);
  }

  /** Reserves memory for `capacity` slots. What the present memory holds is kept until `attach`. */
  plan(capacity: number, reserve: Reserve): void {
    void this.elements.impulses; // moves the impulses out of the memory
    this.#moving = this.multipliers;
    const { block, law, part, maxParts } = this.layout;
    const blocks = blocksFor(this.#order, capacity);
    this.start = reserve(block * blocks);
    this.laws = reserve(law * blocks);
    this.spans = reserve(8 * 4 * blocks);
    const added = Math.max(0, capacity - (this.#partStarts.length - 1));
    this.#parts = reserve(part * (this.#partStarts.at(-1)! + maxParts * added));
  }

  /** Starts to use the planned memory. The multipliers move to it. */
  attach(views: Views, capacity: number): void {
    this.#views = views;
    this.#capacity = capacity;
    this.#written = 0;
    for (let lane = 0; lane < 4 * blocksFor(this.#order, capacity); lane++) {
      this.layout.writeShape(views.floats, this.#lawOfLane(lane), 0, false);
      const span = (this.spans + 8 * lane) / 4;
      views.words.fill(this.#parts, span, span + 2);
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
    const { count, renewed } = this.elements;
    if (isNew) for (let slot = 0; slot < count; slot++) this.#write(slot);
    else for (let i = 0; i < renewed.size; i++) this.#write(renewed.at(i));
    for (let slot = count; slot < this.#written; slot++) this.#write(slot);
    this.#written = count;
    renewed.clear();
  }

  /** Writes the laws of all slots: plastic flow has changed their rest lengths. */
  writeLaws(): void {
    for (let slot = 0; slot < this.elements.count; slot++) this.#writeLaw(slot);
  }

  /** Index of row 0 of the law of a slot, in f32. */
  #law(slot: number): number {
    return this.#lawOfLane(laneOf(this.#order, slot));
  }

  #lawOfLane(lane: number): number {
    return (this.laws + (lane >> 2) * this.layout.law) / 4 + (lane & 3);
  }

  #isAlive(slot: number): boolean {
    return slot < this.elements.count && this.elements.isAlive(slot);
  }

  #write(slot: number): void {
    const { particles, size, conditionCount } = this.elements;
    const { words, floats } = this.#views;
    const lane = laneOf(this.#order, slot);
    const at = (this.start + (lane >> 2) * this.layout.block) / 4 + (lane & 3);
    const isAlive = this.#isAlive(slot);
    for (let n = 0; n < size; n++) {
      words[at + 4 * n] = isAlive ? this.#offsetOf(particles[size * slot + n]!) : 0;
    }
    this.#writeLaw(slot);
    const law = this.#law(slot);
    for (let c = 0; c < conditionCount; c++) {
      if (!isAlive) floats[law + 4 * c] = 0;
      else if (slot >= this.#known) floats[law + 4 * c] = NaN;
    }
    this.writeParts(slot);
  }

  #writeLaw(slot: number): void {
    const { stiffnesses, dampings, conditionCount } = this.elements;
    const { floats } = this.#views;
    const isAlive = this.#isAlive(slot);
    const law = this.#law(slot);
    for (let c = 0; c < conditionCount; c++) {
      const n = conditionCount * slot + c;
      floats[law + 4 * (3 * conditionCount + c)] = isAlive ? stiffnesses[n]! : 0;
      floats[law + 4 * (4 * conditionCount + c)] = isAlive ? dampings[n]! : 0;
    }
    this.layout.writeShape(floats, law, slot, isAlive);
  }

  /** Writes what an element adds to the first coarse level. */
  writeParts(slot: number): void {
    const { part, maxParts } = this.layout;
    const { words } = this.#views;
    const starts = this.#partStarts;
    const startCount = starts.length - 1;
    const isAdded = slot >= startCount;
    const first = isAdded ? starts[startCount]! + maxParts * (slot - startCount) : starts[slot]!;
    const capacity = isAdded ? maxParts : starts[slot + 1]! - first;
    const start = this.#parts + part * first;
    const span = this.spans / 4 + 2 * laneOf(this.#order, slot);
    words[span] = start;
    words[span + 1] = start;
    if (!this.#isAlive(slot)) return;
    const weights = this.#weights;
    this.layout.writeWeights(this.#cloth, slot, weights.factors);
    words[span + 1] = weights.writeElement(this.#views, this.elements, slot, start, capacity);
  }

  /** All elements have multipliers now. */
  setKnown(): void {
    this.#known = this.elements.count;
  }

  /** Slots from `count` on are gone. */
  shrink(count: number): void {
    this.#known = Math.min(this.#known, count);
  }

  /** The multipliers of the latest substep by slot and condition. New elements have none. */
  get multipliers(): Float32Array {
    const values = new Float32Array(this.size / 4);
    this.#copyMultipliers(values);
    return values;
  }

  set multipliers(values: Float32Array) {
    this.#known = values.length / this.elements.conditionCount;
    this.#writeMultipliers(values);
  }

  #copyMultipliers(into: Float32Array): void {
    const { conditionCount } = this.elements;
    if (this.#known === 0) return; // there may be no memory yet
    const { floats } = this.#views;
    for (let slot = 0; slot < this.#known; slot++) {
      const law = this.#law(slot);
      for (let c = 0; c < conditionCount; c++) {
        into[conditionCount * slot + c] = floats[law + 4 * c]!;
      }
    }
  }

  #writeMultipliers(values: Float32Array): void {
    const { conditionCount, count } = this.elements;
    const { floats } = this.#views;
    for (let slot = 0; slot < count; slot++) {
      const law = this.#law(slot);
      for (let c = 0; c < conditionCount; c++) {
        const known = slot < this.#known ? values[conditionCount * slot + c]! : NaN;
        floats[law + 4 * c] = this.#isAlive(slot) ? known : 0;
      }
    }
  }

  /** Bytes of the multipliers. */
  get size(): number {
    return 4 * this.elements.conditionCount * this.#known;
  }

  takeSnapshot(): void {
    void this.elements.impulses; // moves the impulses out of the memory
    const length = this.size / 4;
    if (this.#saved.length < length) this.#saved = new Float32Array(length + 1000);
    this.#savedKnown = this.#known;
    this.#copyMultipliers(this.#saved);
  }

  rollback(): void {
    const { conditionCount, count } = this.elements;
    const { floats } = this.#views;
    this.#known = this.#savedKnown;
    this.elements.pendingImpulses = null;
    this.#writeMultipliers(this.#saved);
    for (let slot = 0; slot < count; slot++) {
      const law = this.#law(slot);
      for (let c = 0; c < conditionCount; c++) floats[law + 4 * (2 * conditionCount + c)] = 0;
    }
  }

  /** The memory holds impulses now that the array of the elements does not have. */
  expectImpulses(): void {
    this.elements.pendingImpulses = this.#takeImpulses;
  }

  #moveImpulses(): void {
    const { impulses, count, conditionCount } = this.elements;
    const { floats } = this.#views;
    const written = Math.min(this.#capacity, count); // slots of the latest edits may lie beyond this memory
    for (let slot = 0; slot < written; slot++) {
      const law = this.#law(slot);
      for (let c = 0; c < conditionCount; c++) {
        const at = law + 4 * (2 * conditionCount + c);
        impulses[conditionCount * slot + c]! += floats[at]!;
        floats[at] = 0;
      }
    }
  }

  // The phases of a substep; see `Equations`.

  anchor(functions: EquationFunctions): void {
    this.layout.anchor(functions, this.start, this.end, this.laws);
    this.setKnown();
  }

  add(functions: EquationFunctions, isFirst: boolean): void {
    this.layout.add(functions, this.start, this.end, this.laws, isFirst ? 1 : 0);
  }

  solveMultipliers(functions: EquationFunctions): void {
    this.layout.solveMultipliers(functions, this.start, this.end, this.laws);
  }

  coarsen(functions: EquationFunctions, blocks: number, axials: number): void {
    this.layout.coarsen(functions, this.start, this.end, this.laws, this.spans, blocks, axials);
  }

  commit(functions: EquationFunctions): void {
    const { law, block } = this.layout;
    const end = this.laws + (law * (this.end - this.start)) / block;
    functions.commitMultipliers(this.laws, end, law, this.elements.conditionCount);
    this.expectImpulses();
  }
}
