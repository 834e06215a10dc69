import { add, lerp, cross, dot, pointAt, subtract, type Vec3Tuple } from "../math/vec3.js";
import { EdgeStops, type Crossing } from "./edge-stops.js";
import { splitEdge } from "./split-edge.js";
import { footWeights, type SurfacePoint } from "./surface-point.js";
import type { TopologyEdit } from "./topology-edit.js";
import type { TriangleMesh } from "./triangle-mesh.js";

/** A place on the mesh as a cut sees it: a vertex, a point of an edge, or a point inside a triangle. */
export type Place =
  | { kind: "vertex"; vertex: number; position: Vec3Tuple }
  | { kind: "edge"; edge: number; t: number; position: Vec3Tuple }
  | { kind: "face"; triangle: number; position: Vec3Tuple };

/** A mesh while it is being cut: with the places of the vertices that the cut has added, and the edits so far. */
export class CutSurface {
  readonly edits: TopologyEdit[] = [];
  /** Edges that the cut runs along. */
  readonly path = new Set<number>();
  readonly #added: Vec3Tuple[] = [];
  readonly #vertexCount: number;
  /** Triangles that came out of each triangle, for points that were given on it. */
  readonly #parts = new Map<number, number[]>();
  readonly #stops = new EdgeStops();

  constructor(
    readonly mesh: TriangleMesh,
    readonly positions: Float64Array,
  ) {
    this.#vertexCount = mesh.vertexCount;
  }

  at(vertex: number): Vec3Tuple {
    if (vertex >= this.#vertexCount) return this.#added[vertex - this.#vertexCount]!;
    return pointAt(this.positions, vertex);
  }

  onEdge(edge: number, t: number): Vec3Tuple {
    return lerp(this.at(this.mesh.edgeStart(edge)), this.at(this.mesh.edgeEnd(edge)), t);
  }

  /** Splits an edge and returns the new vertex. A path that ran along the edge runs along both halves. */
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

  /** Where a crossing is now that was found before the cut: its edge may be in parts. */
  crossingNow(crossing: Crossing): Crossing {
    return this.#stops.find(this.mesh, crossing);
  }

  /**
   * The place of a point, rounded to a vertex or an edge that is nearer than `snap` (as a part of the triangle).
   *
   * @param point With its position before the cut.
   */
  placeOf(point: SurfacePoint & { position: Vec3Tuple }, snap: number): Place {
    const { position } = point;
    let { triangle } = point;
    let weights = this.#weights(triangle, position);
    const open = [triangle];
    for (let t = open.pop(); t !== undefined; t = open.pop()) {
      const own = this.#weights(t, position);
      if (Math.min(...own) > Math.min(...weights)) [triangle, weights] = [t, own];
      open.push(...(this.#parts.get(t) ?? []));
    }
    // A triangle without area has no inside; the weights that were given say which corner is meant.
    if (!weights.every((weight) => Number.isFinite(weight))) weights = point.weights;
    for (let i = 0; i < 3; i++) {
      if (weights[i]! < 1 - snap) continue;
      const vertex = this.mesh.cornersIn(triangle)[i]!;
      return { kind: "vertex", vertex, position: this.at(vertex) };
    }
    let lightest = 0;
    for (let i = 1; i < 3; i++) if (weights[i]! < weights[lightest]!) lightest = i;
    if (weights[lightest]! > snap) return { kind: "face", triangle, position };
    const h = this.mesh.next(3 * triangle + lightest); // the side across from the lightest corner
    const edge = this.mesh.halfedgeEdges[h]!;
    const [from, to] = [weights[(lightest + 1) % 3]!, weights[(lightest + 2) % 3]!];
    const along = to / (from + to);
    const t = this.mesh.edgeStart(edge) === this.mesh.halfedgeVertices[h] ? along : 1 - along;
    return { kind: "edge", edge, t, position: this.onEdge(edge, t) };
  }

  /** Normal of the surface round a place: the triangles there, by area, all turned the way of the first. */
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
    return footWeights(...this.#cornersAt(triangle), position);
  }

  #cornersAt(triangle: number): [Vec3Tuple, Vec3Tuple, Vec3Tuple] {
    const [a, b, c] = this.mesh.cornersIn(triangle);
    return [this.at(a), this.at(b), this.at(c)];
  }
}

/** The sum of two normals of a surface whose triangles may wind either way. */
function addAligned(a: Vec3Tuple, b: Vec3Tuple): Vec3Tuple {
  return dot(a, b) < 0 ? subtract(a, b) : add(a, b);
}
