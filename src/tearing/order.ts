import type { Candidates } from "./candidates.js";
import type { TearingOptions } from "./options.js";
import type { TearableSurface } from "./surface.js";

/**
 * Writes the order in which the candidates tear. Ties go by the index of the edge or vertex, so that every run is the
 * same.
 *
 * - `severest`: by decreasing severity.
 * - `seam-first`: those with an end on an existing tear before all others ("Cloth tearing in real time", 5), each group
 *   by decreasing severity.
 * - `random`: a random order.
 *
 * @param random Returns numbers from 0 to under 1.
 */
export function order(
  candidates: Candidates,
  kind: TearingOptions["order"],
  { mesh, damage }: Pick<TearableSurface, "mesh" | "damage">,
  random: { next(): number },
): void {
  const { count, edges, vertices, severities } = candidates;
  const sequence = candidates.sequence.subarray(0, count);
  for (let i = 0; i < count; i++) sequence[i] = i;
  if (count < 2) return;
  if (kind === "random") {
    for (let i = count - 1; i > 0; i--) {
      const other = Math.floor(random.next() * (i + 1));
      const swapped = sequence[i]!;
      sequence[i] = sequence[other]!;
      sequence[other] = swapped;
    }
    return;
  }
  // Candidates are sorted by edge or vertex index, so their own index breaks ties.
  if (kind === "severest") sequence.sort((a, b) => severities[b]! - severities[a]! || a - b);
  else {
    const onSeam = Uint8Array.from(sequence, isOnSeam);
    sequence.sort((a, b) => onSeam[b]! - onSeam[a]! || severities[b]! - severities[a]! || a - b);
  }

  function isOnSeam(candidate: number): number {
    const edge = edges[candidate]!;
    const torn =
      edge === -1
        ? damage.isTorn(vertices[candidate]!)
        : damage.isTorn(mesh.edgeStart(edge)) || damage.isTorn(mesh.edgeEnd(edge));
    return torn ? 1 : 0;
  }
}
