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
 * The unstressed sheet: positions of its vertices, lengths of its edges, areas of its triangles. It follows every edit
 * and does not depend on the pose, so a tear cannot change the shape that the cloth springs back to.
 */
export class RestShape {
  readonly #positions: Attached;
  readonly #lengths: Attached;
  readonly #areas: Attached;
  /** Lengths and areas before each split, in order, for a bit-exact undo: sums of the parts differ by rounding. */
  readonly #before: number[] = [];

  /** @throws MeshError for an edge of length 0. */
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
        throw new MeshError(`face ${face}: vertices ${a} and ${b} have the same position`);
      }
    }
  }

  /** m, three numbers per vertex. */
  get positions(): Float64Array {
    return this.#positions.values;
  }

  /** m, one per edge. */
  get lengths(): Float64Array {
    return this.#lengths.values;
  }

  /** m², one per triangle. */
  get areas(): Float64Array {
    return this.#areas.values;
  }

  /** Replays an edit from its record alone: the mesh may have made later edits already. */
  replay(edit: TopologyEdit): void {
    if (edit.type === "split-edge") {
      this.#before.push(this.lengths[edit.edge]!);
      for (const triangle of edit.triangles) this.#before.push(this.areas[triangle]!);
    }
    updateRestLengths(edit, this.#lengths);
    updateRestAreas(edit, this.#areas);
    this.#positions.replay(edit);
  }

  /** Undoes the latest edit, bit-exact. */
  undo(edit: TopologyEdit): void {
    if (edit.type !== "split-edge") return; // rows that it added are unused now
    for (const triangle of edit.triangles.toReversed()) this.areas[triangle] = this.#before.pop()!;
    this.lengths[edit.edge] = this.#before.pop()!;
  }

  /** Total area of the triangles on an edge, m². */
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
