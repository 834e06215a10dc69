import { grown, grownCapacity, withSpare } from "../math/grow.js";
import { distance } from "../math/vector.js";
import {
  MeshError,
  triangleAreas,
  type EdgeSplit,
  type TopologyEdit,
  type TriangleMesh,
} from "../mesh/index.js";

/**
 * The unstressed sheet: where its vertices lie, how long its edges and how large its triangles are. It follows every edit
 * and never knows the pose, so a tear cannot change what the cloth springs back to.
 */
export class RestShape {
  /** m, three a vertex. */
  positions: Float64Array;
  /** m, one an edge. */
  lengths: Float64Array;
  /** m², one a triangle. */
  areas: Float64Array;
  /** What divided edges and triangles were before, in order: sums of the parts would be off by rounding. */
  readonly #before: number[] = [];

  /** @throws MeshError for an edge without length. */
  constructor(mesh: TriangleMesh, positions: Float64Array) {
    this.positions = grown(positions.slice(), 3 * withSpare(mesh.vertexCount));
    this.areas = grown(triangleAreas(mesh, positions), withSpare(mesh.triangleCount));
    this.lengths = new Float64Array(withSpare(mesh.edgeCount));
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      this.lengths[edge] = distance(positions, 3 * a, 3 * b);
      if (this.lengths[edge] === 0) {
        const face = mesh.triangleOf(mesh.edgeHalfedges[edge]!);
        throw new MeshError(`face ${face}: vertices ${a} and ${b} lie in one place`);
      }
    }
  }

  /** Follows an edit, by the record alone: the mesh may have gone on since. */
  replay(edit: TopologyEdit, mesh: TriangleMesh): void {
    this.lengths = grown(this.lengths, grownCapacity(this.lengths.length, mesh.edgeCount));
    if (edit.type === "split-vertex") {
      this.#addVertex(edit.newVertex, edit.vertex, edit.vertex, 0);
      for (const [i, edge] of edit.dividedEdges.entries()) {
        this.lengths[edit.newEdges[i]!] = this.lengths[edge]!;
      }
    } else if (edit.type === "separate-edge") {
      for (const newEdge of edit.newEdges) this.lengths[newEdge] = this.lengths[edit.edge]!;
    } else {
      this.areas = grown(this.areas, grownCapacity(this.areas.length, mesh.triangleCount));
      this.#addVertex(edit.newVertex, edit.start, edit.end, edit.t);
      this.#splitEdge(edit);
    }
  }

  /** Takes the latest edit back, to the bit. */
  undo(edit: TopologyEdit): void {
    if (edit.type !== "split-edge") return; // what it has added is out of use
    for (const triangle of edit.triangles.toReversed()) this.areas[triangle] = this.#before.pop()!;
    this.lengths[edit.edge] = this.#before.pop()!;
  }

  #addVertex(newVertex: number, from: number, to: number, t: number): void {
    const capacity = grownCapacity(this.positions.length / 3, newVertex + 1);
    this.positions = grown(this.positions, 3 * capacity);
    const { positions } = this;
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * from + k]!;
      positions[3 * newVertex + k] = a + t * (positions[3 * to + k]! - a);
    }
  }

  #splitEdge(edit: EdgeSplit): void {
    const { edge, newEdge, t, triangles, newTriangles, crossEdges, startEdges, endEdges } = edit;
    const { lengths, areas } = this;
    const length = lengths[edge]!;
    this.#before.push(length);
    for (const triangle of triangles) this.#before.push(areas[triangle]!);
    lengths[edge] = t * length;
    lengths[newEdge] = length - t * length;
    for (let i = 0; i < triangles.length; i++) {
      const area = areas[triangles[i]!]!;
      areas[triangles[i]!] = t * area;
      areas[newTriangles[i]!] = area - t * area;
      // Stewart's theorem, for the line from a corner to a point of the side across from it.
      const a = lengths[startEdges[i]!]!;
      const b = lengths[endEdges[i]!]!;
      const squared = (1 - t) * a * a + t * b * b - t * (1 - t) * length * length;
      lengths[crossEdges[i]!] = Math.sqrt(Math.max(0, squared));
    }
  }

  /** Area of the triangles that meet on an edge, m². */
  areaAround(mesh: TriangleMesh, edge: number): number {
    const first = mesh.edgeHalfedges[edge]!;
    let area = 0;
    let h = first;
    do {
      area += this.areas[mesh.triangleOf(h)]!;
      h = mesh.nextOnEdge[h]!;
    } while (h !== first);
    return area;
  }
}
