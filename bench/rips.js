/**
 * The rips of a cloth: connected groups of edges that tears opened. For each rip, its extent along x and y in the rest
 * pose, m.
 *
 * @param {import("../src/cloth/index.js").Cloth} cloth
 * @returns {{ x: number; y: number }[]}
 */
export function ripsOf({ edits, mesh, rest }) {
  /** @type {Map<string, string[]>} */
  const neighbors = new Map();
  // A vertex and its copies have the same rest position.
  const restKey = (vertex) => rest.positions.subarray(3 * vertex, 3 * vertex + 2).join();
  for (const edit of edits) {
    if (edit.type !== "split-vertex") continue; // cuts use other edits
    for (const edge of edit.newEdges) {
      const [a, b] = [restKey(mesh.edgeStart(edge)), restKey(mesh.edgeEnd(edge))];
      neighbors.set(a, [...(neighbors.get(a) ?? []), b]);
      neighbors.set(b, [...(neighbors.get(b) ?? []), a]);
    }
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
    rips.push({ x, y });
  }
  return rips;
}
