/** Nodes of the next coarser level that move a node: at most this many. */
export const ROW_LENGTH = 4;
/** Weight of the smoothing of the aggregates: two thirds, because the eigenvalues of D⁻¹L are at most 2. */
const SMOOTHING = 0.66;
/** Links weaker than this fraction of the strongest one of a node do not join nodes. */
const MIN_LINK = 0.1;

/** A weighted graph: the links of each node, in both directions. */
export interface Graph {
  readonly count: number;
  /** Start of the links of each node, then the end. */
  readonly starts: Int32Array;
  readonly neighbors: Int32Array;
  /** Stiffness of each link, N/m. */
  readonly weights: Float64Array;
}

/** How the nodes of a coarse level move the nodes of the next finer one, or the particles. */
export interface Transfer {
  /** Number of coarse nodes. */
  readonly count: number;
  /** `ROW_LENGTH` coarse nodes per finer node, the one with the largest weight first; unused ones have weight 0. */
  readonly nodes: Int32Array;
  /** Their weights; the sum of a row is 1. */
  readonly weights: Float64Array;
}

/** Creates a graph from links between nodes; links between the same two nodes add up. */
export function graphOf(count: number, ends: Int32Array, stiffnesses: Float64Array): Graph {
  const starts = new Int32Array(count + 1);
  for (const end of ends) starts[end + 1]!++;
  for (let i = 0; i < count; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice(0, count);
  const neighbors = new Int32Array(ends.length);
  const weights = new Float64Array(ends.length);
  for (let link = 0; 2 * link < ends.length; link++) {
    for (let end = 0; end < 2; end++) {
      const at = next[ends[2 * link + end]!]!++;
      neighbors[at] = ends[2 * link + 1 - end]!;
      weights[at] = stiffnesses[link]!;
    }
  }
  return { count, starts, neighbors, weights };
}

/**
 * Smoothed aggregation (Vaněk, Mandel and Brezina 1996): a group of neighbors becomes one coarse node, and one Jacobi step
 * on the Laplacian of the rest stiffness smooths the edges of the groups, P = (I − 0.66 D⁻¹L) P₀. It needs no
 * coordinates, so it works for tubes and garments as for flat sheets. It knows nothing of pins, which come and go.
 */
export function aggregate(graph: Graph): Transfer {
  const { groups, count } = groupsOf(graph);
  const nodes = new Int32Array(ROW_LENGTH * graph.count);
  const weights = new Float64Array(ROW_LENGTH * graph.count);
  const row = new Map<number, number>();
  for (let node = 0; node < graph.count; node++) {
    row.clear();
    let total = 0;
    for (let i = graph.starts[node]!; i < graph.starts[node + 1]!; i++) total += graph.weights[i]!;
    row.set(groups[node]!, total > 0 ? 1 - SMOOTHING : 1);
    for (let i = graph.starts[node]!; i < graph.starts[node + 1]!; i++) {
      const share = total > 0 ? (SMOOTHING * graph.weights[i]!) / total : 0;
      const group = groups[graph.neighbors[i]!]!;
      row.set(group, (row.get(group) ?? 0) + share);
    }
    const largest = [...row].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, ROW_LENGTH);
    let sum = 0;
    for (const [, weight] of largest) sum += weight;
    for (const [i, [group, weight]] of largest.entries()) {
      nodes[ROW_LENGTH * node + i] = group;
      weights[ROW_LENGTH * node + i] = weight / sum;
    }
  }
  return { count, nodes, weights };
}

/** The group of each node. */
function groupsOf({ count, starts, neighbors, weights }: Graph): {
  groups: Int32Array;
  count: number;
} {
  const groups = new Int32Array(count).fill(-1);
  const limits = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    let strongest = 0;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      strongest = Math.max(strongest, weights[i]!);
    }
    limits[node] = MIN_LINK * strongest;
  }
  let groupCount = 0;
  // A node whose neighbors are all free forms a group with them.
  for (let node = 0; node < count; node++) {
    let isFree = groups[node] === -1 && starts[node] !== starts[node + 1];
    for (let i = starts[node]!; isFree && i < starts[node + 1]!; i++) {
      if (weights[i]! >= limits[node]! && groups[neighbors[i]!] !== -1) isFree = false;
    }
    if (!isFree) continue;
    groups[node] = groupCount;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      if (weights[i]! >= limits[node]!) groups[neighbors[i]!] = groupCount;
    }
    groupCount++;
  }
  // The others join the group with the strongest link.
  const joined = groups.slice();
  for (let node = 0; node < count; node++) {
    if (groups[node] !== -1) continue;
    let strongest = 0;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      const group = groups[neighbors[i]!]!;
      if (group === -1 || weights[i]! <= strongest) continue;
      strongest = weights[i]!;
      joined[node] = group;
    }
    if (joined[node] === -1) joined[node] = groupCount++;
  }
  return { groups: joined, count: groupCount };
}
