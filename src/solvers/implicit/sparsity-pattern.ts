import { grown, grownCapacity, withRoom } from "../../math/grow.js";
import type { Cloth, Elements } from "../../cloth/index.js";
import { originOf } from "../../mesh/index.js";

/** Who keeps something that follows from the couplings hears of every change, in order. */
export interface PatternListener {
  /** A particle is there that took over some of the neighbours of `origin`. */
  addParticle(particle: number, origin: number): void;
  couple(a: number, b: number): void;
  uncouple(a: number, b: number): void;
}

/**
 * Which particles of a cloth are coupled, because some element has both: the pattern of the stiffness matrix, as a list
 * of pairs. It follows every edit of the mesh by looking at the elements that were renewed, and at nothing else.
 */
export class SparsityPattern {
  readonly #cloth: Cloth;
  readonly #listener: PatternListener;
  /** Pairs in use and free ones; a free one has no elements. */
  pairCount = 0;
  /** Both particles of each pair. */
  pairs: Int32Array = new Int32Array(0);
  /** How many elements have the pair. */
  #uses: Int32Array = new Int32Array(0);
  /** Pairs at a particle, a list through `nextEnds`: the end 2 · pair + 0 or 1, −1 behind the last. */
  firstEnds: Int32Array = new Int32Array(0);
  nextEnds: Int32Array = new Int32Array(0);
  #freePair = -1;
  readonly #kinds: KindCouplings[];
  #particleCount = 0;
  #editCount = 0;

  constructor(cloth: Cloth, listener: PatternListener) {
    this.#cloth = cloth;
    this.#listener = listener;
    this.#kinds = cloth.elements.map((elements) => new KindCouplings(elements));
    this.#editCount = cloth.edits.length;
    this.#makeRoom(cloth.particles.count);
    for (const kind of this.#kinds) {
      for (let element = 0; element < kind.elements.count; element++) this.#take(kind, element);
      kind.elements.renewed.clear();
    }
  }

  /**
   * The pair of each two particles of each element of the `kind`th kind, in the order 01, 02, 12, 03, 13, 23: twice its
   * number, and 1 more where its first particle is the second of the two.
   */
  pairsOf(kind: number): Int32Array {
    return this.#kinds[kind]!.pairs;
  }

  /** The other particle of the pair of an end. */
  otherOf(end: number): number {
    return this.pairs[end ^ 1]!;
  }

  /** Catches up with the edits of the mesh. O(what they touched). False where there were none. */
  follow(): boolean {
    const { edits } = this.#cloth;
    if (this.#editCount === edits.length) return false;
    for (; this.#editCount < edits.length; this.#editCount++) {
      const edit = edits[this.#editCount]!;
      if (edit.type === "separate-edge") continue;
      this.#makeRoom(edit.newVertex + 1);
      this.#listener.addParticle(edit.newVertex, originOf(edit).from);
    }
    // New pairs first: most of the old ones are among them. In rising order: the order in which elements were renewed
    // depends on whether edits were followed one by one or many at once, and rounding would follow it.
    for (const kind of this.#kinds) {
      const { renewed } = kind.elements;
      renewed.sort();
      for (let i = 0; i < renewed.size; i++) {
        kind.keepOld(renewed.at(i), i);
        this.#take(kind, renewed.at(i));
      }
    }
    for (const kind of this.#kinds) {
      const { renewed } = kind.elements;
      for (let i = 0; i < kind.pairsEach * renewed.size; i++) this.#release(kind.old[i]!);
      renewed.clear();
    }
    return true;
  }

  /** A copy of the lists as they are: which pair stands where depends on the course of events. */
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

  /** Puts the lists back, for a cloth that has been put back as well. */
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

  #makeRoom(particleCount: number): void {
    const capacity = grownCapacity(this.firstEnds.length, particleCount);
    this.firstEnds = grown(this.firstEnds, capacity);
    this.firstEnds.fill(-1, this.#particleCount, particleCount);
    this.#particleCount = particleCount;
  }

  /** Notes the pairs of an element. */
  #take(kind: KindCouplings, element: number): void {
    const { elements, pairsEach } = kind;
    const { size, particles } = elements;
    kind.grow(elements.count);
    let place = pairsEach * element;
    for (let j = 1; j < size; j++) {
      for (let i = 0; i < j; i++) {
        const a = particles[size * element + i]!;
        const b = particles[size * element + j]!;
        kind.pairs[place++] = a === -1 || a === b ? -1 : this.#use(a, b);
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
    // A free pair has no second particle, and a link to the next free one for its first.
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
    let before = firstEnds[particle]!;
    while (nextEnds[before] !== end) before = nextEnds[before]!;
    nextEnds[before] = nextEnds[end]!;
  }
}

export interface SparsityPatternState {
  editCount: number;
  particleCount: number;
  pairCount: number;
  freePair: number;
  pairs: Int32Array;
  uses: Int32Array;
  nextEnds: Int32Array;
  firstEnds: Int32Array;
  /** The pairs of the elements, and those elements that it has not followed yet. */
  kinds: { pairs: Int32Array; renewed: number[] }[];
}

/** The pairs of all elements of one kind. */
class KindCouplings {
  readonly elements: Elements;
  /** Pairs of particles of an element. */
  readonly pairsEach: number;
  pairs: Int32Array = new Int32Array(0);
  /** Pairs of renewed elements as they were before. */
  old = new Int32Array(0);
  #count = 0;

  constructor(elements: Elements) {
    this.elements = elements;
    this.pairsEach = (elements.size * (elements.size - 1)) / 2;
  }

  grow(count: number): void {
    if (count <= this.#count) return;
    const { pairsEach } = this;
    this.pairs = withRoom(this.pairs, pairsEach * count);
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

  keepOld(element: number, row: number): void {
    const { pairsEach } = this;
    this.grow(this.elements.count);
    this.old = withRoom(this.old, pairsEach * (row + 1));
    for (let i = 0; i < pairsEach; i++) {
      this.old[pairsEach * row + i] = this.pairs[pairsEach * element + i]!;
    }
  }
}
