import { add, lerp, cross, dot, pointAt, subtract, type Vec3Tuple } from "../math/vec3.js";
import { EdgeStops, type Crossing } from "./edge-stops.js";
import { splitEdge } from "./split-edge.js";
import { barycentricWeights, type SurfacePoint } from "./surface-point.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A place on a mesh during a cut: a vertex, a point on an edge, or a point inside a triangle. */
export type Place =
  | { kind: "vertex"; vertex: number; position: Vec3Tuple }
  | { kind: "edge"; edge: number; t: number; position: Vec3Tuple }
  | { kind: "face"; triangle: number; position: Vec3Tuple };

/** A mesh during a cut, with the positions of the added vertices and the edits so far. */
export class CutSurface {
  readonly edits: TopologyEdit[] = [];
  /** Edges along the cut. */
  readonly path = new Set<number>();
  readonly #added: Vec3Tuple[] = [];
  readonly #vertexCount: number;
  /** New triangles from each split triangle, to locate points that were given on it. */
  readonly #parts = new Map<number, number[]>();
  readonly #stops = new EdgeStops();

  constructor(
    readonly mesh: TriangleMesh,
    readonly positions: Float64Array,
  ) {
    this.#vertexCount = mesh.vertexCount;
  }

  /** Position of a vertex, m. */
  at(vertex: number): Vec3Tuple {
    if (vertex >= this.#vertexCount) return this.#added[vertex - this.#vertexCount]!;
    return pointAt(this.positions, vertex);
  }

  /** Position on an edge at `t` from `edgeStart` to `edgeEnd`, m. */
  onEdge(edge: number, t: number): Vec3Tuple {
    return lerp(this.at(this.mesh.edgeStart(edge)), this.at(this.mesh.edgeEnd(edge)), t);
  }

  /** Splits an edge and returns the new vertex. If the path contains the edge, it contains both halves afterwards. */
  split(edge: number, t: number): number {
    const position = this.onEdge(edge, t);
    const edit = splitEdge(this.mesh, edge, t);
    this.edits.push(edit);
    this.#added.push(position);
    this.#stops.add(edit);
    if (this.path.has(edge)) this.path.add(edit.newEdge);
    for (const [i, triangle] of edit.triangles.entries()) {
      const parts = this.#parts.get(triangle) ?? [];
      parts.push(edit.newTriangles[i]!);
      this.#parts.set(triangle, parts);
    }
    return edit.newVertex;
  }

  /** Converts a crossing that was found before the cut: its edge may be split. */
  currentCrossing(crossing: Crossing): Crossing {
    return this.#stops.find(this.mesh, crossing);
  }

  /**
   * The place of a point, snapped to a vertex or an edge that is closer than `snap` (as a fraction of the triangle).
   *
   * @param point A point with its position before the cut.
   */
  placeOf(point: SurfacePoint & { position: Vec3Tuple }, snap: number): Place {
    const { position } = point;
    let { triangle } = point;
    let weights = this.#weights(triangle, position);
    const open = [triangle];
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      const candidate = this.#weights(t, position);
      if (Math.min(...candidate) > Math.min(...weights)) [triangle, weights] = [t, candidate];
      open.push(...(this.#parts.get(t) ?? []));
    }
    // A triangle without area has no interior; use the given weights.
    if (!weights.every((weight) => Number.isFinite(weight))) weights = point.weights;
    for (let i = 0; i < 3; i++) {
      if (weights[i]! < 1 - snap) continue;
      const vertex = this.mesh.cornersIn(triangle)[i]!;
      return { kind: "vertex", vertex, position: this.at(vertex) };
    }
    let smallest = 0;
    for (let i = 1; i < 3; i++) if (weights[i]! < weights[smallest]!) smallest = i;
    if (weights[smallest]! > snap) return { kind: "face", triangle, position };
    const h = this.mesh.next(3 * triangle + smallest); // the side opposite to the corner with the smallest weight
    const edge = this.mesh.halfedgeEdges[h]!;
    const [from, to] = [weights[(smallest + 1) % 3]!, weights[(smallest + 2) % 3]!];
    const along = to / (from + to);
    const t = this.mesh.edgeStart(edge) === this.mesh.halfedgeVertices[h] ? along : 1 - along;
    return { kind: "edge", edge, t, position: this.onEdge(edge, t) };
  }

  /** Surface normal at a place: area-weighted sum over its triangles, all aligned with the first one. */
  normalAt(place: Place): Vec3Tuple {
    const { mesh } = this;
    if (place.kind === "face") return this.#normal(place.triangle);
    const triangles =
      place.kind === "vertex" ? mesh.trianglesOf(place.vertex) : mesh.trianglesOn(place.edge);
    let sum: Vec3Tuple = [0, 0, 0];
    for (const triangle of triangles) sum = addAligned(sum, this.#normal(triangle));
    return sum;
  }

  #normal(triangle: number): Vec3Tuple {
    const [a, b, c] = this.#cornersAt(triangle);
    return cross(subtract(b, a), subtract(c, a));
  }

  #weights(triangle: number, position: Vec3Tuple): Vec3Tuple {
    return barycentricWeights(...this.#cornersAt(triangle), position);
  }

  #cornersAt(triangle: number): [Vec3Tuple, Vec3Tuple, Vec3Tuple] {
    const [a, b, c] = this.mesh.cornersIn(triangle);
    return [this.at(a), this.at(b), this.at(c)];
  }
}

/** Sum of two normals of a surface with mixed winding. */
function addAligned(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return dot(a, b) < 0 ? subtract(a, b) : add(a, b);
}
