import { ON_CORE, type Shape, type SignedDistance } from "./shape.js";

/** A ball about the origin. */
export class Sphere implements Shape {
  readonly radius: number;
  readonly inradius: number;
  readonly corners = new Float64Array(3);
  readonly edges = new Int32Array(0);
  readonly extents: Float64Array;

  constructor(radius: number) {
    this.radius = radius;
    this.inradius = radius;
    this.extents = new Float64Array(3).fill(radius);
  }

  measure(point: Float64Array, out: SignedDistance): void {
    const { normal } = out;
    const x = point[0]!;
    const y = point[1]!;
    const z = point[2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > ON_CORE) {
      const inverse = 1 / length;
      normal[0] = x * inverse;
      normal[1] = y * inverse;
      normal[2] = z * inverse;
    } else {
      normal[0] = 0; // at the center any direction is a normal
      normal[1] = 1;
      normal[2] = 0;
    }
    out.distance = length - this.radius;
  }
}
