import type { Attached } from "./attached.js";
import type { TopologyEdit } from "./topology-edit.js";

// Rest lengths and areas under mesh edits, for arrays with one number per edge or per triangle. They follow from the
// record of an edit alone: the mesh may have later edits.

/**
 * Updates the rest lengths of edges after an edit. Both crack faces of a tear are as long as the edge that it opened.
 * The parts of a divided edge share its length. The length of a new edge across a divided triangle follows from the
 * rest shape of the triangle.
 *
 * @param lengths Rest lengths of the edges, m.
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
    // Stewart's theorem: length of the line from a corner to a point on the opposite side.
    const a = values[startEdges[i]!]!;
    const b = values[endEdges[i]!]!;
    const squared = (1 - t) * a * a + t * b * b - t * (1 - t) * length * length;
    values[crossEdges[i]!] = Math.sqrt(Math.max(0, squared));
  }
}

/**
 * Updates the areas of triangles after an edit, or anything proportional to the area, such as the mass: the parts of a
 * divided triangle share it.
 *
 * @param areas Areas of the triangles, m².
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
