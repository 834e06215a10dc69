import { aggregate, graphOf, ROW_LENGTH, type Graph, type Transfer } from "./aggregation.js";

/** The last level has at most this many nodes: its matrix is dense. */
const MAX_DENSE_NODES = 40;
/** A level that does not have fewer nodes than this fraction of the finer one is not worth its time. */
const MAX_COARSENING = 0.8;

/** A list of numbers in pairs or triples that ends up in the memory of the kernels. */
interface Parts {
  /** Block of the finer level, block of this level. */
  readonly blocks: Int32Array;
  /** Weights of the symmetric and of the axial part of the block. */
  readonly weights: Float64Array;
}

/** A coarse level: its nodes, and which of them are coupled. */
export interface CoarseLevel {
  readonly transfer: Transfer;
  readonly couplings: Couplings;
  /** What the blocks of the finer level add to the blocks of this one; null for the first level. */
  readonly parts: Parts | null;
}

/**
 * The blocks of a coarse matrix: one for each node, then one for each pair of coupled nodes, ordered by the first and the
 * second node.
 */
class Couplings {
  readonly nodeCount: number;
  readonly #blocks = new Map<number, number>();
  /** Two nodes per block. */
  #ends = new Int32Array(0);

  /** @param pairs Pairs of nodes as `first * nodeCount + second`, with first < second. */
  constructor(nodeCount: number, pairs: ReadonlySet<number>) {
    this.nodeCount = nodeCount;
    const sorted = Float64Array.from(pairs).toSorted();
    this.#ends = new Int32Array(2 * (nodeCount + sorted.length));
    for (let node = 0; node < nodeCount; node++) this.#ends.fill(node, 2 * node, 2 * node + 2);
    for (const [i, pair] of sorted.entries()) {
      this.#blocks.set(pair, nodeCount + i);
      this.#ends[2 * (nodeCount + i)] = Math.floor(pair / nodeCount);
      this.#ends[2 * (nodeCount + i) + 1] = pair % nodeCount;
    }
  }

  get blockCount(): number {
    return this.#ends.length / 2;
  }

  /** First (0) or second (1) node of a block. */
  end(block: number, which: 0 | 1): number {
    return this.#ends[2 * block + which]!;
  }

  /** The block of two nodes; −1 if they are not coupled. */
  blockOf(a: number, b: number): number {
    if (a === b) return a;
    return this.#blocks.get(Math.min(a, b) * this.nodeCount + Math.max(a, b)) ?? -1;
  }
}

/** Reads the two particles of each spring that exists. */
export interface SpringEnds {
  readonly count: number;
  readonly particles: Int32Array;
  readonly stiffnesses: Float64Array;
}

/**
 * Creates the coarse levels of a cloth: groups of particles, groups of these groups, and so on.
 *
 * @param structural The springs that decide which particles form a group.
 * @param others Further springs that couple particles.
 */
export function coarseLevelsOf(
  particleCount: number,
  structural: SpringEnds,
  others: readonly SpringEnds[],
): CoarseLevel[] {
  const levels: CoarseLevel[] = [];
  let graph = springGraph(particleCount, structural);
  let transfer = aggregate(graph);
  let couplings = couple(transfer, [structural, ...others]);
  let parts: Parts | null = null;
  for (;;) {
    levels.push({ transfer, couplings, parts });
    if (transfer.count <= MAX_DENSE_NODES) return levels;
    graph = coarseGraph(graph, transfer);
    const next = aggregate(graph);
    if (next.count > MAX_COARSENING * transfer.count && next.count > MAX_DENSE_NODES) return levels;
    const from: Couplings = couplings;
    couplings = coupleNodes(from, next);
    parts = partsOf(from, couplings, next);
    transfer = next;
  }
}

function springGraph(count: number, springs: SpringEnds): Graph {
  const ends: number[] = [];
  const stiffnesses: number[] = [];
  for (let i = 0; i < springs.count; i++) {
    if (springs.particles[2 * i] === -1 || !(springs.stiffnesses[i]! > 0)) continue;
    ends.push(springs.particles[2 * i]!, springs.particles[2 * i + 1]!);
    stiffnesses.push(springs.stiffnesses[i]!);
  }
  return graphOf(count, Int32Array.from(ends), Float64Array.from(stiffnesses));
}

/** The graph of the coarse nodes: the negative off-diagonal elements of PᵀLP. */
function coarseGraph({ count, starts, neighbors, weights }: Graph, transfer: Transfer): Graph {
  const links = new Map<number, number>();
  const row = new Map<number, number>();
  for (let node = 0; node < count; node++) {
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      if (neighbors[i]! < node) continue;
      row.clear();
      addRow(row, transfer, node, 1);
      addRow(row, transfer, neighbors[i]!, -1);
      const entries = [...row];
      for (const [a, x] of entries) {
        for (const [b, y] of entries) {
          if (a >= b) continue;
          const key = a * transfer.count + b;
          links.set(key, (links.get(key) ?? 0) - weights[i]! * x * y);
        }
      }
    }
  }
  const ends: number[] = [];
  const stiffnesses: number[] = [];
  for (const [key, stiffness] of [...links].toSorted((a, b) => a[0] - b[0])) {
    if (!(stiffness > 0)) continue;
    ends.push(Math.floor(key / transfer.count), key % transfer.count);
    stiffnesses.push(stiffness);
  }
  return graphOf(transfer.count, Int32Array.from(ends), Float64Array.from(stiffnesses));
}

function addRow(
  row: Map<number, number>,
  { nodes, weights }: Transfer,
  node: number,
  sign: number,
): void {
  for (let i = ROW_LENGTH * node; i < ROW_LENGTH * (node + 1); i++) {
    if (weights[i] !== 0) row.set(nodes[i]!, (row.get(nodes[i]!) ?? 0) + sign * weights[i]!);
  }
}

function addPairs(
  pairs: Set<number>,
  { nodes, weights, count }: Transfer,
  p: number,
  q: number,
): void {
  for (let i = ROW_LENGTH * p; i < ROW_LENGTH * (p + 1); i++) {
    if (weights[i] === 0) continue;
    for (let j = ROW_LENGTH * q; j < ROW_LENGTH * (q + 1); j++) {
      if (weights[j] === 0 || nodes[i] === nodes[j]) continue;
      pairs.add(Math.min(nodes[i]!, nodes[j]!) * count + Math.max(nodes[i]!, nodes[j]!));
    }
  }
}

/** Nodes are coupled by particles that several of them move, and by springs between such particles. */
function couple(transfer: Transfer, kinds: readonly SpringEnds[]): Couplings {
  const pairs = new Set<number>();
  for (let p = 0; ROW_LENGTH * p < transfer.nodes.length; p++) addPairs(pairs, transfer, p, p);
  for (const { count, particles } of kinds) {
    for (let i = 0; i < count; i++) {
      if (particles[2 * i] === -1) continue;
      addPairs(pairs, transfer, particles[2 * i]!, particles[2 * i + 1]!);
    }
  }
  return new Couplings(transfer.count, pairs);
}

function coupleNodes(finer: Couplings, transfer: Transfer): Couplings {
  const pairs = new Set<number>();
  for (let block = 0; block < finer.blockCount; block++) {
    addPairs(pairs, transfer, finer.end(block, 0), finer.end(block, 1));
  }
  return new Couplings(transfer.count, pairs);
}

/** Galerkin: PᵀAP, block by block. A block of two nodes stands for both places in the matrix. */
function partsOf(finer: Couplings, coarser: Couplings, { nodes, weights }: Transfer): Parts {
  const blocks: number[] = [];
  const factors: number[] = [];
  const sums = new Map<number, number>();
  const axials = new Map<number, number>();
  for (let block = 0; block < finer.blockCount; block++) {
    const p = finer.end(block, 0);
    const q = finer.end(block, 1);
    sums.clear();
    axials.clear();
    for (let i = ROW_LENGTH * p; i < ROW_LENGTH * (p + 1); i++) {
      for (let j = ROW_LENGTH * q; j < ROW_LENGTH * (q + 1); j++) {
        const product = weights[i]! * weights[j]!;
        if (product === 0 || (p === q && nodes[j]! < nodes[i]!)) continue;
        const to = coarser.blockOf(nodes[i]!, nodes[j]!);
        const factor = p !== q && nodes[i] === nodes[j] ? 2 : 1;
        sums.set(to, (sums.get(to) ?? 0) + factor * product);
        // The block of two nodes in the other order is transposed; of the same node, both halves cancel.
        const sign = p === q || nodes[i] === nodes[j] ? 0 : nodes[i]! < nodes[j]! ? 1 : -1;
        axials.set(to, (axials.get(to) ?? 0) + sign * product);
      }
    }
    for (const [to, weight] of sums) {
      blocks.push(block, to);
      factors.push(weight, axials.get(to)!);
    }
  }
  return { blocks: Int32Array.from(blocks), weights: Float64Array.from(factors) };
}
