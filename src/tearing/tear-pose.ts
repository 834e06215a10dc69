import { ensureCapacity } from "../math/grow.js";
import { dot } from "../math/scratch-vector.js";
import type { Vec3Tuple } from "../math/vec3.js";
import { originOf, type EdgeSplit, type VertexSplit } from "../mesh/index.js";

const difference = new Float64Array(3);

/**
 * Vertex positions while a cloth tears. Old vertices are read from the surface. New vertices are stored here, until the
 * owner of the surface has replayed the tears.
 */
export class TearPose {
  #positions: Float64Array = new Float64Array(0);
  #count = 0;
  #newPositions = new Float64Array(3 * 64);

  /** Starts a tearing pass with the positions of the surface. */
  begin(positions: Float64Array, vertexCount: number): void {
    this.#positions = positions;
    this.#count = vertexCount;
  }

  /** Number of vertices before the pass: later ones are new. */
  get vertexCount(): number {
    return this.#count;
  }

  /** One coordinate of a vertex, m. */
  at(vertex: number, k: number): number {
    return vertex < this.#count
      ? this.#positions[3 * vertex + k]!
      : this.#newPositions[3 * (vertex - this.#count) + k]!;
  }

  /** Position of a vertex, m. */
  position(vertex: number): Vec3Tuple {
    return [this.at(vertex, 0), this.at(vertex, 1), this.at(vertex, 2)];
  }

  /** Vector from one vertex to another, m. */
  difference(from: number, to: number, into: Float64Array): void {
    for (let k = 0; k < 3; k++) into[k] = this.at(to, k) - this.at(from, k);
  }

  /** Distance of two vertices, m. */
  distance(a: number, b: number): number {
    this.difference(a, b, difference);
    return Math.sqrt(dot(difference, difference));
  }

  /** Unit vector from one vertex to another. Returns false and writes nothing if they coincide. */
  direction(from: number, to: number, into: Float64Array): boolean {
    this.difference(from, to, difference);
    const length = Math.sqrt(dot(difference, difference));
    if (length === 0) return false;
    for (let k = 0; k < 3; k++) into[k] = difference[k]! / length;
    return true;
  }

  /** Adds the vertex of a split, at the position of its origins. */
  addVertex(edit: VertexSplit | EdgeSplit): void {
    const { from, to, t } = originOf(edit);
    const point: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      point[k] = this.at(from, k) + t * (this.at(to, k) - this.at(from, k));
    }
    this.move(edit.newVertex, point);
  }

  /** Moves a vertex that a tear has created. */
  move(newVertex: number, point: Vec3Tuple): void {
    const first = 3 * (newVertex - this.#count);
    this.#newPositions = ensureCapacity(this.#newPositions, first + 3);
    this.#newPositions.set(point, first);
  }

  /** Moves a vertex that a tear has created along the line to another vertex, to a distance from it, m. */
  moveToward(newVertex: number, target: number, distance: number): void {
    const ratio = distance / this.distance(newVertex, target);
    const point: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const end = this.at(target, k);
      point[k] = end + ratio * (this.at(newVertex, k) - end);
    }
    this.move(newVertex, point);
  }
}
