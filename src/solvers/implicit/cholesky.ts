import { grownCapacity, ensureCapacity } from "../../math/grow.js";
import type { BlockMatrix } from "./block-matrix.js";
import type { SparsityPattern } from "./sparsity-pattern.js";
import { Dissection } from "./nested-dissection.js";
import { eliminate } from "./elimination.js";
import type { LinearSolver } from "./linear-solver.js";

/**
 * Direct solver: multifrontal Cholesky factorization along a nested dissection. Each node of the dissection has a
 * front: a dense matrix of its own particles and its rim. From the leaves to the root, each node adds its rows of the
 * matrix and the Schur complements of its children, eliminates its own particles and passes the rest to its parent.
 *
 * The symbolic factorization is the dissection alone, which a tear changes in a few nodes only. The position of a
 * particle in a front is computed during factorization, from the lists.
 */
export class Cholesky implements LinearSolver {
  readonly name = "cholesky";
  readonly dissection = new Dissection();
  /** One per node: 3 · (own + rim) rows, row by row; lower triangle. */
  readonly #fronts: Float64Array[] = [];
  /** Position of each particle in the front of the current node. */
  #places = new Int32Array(0);
  /** The node for which that position is valid. */
  #stamps = new Int32Array(0);
  /** The solution of the own particles of a node. */
  #ownSolution = new Float64Array(0);

  /** Builds the dissection of a cloth from its unstressed shape, m. */
  build(pattern: SparsityPattern, restPositions: Float64Array, particleCount: number): void {
    this.dissection.build(pattern, restPositions, particleCount);
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
      this.#addRows(node, front, matrix);
      const children = this.dissection.children[node]!;
      for (let i = 0; i < children.length; i++) this.#addSchurComplement(node, front, children[i]!);
      if (!eliminate(front, this.#sizeOf(node), 3 * this.dissection.own[node]!.length)) {
        return false;
      }
    }
    return true;
  }

  #sizeOf(node: number): number {
    return 3 * (this.dissection.own[node]!.length + this.dissection.rims[node]!.length);
  }

  /** Returns the zeroed front of a node and sets the positions of its particles. */
  #clearFront(node: number): Float64Array {
    const own = this.dissection.own[node]!;
    const rim = this.dissection.rims[node]!;
    const size = this.#sizeOf(node);
    let front = this.#fronts[node];
    if (front === undefined || front.length < size * size) {
      // Spare capacity for particles created by tears; the first front usually fits.
      const capacity = front === undefined ? size : size + 12;
      front = new Float64Array(capacity * capacity);
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
  #addRows(node: number, front: Float64Array, { diagonals, blocks, pattern }: BlockMatrix): void {
    const own = this.dissection.own[node]!;
    const size = this.#sizeOf(node);
    const { firstEnds, nextEnds, pairs } = pattern;
    for (let i = 0; i < own.length; i++) {
      const particle = own[i]!;
      addBlock(front, size, i, i, diagonals, 9 * particle, false);
      for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
        const other = pairs[end ^ 1]!;
        if (this.#stamps[other] !== node) continue; // eliminated below
        const place = this.#places[other]!;
        if (place < i) continue; // added already
        // The block of rows `other` and columns `particle`; transposed if `particle` is the first of the pair.
        addBlock(front, size, place, i, blocks, 9 * (end >> 1), (end & 1) === 0);
      }
    }
  }

  /** Adds the Schur complement of a child. */
  #addSchurComplement(node: number, front: Float64Array, child: number): void {
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

  /** Solves L y = b for the own particles of a node and subtracts their contribution from the equations of its rim. */
  #forward(node: number, x: Float64Array): void {
    const own = this.dissection.own[node]!;
    const rim = this.dissection.rims[node]!;
    const front = this.#fronts[node]!;
    const size = this.#sizeOf(node);
    const solution = this.#gather(own, x);
    const count = 3 * own.length;
    for (let row = 0; row < count; row++) {
      const at = row * size;
      let sum = solution[row]!;
      for (let k = 0; k < row; k++) sum -= front[at + k]! * solution[k]!;
      solution[row] = sum / front[at + row]!;
    }
    scatter(own, solution, x);
    for (let i = 0; i < rim.length; i++) {
      const p = 3 * rim[i]!;
      const at0 = (count + 3 * i) * size;
      const at1 = at0 + size;
      const at2 = at1 + size;
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      for (let k = 0; k < count; k++) {
        const known = solution[k]!;
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
    const solution = this.#gather(own, x);
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
        solution[k]! -= front[at0 + k]! * x0 + front[at1 + k]! * x1 + front[at2 + k]! * x2;
      }
    }
    for (let row = count - 1; row >= 0; row--) {
      const at = row * size;
      const known = solution[row]! / front[at + row]!;
      solution[row] = known;
      for (let k = 0; k < row; k++) solution[k]! -= front[at + k]! * known;
    }
    scatter(own, solution, x);
  }

  #gather(own: readonly number[], x: Float64Array): Float64Array {
    this.#ownSolution = ensureCapacity(this.#ownSolution, 3 * own.length);
    for (let i = 0; i < own.length; i++) {
      const p = 3 * own[i]!;
      this.#ownSolution[3 * i] = x[p]!;
      this.#ownSolution[3 * i + 1] = x[p + 1]!;
      this.#ownSolution[3 * i + 2] = x[p + 2]!;
    }
    return this.#ownSolution;
  }
}

function scatter(own: readonly number[], solution: Float64Array, x: Float64Array): void {
  for (let i = 0; i < own.length; i++) {
    const p = 3 * own[i]!;
    x[p] = solution[3 * i]!;
    x[p + 1] = solution[3 * i + 1]!;
    x[p + 2] = solution[3 * i + 2]!;
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
