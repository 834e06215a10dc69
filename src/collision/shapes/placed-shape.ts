import { quaternionToMatrix } from "../../math/quaternion.js";
import type { Vec3Tuple } from "../../math/vec3.js";
import { Pose } from "./pose.js";
import type { Shape, SignedDistance } from "./shape.js";

/** Scratch of `measure`. */
const local = new Float64Array(3);

/** Another shape, moved and rotated in the frame of its body: one shape of a compound. */
export class PlacedShape implements Shape {
  readonly radius: number;
  readonly inradius: number;
  readonly corners: Float64Array;
  readonly edges: Int32Array;
  readonly extents = new Float64Array(3);
  readonly #shape: Shape;
  readonly #pose = new Pose();

  /** @param rotation Unit quaternion x, y, z, w. */
  constructor(
    shape: Shape,
    position: Vec3Tuple,
    rotation: readonly [number, number, number, number],
  ) {
    this.#shape = shape;
    this.radius = shape.radius;
    this.inradius = shape.inradius;
    this.edges = shape.edges;
    const pose = this.#pose;
    pose.position.set(position);
    quaternionToMatrix(Float64Array.from(rotation), pose.matrix);
    this.corners = new Float64Array(shape.corners.length);
    for (let i = 0; i < shape.corners.length; i += 3) {
      pose.toWorld(shape.corners, i, this.corners, i);
    }
    // The box is centered on the body, as that of any shape: possibly larger than necessary, never too small.
    for (let k = 0; k < 3; k++) {
      let half = Math.abs(position[k]!);
      for (let j = 0; j < 3; j++) half += Math.abs(pose.matrix[3 * k + j]!) * shape.extents[j]!;
      this.extents[k] = half;
    }
  }

  measure(point: Float64Array, out: SignedDistance): void {
    this.#pose.toLocal(point, 0, local);
    this.#shape.measure(local, out);
    this.#pose.rotateToWorld(out.normal, 0, out.normal, 0);
  }
}
