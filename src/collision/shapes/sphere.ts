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

  distance(point: Float64Array, normal: Float64Array): number {
    const x = point[0]!;
    const y = point[1]!;
    const z = point[2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > NOWHERE) {
      normal[0] = x / length;
      normal[1] = y / length;
      normal[2] = z / length;
    } else {
      normal[0] = 0; // in the very middle every way out is as good
      normal[1] = 1;
      normal[2] = 0;
    }
    return length - this.radius;
  }
}
