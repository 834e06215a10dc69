import { grown, grownCapacity, ensureCapacity } from "../../math/grow.js";
import type { Cloth, Elements } from "../../cloth/index.js";
import { originOf } from "../../mesh/index.js";

/** Receives every change of a sparsity pattern, in order. */
export interface PatternListener {
  /** A new particle has taken over some of the neighbors of `origin`. */
  addParticle(particle: number, origin: number): void;
  /** Two particles have become coupled. */
  couple(a: number, b: number): void;
  /** Two particles are no longer coupled. */
  uncouple(a: number, b: number): void;
}

/**
 * The sparsity pattern of the stiffness matrix: a list of all pairs of particles that are coupled, because some element
 * has both. After edits of the mesh it is updated from the rebuilt elements only.
 */
export class SparsityPattern {
  readonly #cloth: Cloth;
  readonly #listener: PatternListener;
  /** Number of pairs, including free ones; a free pair has no elements. */
  pairCount = 0;
  /** Both particles of each pair. */
  pairs: Int32Array = new Int32Array(0);
  /** Number of elements with each pair. */
  #uses: Int32Array = new Int32Array(0);
  /** Linked list of the pairs at each particle: its first end, 2 · pair + 0 or 1; −1: none. */
  firstEnds: Int32Array = new Int32Array(0);
  /** Next end of the list of each end; −1 after the last. */
  nextEnds: Int32Array = new Int32Array(0);
  #freePair = -1;
  readonly #kinds: KindPattern[];
  #particleCount = 0;
  #editCount = 0;

  constructor(cloth: Cloth, listener: PatternListener) {
    this.#cloth = cloth;
    this.#listener = listener;
    this.#kinds = cloth.elements.map((elements) => new KindPattern(elements));
    this.#editCount = cloth.edits.length;
    this.#grow(cloth.particles.count);
    for (const kind of this.#kinds) {
      for (let element = 0; element < kind.elements.count; element++) this.#add(kind, element);
      kind.elements.renewed.clear();
    }
  }

  /**
   * Codes of the pairs of each element of a kind, in the order 01, 02, 12, 03, 13, 23: twice the index of the pair,
   * plus 1 if the pair is stored in reverse order.
   */
  pairsOf(kind: number): Int32Array {
    return this.#kinds[kind]!.pairs;
  }

  /** Returns the other particle of the pair of an end. */
  otherOf(end: number): number {
    return this.pairs[end ^ 1]!;
  }

  /** Replays new edits of the mesh, in time proportional to what they changed. Returns false if there were none. */
  update(): boolean {
    const { edits } = this.#cloth;
    if (this.#editCount === edits.length) return false;
    for (; this.#editCount < edits.length; this.#editCount++) {
      const edit = edits[this.#editCount]!;
      if (edit.type === "separate-edge") continue;
      this.#grow(edit.newVertex + 1);
      this.#listener.addParticle(edit.newVertex, originOf(edit).from);
    }
    // Add new pairs first: most of the old ones are among them. In ascending order: the order in which elements were
    // rebuilt depends on whether edits were replayed one by one or many at once, and rounding would depend on it.
    for (const kind of this.#kinds) {
      const { renewed } = kind.elements;
      renewed.sort();
      for (let i = 0; i < renewed.size; i++) {
        kind.saveOld(renewed.at(i), i);
        this.#add(kind, renewed.at(i));
      }
    }
    for (const kind of this.#kinds) {
      const { renewed } = kind.elements;
      for (let i = 0; i < kind.pairsEach * renewed.size; i++) this.#release(kind.old[i]!);
      renewed.clear();
    }
    return true;
  }

  /** A copy of the lists: the order of the pairs depends on the order of past edits. */
  get state(): SparsityPatternState {
    return {
      editCount: this.#editCount,
      particleCount: this.#particleCount,
      pairCount: this.pairCount,
      freePair: this.#freePair,
      pairs: this.pairs.slice(0, 2 * this.pairCount),
      uses: this.#uses.slice(0, this.pairCount),
      nextEnds: this.nextEnds.slice(0, 2 * this.pairCount),
      firstEnds: this.firstEnds.slice(0, this.#particleCount),
      kinds: this.#kinds.map((kind) => kind.state),
    };
  }

  /** Restores the lists; the cloth must be restored too. */
  set state(state: SparsityPatternState) {
    this.#editCount = state.editCount;
    this.#particleCount = state.particleCount;
    this.pairCount = state.pairCount;
    this.#freePair = state.freePair;
    this.pairs = state.pairs.slice();
    this.#uses = state.uses.slice();
    this.nextEnds = state.nextEnds.slice();
    this.firstEnds = state.firstEnds.slice();
    for (const [i, kind] of this.#kinds.entries()) kind.state = state.kinds[i]!;
  }

  #grow(particleCount: number): void {
    const capacity = grownCapacity(this.firstEnds.length, particleCount);
    this.firstEnds = grown(this.firstEnds, capacity);
    this.firstEnds.fill(-1, this.#particleCount, particleCount);
    this.#particleCount = particleCount;
  }

  /** Adds the pairs of an element. */
  #add(kind: KindPattern, element: number): void {
    const { elements, pairsEach } = kind;
    const { size, particles } = elements;
    kind.grow(elements.count);
    let slot = pairsEach * element;
    for (let j = 1; j < size; j++) {
      for (let i = 0; i < j; i++) {
        const a = particles[size * element + i]!;
        const b = particles[size * element + j]!;
        kind.pairs[slot++] = a === -1 || a === b ? -1 : this.#use(a, b);
      }
    }
  }

  #use(a: number, b: number): number {
    const pair = this.#find(a, b);
    this.#uses[pair]!++;
    if (this.#uses[pair] === 1) this.#listener.couple(a, b);
    return 2 * pair + (this.pairs[2 * pair] === a ? 0 : 1);
  }

  #find(a: number, b: number): number {
    for (let end = this.firstEnds[a]!; end !== -1; end = this.nextEnds[end]!) {
      if (this.otherOf(end) === b) return end >> 1;
    }
    const pair = this.#freePair === -1 ? this.pairCount++ : this.#freePair;
    if (pair === this.#freePair) this.#freePair = this.pairs[2 * pair]!;
    const capacity = grownCapacity(this.#uses.length, this.pairCount);
    this.#uses = grown(this.#uses, capacity);
    this.pairs = grown(this.pairs, 2 * capacity);
    this.nextEnds = grown(this.nextEnds, 2 * capacity);
    this.#uses[pair] = 0;
    this.#link(2 * pair, a);
    this.#link(2 * pair + 1, b);
    return pair;
  }

  #link(end: number, particle: number): void {
    this.pairs[end] = particle;
    this.nextEnds[end] = this.firstEnds[particle]!;
    this.firstEnds[particle] = end;
  }

  #release(code: number): void {
    if (code === -1) return;
    const pair = code >> 1;
    this.#uses[pair]!--;
    if (this.#uses[pair]! > 0) return;
    const a = this.pairs[2 * pair]!;
    const b = this.pairs[2 * pair + 1]!;
    this.#unlink(2 * pair, a);
    this.#unlink(2 * pair + 1, b);
    // In a free pair the first entry links to the next free pair and the second is −1.
    this.pairs[2 * pair] = this.#freePair;
    this.pairs[2 * pair + 1] = -1;
    this.#freePair = pair;
    this.#listener.uncouple(a, b);
  }

  #unlink(end: number, particle: number): void {
    const { firstEnds, nextEnds } = this;
    if (firstEnds[particle] === end) {
      firstEnds[particle] = nextEnds[end]!;
      return;
    }
    let previous = firstEnds[particle]!;
    while (nextEnds[previous] !== end) previous = nextEnds[previous]!;
    nextEnds[previous] = nextEnds[end]!;
  }
}

/** State of a sparsity pattern. */
export interface SparsityPatternState {
  editCount: number;
  particleCount: number;
  pairCount: number;
  freePair: number;
  pairs: Int32Array;
  uses: Int32Array;
  nextEnds: Int32Array;
  firstEnds: Int32Array;
  /** Pair codes of the elements, and rebuilt elements that are not included yet. */
  kinds: { pairs: Int32Array; renewed: number[] }[];
}

/** The pair codes of all elements of one kind. */
class KindPattern {
  readonly elements: Elements;
  /** Pairs per element. */
  readonly pairsEach: number;
  pairs: Int32Array = new Int32Array(0);
  /** Pair codes of rebuilt elements before the rebuild. */
  old = new Int32Array(0);
  #count = 0;

  constructor(elements: Elements) {
    this.elements = elements;
    this.pairsEach = (elements.size * (elements.size - 1)) / 2;
  }

  grow(count: number): void {
    if (count <= this.#count) return;
    const { pairsEach } = this;
    this.pairs = ensureCapacity(this.pairs, pairsEach * count);
    this.pairs.fill(-1, pairsEach * this.#count, pairsEach * count);
    this.#count = count;
  }

  get state(): SparsityPatternState["kinds"][number] {
    return {
      pairs: this.pairs.slice(0, this.pairsEach * this.#count),
      renewed: this.elements.renewed.toArray(),
    };
  }

  set state({ pairs, renewed }: SparsityPatternState["kinds"][number]) {
    this.pairs = pairs.slice();
    this.#count = pairs.length / this.pairsEach;
    this.elements.renewed.clear();
    for (const element of renewed) this.elements.renewed.add(element);
  }

  saveOld(element: number, row: number): void {
    const { pairsEach } = this;
    this.grow(this.elements.count);
    this.old = ensureCapacity(this.old, pairsEach * (row + 1));
    for (let i = 0; i < pairsEach; i++) {
      this.old[pairsEach * row + i] = this.pairs[pairsEach * element + i]!;
    }
  }
}
