import { grownCapacity, withRoom } from "../../math/grow.js";
import type { BlockMatrix } from "./block-matrix.js";
import type { SparsityPattern } from "./sparsity-pattern.js";
import { Dissection } from "./nested-dissection.js";
import { eliminate } from "./elimination.js";
import type { LinearSolver } from "./linear-solver.js";

/**
 * Direct solution by multifrontal Cholesky factorisation along a nested dissection. Each node of the dissection has a
 * front: a dense matrix of its own particles and its rim. From the leaves to the root, each takes in its rows of the matrix
 * and what its children have left, eliminates its own particles and leaves the rest to its parent.
 *
 * The symbolic part is the dissection alone, which a tear changes in a few nodes: where a particle stands in a front is found
 * out on the way, from the lists.
 */
export class Cholesky implements LinearSolver {
  readonly name = "cholesky";
  readonly dissection = new Dissection();
  /** 3 · (own + rim) rows each, row by row; the lower triangle. */
  readonly #fronts: Float64Array[] = [];
  /** The place of each particle in the front of the node in the works, and which node that was. */
  #places = new Int32Array(0);
  #stamps = new Int32Array(0);
  /** The own part of a solution. */
  #part = new Float64Array(0);

  /** Makes the dissection of a cloth by its unstressed shape. */
  build(couplings: SparsityPattern, restPositions: Float64Array, particleCount: number): void {
    this.dissection.build(couplings, restPositions, particleCount);
  }

  addParticle(particle: number, origin: number): void {
    this.dissection.addParticle(particle, origin);
  }

  couple(a: number, b: number): void {
    this.dissection.couple(a, b);
  }

  uncouple(a: number, b: number): void {
    this.dissection.uncouple(a, b);
  }

  prepare(matrix: BlockMatrix): boolean {
    const { nodeCount } = this.dissection;
    if (this.#places.length < matrix.size) {
      const capacity = grownCapacity(this.#places.length, matrix.size);
      this.#places = new Int32Array(capacity);
      this.#stamps = new Int32Array(capacity);
    }
    this.#stamps.fill(-1);
    for (let node = 0; node < nodeCount; node++) {
      const front = this.#clearFront(node);
      this.#takeRows(node, front, matrix);
      const children = this.dissection.children[node]!;
      for (let i = 0; i < children.length; i++) this.#takeRest(node, front, children[i]!);
      if (!eliminate(front, this.#sizeOf(node), 3 * this.dissection.own[node]!.length)) {
        return false;
      }
    }
    return true;
  }

  #sizeOf(node: number): number {
    return 3 * (this.dissection.own[node]!.length + this.dissection.rims[node]!.length);
  }

  /** The front of a node with nothing in it, and the places of its particles. */
  #clearFront(node: number): Float64Array {
    const own = this.dissection.own[node]!;
    const rim = this.dissection.rims[node]!;
    const size = this.#sizeOf(node);
    let front = this.#fronts[node];
    if (front === undefined || front.length < size * size) {
      // A little room for the particles of tears; the first front fits most.
      const room = front === undefined ? size : size + 12;
      front = new Float64Array(room * room);
      this.#fronts[node] = front;
    }
    front.fill(0, 0, size * size);
    for (let i = 0; i < own.length; i++) this.#place(own[i]!, i, node);
    for (let i = 0; i < rim.length; i++) this.#place(rim[i]!, own.length + i, node);
    return front;
  }

  #place(particle: number, place: number, node: number): void {
    this.#places[particle] = place;
    this.#stamps[particle] = node;
  }

  /** Adds the rows of the matrix that belong to a node's own particles. */
  #takeRows(
    node: number,
    front: Float64Array,
    { diagonals, blocks, couplings }: BlockMatrix,
  ): void {
    const own = this.dissection.own[node]!;
    const size = this.#sizeOf(node);
    const { firstEnds, nextEnds, pairs } = couplings;
    for (let i = 0; i < own.length; i++) {
      const particle = own[i]!;
      addBlock(front, size, i, i, diagonals, 9 * particle, false);
      for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
        const other = pairs[end ^ 1]!;
        if (this.#stamps[other] !== node) continue; // eliminated below
        const place = this.#places[other]!;
        if (place < i) continue; // its turn has been
        // The block of rows `other` and columns `particle`: as it stands when `particle` is the second of the pair.
        addBlock(front, size, place, i, blocks, 9 * (end >> 1), (end & 1) === 0);
      }
    }
  }

  /** Adds what the elimination of a child has left on its rim. */
  #takeRest(node: number, front: Float64Array, child: number): void {
    const size = this.#sizeOf(node);
    const childFront = this.#fronts[child]!;
    const childSize = this.#sizeOf(child);
    const rim = this.dissection.rims[child]!;
    const first = this.dissection.own[child]!.length;
    for (let a = 0; a < rim.length; a++) {
      const row = this.#places[rim[a]!]!;
      const from = 3 * (first + a) * childSize;
      for (let b = 0; b <= a; b++) {
        const column = this.#places[rim[b]!]!;
        const at = from + 3 * (first + b);
        if (row >= column) {
          const to = 3 * row * size + 3 * column;
          for (let k = 0; k < 3; k++) {
            front[to + k * size]! += childFront[at + k * childSize]!;
            front[to + k * size + 1]! += childFront[at + k * childSize + 1]!;
            front[to + k * size + 2]! += childFront[at + k * childSize + 2]!;
          }
        } else {
          const to = 3 * column * size + 3 * row;
          for (let k = 0; k < 3; k++) {
            front[to + k]! += childFront[at + k * childSize]!;
            front[to + size + k]! += childFront[at + k * childSize + 1]!;
            front[to + 2 * size + k]! += childFront[at + k * childSize + 2]!;
          }
        }
      }
    }
  }

  solve(_matrix: BlockMatrix, b: Float64Array, x: Float64Array): number {
    const { nodeCount } = this.dissection;
    if (x !== b) x.set(b);
    for (let node = 0; node < nodeCount; node++) this.#forward(node, x);
    for (let node = nodeCount - 1; node >= 0; node--) this.#backward(node, x);
    return 1;
  }

  /** Solves L y = b for the own particles of a node and takes them out of the equations of its rim. */
  #forward(node: number, x: Float64Array): void {
    const own = this.dissection.own[node]!;
    const rim = this.dissection.rims[node]!;
    const front = this.#fronts[node]!;
    const size = this.#sizeOf(node);
    const part = this.#gather(own, x);
    const count = 3 * own.length;
    for (let row = 0; row < count; row++) {
      const at = row * size;
      let sum = part[row]!;
      for (let k = 0; k < row; k++) sum -= front[at + k]! * part[k]!;
      part[row] = sum / front[at + row]!;
    }
    scatter(own, part, x);
    for (let i = 0; i < rim.length; i++) {
      const p = 3 * rim[i]!;
      const at0 = (count + 3 * i) * size;
      const at1 = at0 + size;
      const at2 = at1 + size;
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      for (let k = 0; k < count; k++) {
        const known = part[k]!;
        sum0 += front[at0 + k]! * known;
        sum1 += front[at1 + k]! * known;
        sum2 += front[at2 + k]! * known;
      }
      x[p]! -= sum0;
      x[p + 1]! -= sum1;
      x[p + 2]! -= sum2;
    }
  }

  /** Solves Lᵀ x = y for the own particles of a node; those of its rim are known. */
  #backward(node: number, x: Float64Array): void {
    const own = this.dissection.own[node]!;
    const rim = this.dissection.rims[node]!;
    const front = this.#fronts[node]!;
    const size = this.#sizeOf(node);
    const part = this.#gather(own, x);
    const count = 3 * own.length;
    for (let i = 0; i < rim.length; i++) {
      const p = 3 * rim[i]!;
      const at0 = (count + 3 * i) * size;
      const at1 = at0 + size;
      const at2 = at1 + size;
      const x0 = x[p]!;
      const x1 = x[p + 1]!;
      const x2 = x[p + 2]!;
      for (let k = 0; k < count; k++) {
        part[k]! -= front[at0 + k]! * x0 + front[at1 + k]! * x1 + front[at2 + k]! * x2;
      }
    }
    for (let row = count - 1; row >= 0; row--) {
      const at = row * size;
      const known = part[row]! / front[at + row]!;
      part[row] = known;
      for (let k = 0; k < row; k++) part[k]! -= front[at + k]! * known;
    }
    scatter(own, part, x);
  }

  #gather(own: readonly number[], x: Float64Array): Float64Array {
    this.#part = withRoom(this.#part, 3 * own.length);
    for (let i = 0; i < own.length; i++) {
      const p = 3 * own[i]!;
      this.#part[3 * i] = x[p]!;
      this.#part[3 * i + 1] = x[p + 1]!;
      this.#part[3 * i + 2] = x[p + 2]!;
    }
    return this.#part;
  }
}

function scatter(own: readonly number[], part: Float64Array, x: Float64Array): void {
  for (let i = 0; i < own.length; i++) {
    const p = 3 * own[i]!;
    x[p] = part[3 * i]!;
    x[p + 1] = part[3 * i + 1]!;
    x[p + 2] = part[3 * i + 2]!;
  }
}

/** Adds a block, or its transpose, to the lower triangle of a dense matrix. */
function addBlock(
  matrix: Float64Array,
  size: number,
  row: number,
  column: number,
  blocks: Float64Array,
  at: number,
  isTransposed: boolean,
): void {
  const down = isTransposed ? 1 : 3;
  const across = isTransposed ? 3 : 1;
  for (let i = 0; i < 3; i++) {
    const to = (3 * row + i) * size + 3 * column;
    matrix[to]! += blocks[at + down * i]!;
    matrix[to + 1]! += blocks[at + down * i + across]!;
    matrix[to + 2]! += blocks[at + down * i + 2 * across]!;
  }
}
