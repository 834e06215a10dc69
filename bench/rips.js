/**
 * The rips of a cloth: connected groups of edges that tears opened. For each rip, its extent along x and y in the rest
 * pose and the length of its edges, m.
 *
 * @param {import("../src/cloth/index.js").Cloth} cloth
 * @param {number} [first] Index of the first edit that counts.
 * @returns {{ x: number; y: number; length: number }[]}
 */
export function ripsOf(cloth, first = 0) {
  const { rest } = cloth;
  /** @type {Map<string, string[]>} */
  const neighbors = new Map();
  /** @type {Map<string, number>} Half of the torn length at each place. */
  const lengths = new Map();
  for (const [from, to] of tornEdges(cloth, first)) {
    const length = Math.hypot(
      ...[0, 1, 2].map((k) => rest.positions[3 * from + k] - rest.positions[3 * to + k]),
    );
    const [a, b] = [restKey(cloth, from), restKey(cloth, to)];
    neighbors.set(a, [...(neighbors.get(a) ?? []), b]);
    neighbors.set(b, [...(neighbors.get(b) ?? []), a]);
    for (const key of [a, b]) lengths.set(key, (lengths.get(key) ?? 0) + length / 2);
  }
  const seen = new Set();
  const rips = [];
  for (const start of neighbors.keys()) {
    if (seen.has(start)) continue;
    const rip = new Set([start]);
    for (const key of rip) for (const next of neighbors.get(key)) rip.add(next);
    for (const key of rip) seen.add(key);
    const [x, y] = [0, 1].map((k) => {
      const coordinates = [...rip].map((key) => Number(key.split(",")[k]));
      return Math.max(...coordinates) - Math.min(...coordinates);
    });
    rips.push({ x, y, length: [...rip].reduce((sum, key) => sum + lengths.get(key), 0) });
  }
  return rips;
}

/**
 * The two ends of each edge that tears opened.
 *
 * @param {import("../src/cloth/index.js").Cloth} cloth
 * @param {number} [first] Index of the first edit that counts.
 * @returns {[from: number, to: number][]}
 */
export function tornEdges({ edits, mesh }, first = 0) {
  return edits
    .slice(first)
    .flatMap((edit) => (edit.type === "split-vertex" ? edit.newEdges : [])) // cuts use other edits
    .map((edge) => [mesh.edgeStart(edge), mesh.edgeEnd(edge)]);
}

/**
 * A vertex and its copies have the same rest position.
 *
 * @param {import("../src/cloth/index.js").Cloth} cloth
 * @param {number} vertex
 */
export function restKey({ rest }, vertex) {
  return rest.positions.subarray(3 * vertex, 3 * vertex + 2).join();
}
