import type { Candidates } from "./candidates.js";

/** Sorts candidates by falling severity; equal ones by the number of their edge, so that no run differs. */
export function orderBySeverity(candidates: Candidates): void {
  const { count, edges, severities } = candidates;
  if (count < 2) return;
  const places = Array.from({ length: count }, (_, place) => place);
  places.sort((a, b) => severities[b]! - severities[a]! || edges[a]! - edges[b]!);
  const sortedEdges = places.map((place) => edges[place]!);
  const sortedSeverities = places.map((place) => severities[place]!);
  edges.set(sortedEdges);
  severities.set(sortedSeverities);
}
