import type { PatternListener, SparsityPattern } from "./sparsity-pattern.js";

/** Parts of so few particles are not divided any more. */
const LEAF = 12;
/** Parts of more particles than this are divided along another axis where the longest divides them poorly. */
const POOR_FROM = 200;

/**
 * Nested dissection of a cloth: a tree of groups of particles. Two halves below a group are coupled through it and its
 * ancestors alone, so that each half can be eliminated without the other.
 *
 *              ┌ separator ┐         Each node has particles of its own, and a rim: the particles of its ancestors that it or
 *         ┌────┴───┐   ┌───┴────┐    what is below it is coupled to. Those are all that its elimination changes.
 *       half …            … half
 *
 * A tear hardly disturbs it: the copy of a particle has some of the neighbours of the original and takes its place beside
 * it; what comes apart only makes rims smaller. Should two particles be coupled that stand in different branches (an edge of
 * three triangles that loses one gets a hinge), one of them moves up to where the branches meet.
 */
export class Dissection implements PatternListener {
  /** Nodes are numbered so that children come before their parents. */
  nodeCount = 0;
  /** −1 at the root. */
  parents: number[] = [];
  children: number[][] = [];
  /** The first of the nodes below a node, or the node itself: below it are just those from there on. */
  #firsts: number[] = [];
  own: number[][] = [];
  rims: number[][] = [];
  /** Which node each particle belongs to. */
  nodeOf: number[] = [];
  #couplings: SparsityPattern | null = null;

  /** A copy of the tree as it is: where a particle stands in it depends on the course of events. */
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

  /** Divides all particles by their places in the unstressed cloth. */
  build(couplings: SparsityPattern, positions: Float64Array, particleCount: number): void {
    this.#couplings = couplings;
    const particles = Array.from({ length: particleCount }, (_, p) => p);
    // Filled from its start, because an array with holes is slow.
    for (let p = 0; p < particleCount; p++) this.nodeOf.push(0);
    this.#divide(particles, positions, new Uint8Array(particleCount));
    for (let pair = 0; pair < couplings.pairCount; pair++) {
      this.couple(couplings.pairs[2 * pair]!, couplings.pairs[2 * pair + 1]!);
    }
  }

  /** Makes the nodes for some particles and returns the topmost of them. */
  #divide(particles: number[], positions: Float64Array, side: Uint8Array): number {
    const first = this.nodeCount;
    if (particles.length <= LEAF) return this.#addNode(particles, [], first);
    let [separator, halves] = this.#separate(particles, positions, side, 0);
    // Across slivers the longest axis may be the worst: it would divide a tube of one ring of thin triangles all along that ring.
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
   * Divides particles in the middle along an axis.
   *
   * @param side All 0, and so again afterwards.
   * @param rank Of the axis: 0 is the longest.
   * @returns What comes between, and the two halves without it.
   */
  #separate(
    particles: number[],
    positions: Float64Array,
    side: Uint8Array,
    rank: number,
  ): [separator: number[], halves: number[][]] {
    const axis = longestAxes(particles, positions)[rank]!;
    particles.sort((a, b) => positions[3 * a + axis]! - positions[3 * b + axis]! || a - b);
    const middle = particles.length >> 1;
    for (const [i, p] of particles.entries()) side[p] = i < middle ? 1 : 2;
    // The particles of either half that are coupled to the other: the fewer of them come between.
    const borders = [1, 2].map((half) =>
      particles.filter((p) => side[p] === half && this.#touches(p, side, 3 - half)),
    );
    const separator = borders[0]!.length <= borders[1]!.length ? borders[0]! : borders[1]!;
    const isBetween = new Set(separator);
    const halves = [1, 2].map((half) =>
      particles.filter((p) => side[p] === half && !isBetween.has(p)),
    );
    for (const p of particles) side[p] = 0;
    return [separator, halves];
  }

  #touches(particle: number, side: Uint8Array, half: number): boolean {
    const { firstEnds, nextEnds } = this.#couplings!;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      if (side[this.#couplings!.otherOf(end)] === half) return true;
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

  /** Whether `above` is an ancestor of `node`, or the node itself. */
  #covers(above: number, node: number): boolean {
    return this.#firsts[above]! <= node && node <= above;
  }

  addParticle(particle: number, origin: number): void {
    const node = this.nodeOf[origin]!;
    this.nodeOf[particle] = node;
    this.own[node]!.push(particle);
  }

  couple(a: number, b: number): void {
    if (this.#couplings === null) return; // not built yet
    const [nodeA, nodeB] = [this.nodeOf[a]!, this.nodeOf[b]!];
    if (nodeA <= nodeB && this.#covers(nodeB, nodeA)) this.#reach(nodeA, b);
    else if (this.#covers(nodeA, nodeB)) this.#reach(nodeB, a);
    else this.#lift(a, nodeB);
  }

  /** Puts a particle on the rims of a node and of all above it, up to its own. */
  #reach(from: number, particle: number): void {
    const to = this.nodeOf[particle]!;
    for (let node = from; node !== to; node = this.parents[node]!) {
      const rim = this.rims[node]!;
      if (!rim.includes(particle)) rim.push(particle);
    }
  }

  /** Moves a particle up to where its branch meets that of `other`. What it is coupled to stays above or below it. */
  #lift(particle: number, other: number): void {
    const from = this.nodeOf[particle]!;
    let node = from;
    while (!this.#covers(node, other)) node = this.parents[node]!;
    remove(this.own[from]!, particle);
    this.nodeOf[particle] = node;
    this.own[node]!.push(particle);
    const { firstEnds, nextEnds } = this.#couplings!;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      const neighbour = this.#couplings!.otherOf(end);
      // What stood on rims down there for its sake alone goes: a rim must not outlast what it is for.
      const above = this.nodeOf[neighbour]!;
      if (above !== from && this.#covers(above, from)) this.#withdraw(from, neighbour);
      this.couple(particle, neighbour);
    }
  }

  uncouple(a: number, b: number): void {
    const [nodeA, nodeB] = [this.nodeOf[a]!, this.nodeOf[b]!];
    if (nodeA < nodeB) this.#withdraw(nodeA, b);
    else this.#withdraw(nodeB, a);
  }

  /** Takes a particle off the rims of a node and of those above it, as far up as nothing below needs it. */
  #withdraw(from: number, particle: number): void {
    const to = this.nodeOf[particle]!;
    for (let node = from; node !== to; node = this.parents[node]!) {
      if (this.#isNeeded(node, particle)) return;
      remove(this.rims[node]!, particle);
    }
  }

  #isNeeded(node: number, particle: number): boolean {
    const { firstEnds, nextEnds } = this.#couplings!;
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      if (this.nodeOf[this.#couplings!.otherOf(end)] === node) return true;
    }
    return this.children[node]!.some((child) => this.rims[child]!.includes(particle));
  }
}

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
  const place = list.indexOf(item);
  if (place !== -1) list.splice(place, 1);
}

/** The three axes, the one along which the particles reach farthest first. */
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

/** Whether far more comes between two halves than in a sheet of cells that are about as long as they are wide. */
function isPoor(separator: readonly number[], particles: readonly number[]): boolean {
  return particles.length > POOR_FROM && 4 * separator.length > particles.length;
}
