import type { PatternListener, SparsityPattern } from "./sparsity-pattern.js";

/** Maximum number of particles of a leaf. */
const LEAF = 12;
/** Above this number of particles, other axes are tried if the longest axis gives a large separator. */
const POOR_FROM = 200;

/**
 * Nested dissection of a cloth: a tree of groups of particles. Two halves below a node are coupled only through the
 * node and its ancestors, so each half can be eliminated independently.
 *
 *              ┌ separator ┐         Each node has its own particles and a rim: the particles of its ancestors that are
 *         ┌────┴───┐   ┌───┴────┐    coupled to it or to a node below it. Its elimination changes only the rim.
 *       half …            … half
 *
 * A tear changes it only locally: the copy of a particle has some of the neighbors of the original and joins the same
 * node; separated particles only make rims smaller. If two particles of different branches become coupled (an edge of
 * three triangles that loses one gets a hinge), one of them moves up to the node where the branches meet.
 */
export class Dissection implements PatternListener {
  /** Nodes are numbered so that children come before their parents. */
  nodeCount = 0;
  /** Parent of each node; −1 at the root. */
  parents: number[] = [];
  children: number[][] = [];
  /** The first node of the subtree of each node: the subtree consists of the nodes from there up to the node itself. */
  #firsts: number[] = [];
  /** Own particles of each node. */
  own: number[][] = [];
  /** Rim of each node. */
  rims: number[][] = [];
  /** Node of each particle. */
  nodeOf: number[] = [];
  #pattern: SparsityPattern | null = null;

  /** A copy of the tree: the position of a particle in it depends on the order of past edits. */
  get state(): DissectionState {
    return {
      parents: [...this.parents],
      children: this.children.map(copy),
      firsts: [...this.#firsts],
      own: this.own.map(copy),
      rims: this.rims.map(copy),
      nodeOf: [...this.nodeOf],
    };
  }

  set state({ parents, children, firsts, own, rims, nodeOf }: DissectionState) {
    this.nodeCount = parents.length;
    this.parents = [...parents];
    this.children = children.map(copy);
    this.#firsts = [...firsts];
    this.own = own.map(copy);
    this.rims = rims.map(copy);
    this.nodeOf = [...nodeOf];
  }

  /** Builds the tree from the positions in the unstressed cloth. */
  build(pattern: SparsityPattern, positions: Float64Array, particleCount: number): void {
    this.#pattern = pattern;
    const particles = Array.from({ length: particleCount }, (_, p) => p);
    // Filled in order, because an array with holes is slow.
    for (let p = 0; p < particleCount; p++) this.nodeOf.push(0);
    this.#divide(particles, positions, new Uint8Array(particleCount));
    for (let pair = 0; pair < pattern.pairCount; pair++) {
      this.couple(pattern.pairs[2 * pair]!, pattern.pairs[2 * pair + 1]!);
    }
  }

  /** Creates the subtree of some particles and returns its root. */
  #divide(particles: number[], positions: Float64Array, side: Uint8Array): number {
    const first = this.nodeCount;
    if (particles.length <= LEAF) return this.#addNode(particles, [], first);
    let [separator, halves] = this.#separate(particles, positions, side, 0);
    // With slivers the longest axis may be the worst: it would split a tube of one ring of thin triangles along that
    // ring.
    for (let rank = 1; rank < 3 && isPoor(separator, particles); rank++) {
      const [another, others] = this.#separate(particles, positions, side, rank);
      if (another.length < separator.length) [separator, halves] = [another, others];
    }
    const children = halves
      .filter((half) => half.length > 0)
      .map((half) => this.#divide(half, positions, side));
    return this.#addNode(separator, children, first);
  }

  /**
   * Splits particles at the median along an axis.
   *
   * @param side Scratch: all 0 before and after the call.
   * @param rank Rank of the axis by extent: 0 is the longest.
   * @returns The separator, and the two halves without it.
   */
  #separate(
    particles: number[],
    positions: Float64Array,
    side: Uint8Array,
    rank: number,
  ): [separator: number[], halves: number[][]] {
    const axis = longestAxes(particles, positions)[rank]!;
    particles.sort((a, b) => positions[3 * a + axis]! - positions[3 * b + axis]! || a - b);
    const center = particles.length >> 1;
    for (const [i, p] of particles.entries()) side[p] = i < center ? 1 : 2;
    // The particles of each half that are coupled to the other half: the smaller set is the separator.
    const borders = [1, 2].map((half) =>
      particles.filter((p) => side[p] === half && this.#touches(p, side, 3 - half)),
    );
    const separator = borders[0]!.length <= borders[1]!.length ? borders[0]! : borders[1]!;
    const isInSeparator = new Set(separator);
    const halves = [1, 2].map((half) =>
      particles.filter((p) => side[p] === half && !isInSeparator.has(p)),
    );
    for (const p of particles) side[p] = 0;
    return [separator, halves];
  }

  #touches(particle: number, side: Uint8Array, half: number): boolean {
    const { firstEnds, nextEnds } = this.#pattern!;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      if (side[this.#pattern!.otherOf(end)] === half) return true;
    }
    return false;
  }

  #addNode(particles: number[], children: number[], first: number): number {
    const node = this.nodeCount++;
    this.parents.push(-1);
    this.children.push(children);
    this.#firsts.push(first);
    this.own.push(particles);
    this.rims.push([]);
    for (const child of children) this.parents[child] = node;
    for (const p of particles) this.nodeOf[p] = node;
    return node;
  }

  /** True if `above` is an ancestor of `node`, or the node itself. */
  #covers(above: number, node: number): boolean {
    return this.#firsts[above]! <= node && node <= above;
  }

  addParticle(particle: number, origin: number): void {
    const node = this.nodeOf[origin]!;
    this.nodeOf[particle] = node;
    this.own[node]!.push(particle);
  }

  couple(a: number, b: number): void {
    if (this.#pattern === null) return; // not built yet
    const [nodeA, nodeB] = [this.nodeOf[a]!, this.nodeOf[b]!];
    if (nodeA <= nodeB && this.#covers(nodeB, nodeA)) this.#reach(nodeA, b);
    else if (this.#covers(nodeA, nodeB)) this.#reach(nodeB, a);
    else this.#lift(a, nodeB);
  }

  /** Adds a particle to the rims of a node and its ancestors, up to the node of the particle. */
  #reach(from: number, particle: number): void {
    const to = this.nodeOf[particle]!;
    for (let node = from; node !== to; node = this.parents[node]!) {
      const rim = this.rims[node]!;
      if (!rim.includes(particle)) rim.push(particle);
    }
  }

  /** Moves a particle up to the node where its branch meets that of `other`. Its neighbors remain above or below it. */
  #lift(particle: number, other: number): void {
    const from = this.nodeOf[particle]!;
    let node = from;
    while (!this.#covers(node, other)) node = this.parents[node]!;
    remove(this.own[from]!, particle);
    this.nodeOf[particle] = node;
    this.own[node]!.push(particle);
    const { firstEnds, nextEnds } = this.#pattern!;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      const neighbor = this.#pattern!.otherOf(end);
      // Remove neighbors that are no longer needed from the rims below.
      const above = this.nodeOf[neighbor]!;
      if (above !== from && this.#covers(above, from)) this.#withdraw(from, neighbor);
      this.couple(particle, neighbor);
    }
  }

  uncouple(a: number, b: number): void {
    const [nodeA, nodeB] = [this.nodeOf[a]!, this.nodeOf[b]!];
    if (nodeA < nodeB) this.#withdraw(nodeA, b);
    else this.#withdraw(nodeB, a);
  }

  /** Removes a particle from the rims of a node and its ancestors, up to the first one that still needs it. */
  #withdraw(from: number, particle: number): void {
    const to = this.nodeOf[particle]!;
    for (let node = from; node !== to; node = this.parents[node]!) {
      if (this.#isNeeded(node, particle)) return;
      remove(this.rims[node]!, particle);
    }
  }

  #isNeeded(node: number, particle: number): boolean {
    const { firstEnds, nextEnds } = this.#pattern!;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      if (this.nodeOf[this.#pattern!.otherOf(end)] === node) return true;
    }
    return this.children[node]!.some((child) => this.rims[child]!.includes(particle));
  }
}

/** State of a dissection. The fields are those of `Dissection`. */
export interface DissectionState {
  parents: number[];
  children: number[][];
  firsts: number[];
  own: number[][];
  rims: number[][];
  nodeOf: number[];
}

function copy(list: readonly number[]): number[] {
  return [...list];
}

function remove(list: number[], item: number): void {
  const index = list.indexOf(item);
  if (index !== -1) list.splice(index, 1);
}

/** Returns the three axes, ordered by the extent of the particles, the longest first. */
function longestAxes(particles: readonly number[], positions: Float64Array): number[] {
  const extents = [0, 1, 2].map((k) => {
    let [low, high] = [Infinity, -Infinity];
    for (const p of particles) {
      low = Math.min(low, positions[3 * p + k]!);
      high = Math.max(high, positions[3 * p + k]!);
    }
    return high - low;
  });
  return [0, 1, 2].toSorted((a, b) => extents[b]! - extents[a]!);
}

/** True if the separator is much larger than in a sheet with cells of similar length and width. */
function isPoor(separator: readonly number[], particles: readonly number[]): boolean {
  return particles.length > POOR_FROM && 4 * separator.length > particles.length;
}
