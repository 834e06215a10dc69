import { NOWHERE, type Shape, type SignedDistance } from "./shape.js";

/** All that is within a radius of the line from (−`half`) to (+`half`). */
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
    const part = Math.max(-1, Math.min(1, along));
    const x = point[0]! - part * half[0]!;
    const y = point[1]! - part * half[1]!;
    const z = point[2]! - part * half[2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > NOWHERE) {
      const inverse = 1 / length;
      normal[0] = x * inverse;
      normal[1] = y * inverse;
      normal[2] = z * inverse;
    } else this.#anyWayOut(normal);
    out.distance = length - this.radius;
  }

  /** On the line itself every way across it is as good. */
  #anyWayOut(normal: Float64Array): void {
    const [x, y, z] = [this.#half[0]!, this.#half[1]!, this.#half[2]!];
    const isFlat = Math.abs(z) <= Math.max(Math.abs(x), Math.abs(y));
    normal[0] = isFlat ? -y : 0;
    normal[1] = isFlat ? x : -z;
    normal[2] = isFlat ? 0 : y;
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (let k = 0; k < 3; k++) normal[k]! /= length;
  }
}
