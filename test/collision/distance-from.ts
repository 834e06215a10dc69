import { SignedDistance, type Shape } from "../../src/collision/shapes/shape.js";

/** Signed distance of a point from the surface of a shape, with the normal there. */
export function distanceFrom(shape: Shape, point: Float64Array, normal: Float64Array): number {
  const found = new SignedDistance();
  shape.measure(point, found);
  normal.set(found.normal);
  return found.distance;
}
