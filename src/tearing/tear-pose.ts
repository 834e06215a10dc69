import { withRoom } from "../math/grow.js";
import { dot } from "../math/scratch-vector.js";
import type { Vec3Tuple } from "../math/vec3.js";
import { originOf, type EdgeSplit, type VertexSplit } from "../mesh/index.js";

const difference = new Float64Array(3);

/**
 * Where the vertices are while a cloth is being torn: those that were there before have their places in the surface, those
 * that the tears make have them here, until the owner of the surface has followed.
 */
export class TearPose {
  #positions: Float64Array = new Float64Array(0);
  #count = 0;
  #newPositions = new Float64Array(3 * 64);

  begin(positions: Float64Array, vertexCount: number): void {
    this.#positions = positions;
    this.#count = vertexCount;
  }

  /** One coordinate of a vertex, m. */
  at(vertex: number, k: number): number {
    return vertex < this.#count
      ? this.#positions[3 * vertex + k]!
      : this.#newPositions[3 * (vertex - this.#count) + k]!;
  }

  of(vertex: number): Vec3Tuple {
    return [this.at(vertex, 0), this.at(vertex, 1), this.at(vertex, 2)];
  }

  /** Vector from one vertex to another, m. */
  between(from: number, to: number, into: Float64Array): void {
    for (let k = 0; k < 3; k++) into[k] = this.at(to, k) - this.at(from, k);
  }

  distance(a: number, b: number): number {
    this.between(a, b, difference);
    return Math.sqrt(dot(difference, difference));
  }

  /** Unit vector from one vertex to another; false, and nothing written, where they are in one place. */
  direction(from: number, to: number, into: Float64Array): boolean {
    this.between(from, to, difference);
    const length = Math.sqrt(dot(difference, difference));
    if (length === 0) return false;
    for (let k = 0; k < 3; k++) into[k] = difference[k]! / length;
    return true;
  }

  /** A new vertex starts where its origins are. */
  follow(edit: VertexSplit | EdgeSplit): void {
    const { from, to, t } = originOf(edit);
    const place: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      place[k] = this.at(from, k) + t * (this.at(to, k) - this.at(from, k));
    }
    this.move(edit.newVertex, place);
  }

  /** Puts a vertex that a tear has made elsewhere. */
  move(newVertex: number, place: Vec3Tuple): void {
    const first = 3 * (newVertex - this.#count);
    this.#newPositions = withRoom(this.#newPositions, first + 3);
    this.#newPositions.set(place, first);
  }

  /** Puts a vertex that a tear has made on the line to another one, at a distance from it. */
  draw(newVertex: number, towards: number, distance: number): void {
    const part = distance / this.distance(newVertex, towards);
    const place: [number, number, number] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const end = this.at(towards, k);
      place[k] = end + part * (this.at(newVertex, k) - end);
    }
    this.move(newVertex, place);
  }
}
