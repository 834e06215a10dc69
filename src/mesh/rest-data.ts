import type { Attached } from "./attached.js";
import type { TopologyEdit } from "./topology-edit.js";

// What belongs to the unstressed sheet follows an edit by its record alone: the mesh may have gone on since. For whoever
// keeps such numbers, one an edge or one a triangle.

/**
 * Unstressed lengths of all edges after an edit. Both lips of a tear are as long as the edge that it opened, the parts of
 * a divided edge share its length, and what lies across a divided triangle is as long as the unstressed triangle says.
 *
 * @param lengths Of the edges, m.
 */
export function updateRestLengths(edit: TopologyEdit, lengths: Attached): void {
  if (edit.type !== "split-edge") {
    lengths.replay(edit);
    return;
  }
  const { values } = lengths;
  const { edge, newEdge, t, crossEdges, startEdges, endEdges } = edit;
  const length = values[edge]!;
  values[edge] = t * length;
  values[newEdge] = length - t * length;
  for (let i = 0; i < crossEdges.length; i++) {
    // Stewart's theorem, for the line from a corner to a point of the side across from it.
    const a = values[startEdges[i]!]!;
    const b = values[endEdges[i]!]!;
    const squared = (1 - t) * a * a + t * b * b - t * (1 - t) * length * length;
    values[crossEdges[i]!] = Math.sqrt(Math.max(0, squared));
  }
}

/**
 * Areas of all triangles after an edit, or anything else that goes by the area, as the mass: the parts of a divided
 * triangle share it.
 *
 * @param areas Of the triangles.
 */
export function updateRestAreas(edit: TopologyEdit, { values }: Attached): void {
  if (edit.type !== "split-edge") return;
  const { triangles, newTriangles, t } = edit;
  for (let i = 0; i < triangles.length; i++) {
    const area = values[triangles[i]!]!;
    values[triangles[i]!] = t * area;
    values[newTriangles[i]!] = area - t * area;
  }
}
