import { ON_CORE, type Shape, type SignedDistance } from "./shape.js";

/** All points within a radius of the segment from (−`half`) to (+`half`). */
export class Capsule implements Shape {
  readonly radius: number;
  readonly inradius: number;
  readonly corners: Float64Array;
  readonly edges = Int32Array.of(0, 1);
  readonly extents: Float64Array;
  readonly #half: Float64Array;
  readonly #squaredLength: number;

  constructor(half: readonly [number, number, number], radius: number) {
    this.radius = radius;
    this.inradius = radius;
    this.#half = Float64Array.from(half);
    const [x, y, z] = half;
    this.#squaredLength = x * x + y * y + z * z;
    this.corners = Float64Array.of(-x, -y, -z, x, y, z);
    this.extents = Float64Array.of(
      Math.abs(x) + radius,
      Math.abs(y) + radius,
      Math.abs(z) + radius,
    );
  }

  measure(point: Float64Array, out: SignedDistance): void {
    const { normal } = out;
    const half = this.#half;
    const along =
      (point[0]! * half[0]! + point[1]! * half[1]! + point[2]! * half[2]!) / this.#squaredLength;
    const clamped = Math.max(-1, Math.min(1, along));
    const x = point[0]! - clamped * half[0]!;
    const y = point[1]! - clamped * half[1]!;
    const z = point[2]! - clamped * half[2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > ON_CORE) {
      const inverse = 1 / length;
      normal[0] = x * inverse;
      normal[1] = y * inverse;
      normal[2] = z * inverse;
    } else this.#anyNormal(normal);
    out.distance = length - this.radius;
  }

  /** On the segment, any direction perpendicular to it is a normal. */
  #anyNormal(normal: Float64Array): void {
    const [x, y, z] = [this.#half[0]!, this.#half[1]!, this.#half[2]!];
    const isFlat = Math.abs(z) <= Math.max(Math.abs(x), Math.abs(y));
    normal[0] = isFlat ? -y : 0;
    normal[1] = isFlat ? x : -z;
    normal[2] = isFlat ? 0 : y;
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (let k = 0; k < 3; k++) normal[k]! /= length;
  }
}
