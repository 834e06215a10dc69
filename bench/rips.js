/**
 * The rips of a cloth: the edges that tears have opened, in groups that hang together. Each with how far it reaches along x
 * and along y in the cloth at rest, m.
 *
 * @param {import("../src/cloth/index.js").Cloth} cloth
 * @returns {{ x: number; y: number }[]}
 */
export function ripsOf({ edits, mesh, rest }) {
  /** @type {Map<string, string[]>} */
  const neighbours = new Map();
  // A vertex and its copies lie in one place of the cloth at rest.
  const placeOf = (vertex) => rest.positions.subarray(3 * vertex, 3 * vertex + 2).join();
  for (const edit of edits) {
    if (edit.type !== "split-vertex") continue; // cuts are other edits
    for (const edge of edit.newEdges) {
      const [a, b] = [placeOf(mesh.edgeStart(edge)), placeOf(mesh.edgeEnd(edge))];
      neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
      neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
    }
  }
  const seen = new Set();
  const rips = [];
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const rip = new Set([start]);
    for (const place of rip) for (const next of neighbours.get(place)) rip.add(next);
    for (const place of rip) seen.add(place);
    const [x, y] = [0, 1].map((k) => {
      const places = [...rip].map((place) => Number(place.split(",")[k]));
      return Math.max(...places) - Math.min(...places);
    });
    rips.push({ x, y });
  }
  return rips;
}
