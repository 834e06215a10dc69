/** Position and rotation of a solid. */
export class Pose {
  /** m. */
  readonly position = new Float64Array(3);
  /** Row-major rotation: world = matrix · local + position. */
  readonly matrix = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

  /**
   * Copies another pose.
   *
   * @internal
   */
  copy(other: Pose): void {
    this.position.set(other.position);
    this.matrix.set(other.matrix);
  }

  /** Writes the point at offset `at` of `points` in local coordinates. */
  toLocal(points: Float64Array, at: number, out: Float64Array): void {
    const m = this.matrix;
    const x = points[at]! - this.position[0]!;
    const y = points[at + 1]! - this.position[1]!;
    const z = points[at + 2]! - this.position[2]!;
    out[0] = m[0]! * x + m[3]! * y + m[6]! * z;
    out[1] = m[1]! * x + m[4]! * y + m[7]! * z;
    out[2] = m[2]! * x + m[5]! * y + m[8]! * z;
  }

  /** Writes the local point at offset `at` of `points` in world coordinates to offset `to` of `out`. */
  toWorld(points: Float64Array, at: number, out: Float64Array, to: number): void {
    this.rotateToWorld(points, at, out, to);
    for (let k = 0; k < 3; k++) out[to + k]! += this.position[k]!;
  }

  /** Rotates a local direction to the world. */
  rotateToWorld(vectors: Float64Array, at: number, out: Float64Array, to: number): void {
    const m = this.matrix;
    const x = vectors[at]!;
    const y = vectors[at + 1]!;
    const z = vectors[at + 2]!;
    out[to] = m[0]! * x + m[1]! * y + m[2]! * z;
    out[to + 1] = m[3]! * x + m[4]! * y + m[5]! * z;
    out[to + 2] = m[6]! * x + m[7]! * y + m[8]! * z;
  }

  /**
   * True if both are bit-exact equal.
   *
   * @internal
   */
  equals(other: Pose): boolean {
    for (let k = 0; k < 3; k++) if (this.position[k] !== other.position[k]) return false;
    for (let k = 0; k < 9; k++) if (this.matrix[k] !== other.matrix[k]) return false;
    return true;
  }
}
