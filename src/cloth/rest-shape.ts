import { grown, grownCapacity, withSpare } from "../math/grow.js";
import { distance } from "../math/vector.js";
import {
  followAreas,
  followLengths,
  MeshError,
  originOf,
  triangleAreas,
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
    if (edit.type === "split-edge") {
      this.#before.push(this.lengths[edit.edge]!);
      for (const triangle of edit.triangles) this.#before.push(this.areas[triangle]!);
    }
    this.lengths = followLengths(mesh, edit, this.lengths);
    this.areas = followAreas(mesh, edit, this.areas);
    if (edit.type === "separate-edge") return;
    const { from, to, t } = originOf(edit);
    this.#addVertex(edit.newVertex, from, to, t);
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
