import type { Shape, SignedDistance } from "./shape.js";

/** A box about its center, with faces perpendicular to the axes. */
export class Box implements Shape {
  readonly radius = 0;
  readonly inradius: number;
  readonly corners: Float64Array;
  // corner c has the signs of its bits: 1 for x, 2 for y, 4 for z
  // prettier-ignore
  readonly edges = Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7);
  readonly extents: Float64Array;

  constructor(size: readonly [number, number, number]) {
    this.extents = Float64Array.from(size, (length) => length / 2);
    const [x, y, z] = [this.extents[0]!, this.extents[1]!, this.extents[2]!];
    this.inradius = Math.min(x, y, z);
    this.corners = new Float64Array(24);
    for (let c = 0; c < 8; c++) {
      this.corners[3 * c] = (c & 1) === 0 ? -x : x;
      this.corners[3 * c + 1] = (c & 2) === 0 ? -y : y;
      this.corners[3 * c + 2] = (c & 4) === 0 ? -z : z;
    }
  }

  measure(point: Float64Array, out: SignedDistance): void {
    const { normal } = out;
    let squared = 0;
    let nearest = 0;
    let inside = -Infinity;
    for (let k = 0; k < 3; k++) {
      const beyond = Math.abs(point[k]!) - this.extents[k]!;
      if (beyond > inside) {
        inside = beyond;
        nearest = k;
      }
      normal[k] = beyond > 0 ? (point[k]! < 0 ? -beyond : beyond) : 0;
      if (beyond > 0) squared += beyond * beyond;
    }
    if (squared > 0) {
      const length = Math.sqrt(squared);
      for (let k = 0; k < 3; k++) normal[k]! /= length;
      out.distance = length;
      return;
    }
    for (let k = 0; k < 3; k++) normal[k] = 0; // inside: out through the nearest face
    normal[nearest] = point[nearest]! < 0 ? -1 : 1;
    out.distance = inside;
  }
}
