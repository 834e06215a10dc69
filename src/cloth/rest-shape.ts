import { distance } from "../math/vector.js";
import {
  Attached,
  updateRestAreas,
  updateRestLengths,
  MeshError,
  triangleAreas,
  type TopologyEdit,
  type TriangleMesh,
} from "../mesh/index.js";

/**
 * The unstressed sheet: where its vertices lie, how long its edges and how large its triangles are. It follows every edit
 * and never knows the pose, so a tear cannot change what the cloth springs back to.
 */
export class RestShape {
  readonly #positions: Attached;
  readonly #lengths: Attached;
  readonly #areas: Attached;
  /** What divided edges and triangles were before, in order: sums of the parts would be off by rounding. */
  readonly #before: number[] = [];

  /** @throws MeshError for an edge without length. */
  constructor(mesh: TriangleMesh, positions: Float64Array) {
    this.#positions = new Attached(mesh, "vertex", Float64Array, { width: 3, rule: "between" });
    this.#lengths = new Attached(mesh, "edge", Float64Array);
    this.#areas = new Attached(mesh, "triangle", Float64Array);
    this.positions.set(positions);
    this.areas.set(triangleAreas(mesh, positions));
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      this.lengths[edge] = distance(positions, 3 * a, 3 * b);
      if (this.lengths[edge] === 0) {
        const face = mesh.triangleOf(mesh.edgeHalfedges[edge]!);
        throw new MeshError(`face ${face}: vertices ${a} and ${b} lie in one place`);
      }
    }
  }

  /** m, three a vertex. */
  get positions(): Float64Array {
    return this.#positions.values;
  }

  /** m, one an edge. */
  get lengths(): Float64Array {
    return this.#lengths.values;
  }

  /** m², one a triangle. */
  get areas(): Float64Array {
    return this.#areas.values;
  }

  /** Follows an edit, by the record alone: the mesh may have gone on since. */
  replay(edit: TopologyEdit): void {
    if (edit.type === "split-edge") {
      this.#before.push(this.lengths[edit.edge]!);
      for (const triangle of edit.triangles) this.#before.push(this.areas[triangle]!);
    }
    updateRestLengths(edit, this.#lengths);
    updateRestAreas(edit, this.#areas);
    this.#positions.replay(edit);
  }

  /** Takes the latest edit back, to the bit. */
  undo(edit: TopologyEdit): void {
    if (edit.type !== "split-edge") return; // what it has added is out of use
    for (const triangle of edit.triangles.toReversed()) this.areas[triangle] = this.#before.pop()!;
    this.lengths[edit.edge] = this.#before.pop()!;
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
