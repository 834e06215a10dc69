import { NOWHERE, type Shape } from "./shape.js";

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

  measure(point: Float64Array, out: Float64Array): void {
    const x = point[0]!;
    const y = point[1]!;
    const z = point[2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > NOWHERE) {
      const inverse = 1 / length;
      out[0] = x * inverse;
      out[1] = y * inverse;
      out[2] = z * inverse;
    } else {
      out[0] = 0; // in the very middle every way out is as good
      out[1] = 1;
      out[2] = 0;
    }
    out[3] = length - this.radius;
  }
}
