import { grown, grownCapacity } from "../math/grow.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

// What belongs to the unstressed sheet follows an edit by its record alone: the mesh may have gone on since. For whoever
// keeps such numbers, one an edge or one a triangle.

/**
 * Unstressed lengths of all edges after an edit. Both lips of a tear are as long as the edge that it opened, the parts of
 * a divided edge share its length, and what lies across a divided triangle is as long as the unstressed triangle says.
 *
 * @param lengths Before it, m; written over, or copied where they have no room for the new ones.
 */
export function followLengths(
  { edgeCount }: TriangleMesh,
  edit: TopologyEdit,
  lengths: Float64Array,
): Float64Array {
  const after = grown(lengths, grownCapacity(lengths.length, edgeCount));
  if (edit.type === "split-vertex") {
    for (const [i, edge] of edit.dividedEdges.entries()) after[edit.newEdges[i]!] = after[edge]!;
  } else if (edit.type === "separate-edge") {
    for (const newEdge of edit.newEdges) after[newEdge] = after[edit.edge]!;
  } else {
    const { edge, newEdge, t, crossEdges, startEdges, endEdges } = edit;
    const length = after[edge]!;
    after[edge] = t * length;
    after[newEdge] = length - t * length;
    for (const [i, crossEdge] of crossEdges.entries()) {
      // Stewart's theorem, for the line from a corner to a point of the side across from it.
      const a = after[startEdges[i]!]!;
      const b = after[endEdges[i]!]!;
      const squared = (1 - t) * a * a + t * b * b - t * (1 - t) * length * length;
      after[crossEdge] = Math.sqrt(Math.max(0, squared));
    }
  }
  return after;
}

/**
 * Areas of all triangles after an edit, or anything else that goes by the area, as the mass: the parts of a divided
 * triangle share it.
 *
 * @param areas Before it; written over, or copied where they have no room for the new ones.
 */
export function followAreas(
  { triangleCount }: TriangleMesh,
  edit: TopologyEdit,
  areas: Float64Array,
): Float64Array {
  if (edit.type !== "split-edge") return areas;
  const after = grown(areas, grownCapacity(areas.length, triangleCount));
  for (const [i, triangle] of edit.triangles.entries()) {
    const area = after[triangle]!;
    after[triangle] = edit.t * area;
    after[edit.newTriangles[i]!] = area - edit.t * area;
  }
  return after;
}
