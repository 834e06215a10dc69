import type { Collider, ShapeType } from "@dimforge/rapier3d-compat";
import type { DrivenShape } from "../collision/index.js";
import type { Frame } from "./frame.js";
import { invert, multiply, normalize, rotate } from "./quaternions.js";

// Rapier's numbers for its shapes. This module imports only types from Rapier, so it works with the copy that the page
// has loaded.
const BALL: ShapeType.Ball = 0;
const CUBOID: ShapeType.Cuboid = 1;
const CAPSULE: ShapeType.Capsule = 2;

/**
 * The shape of a collider in the frame of its body.
 *
 * @throws RangeError if the shape is not supported.
 */
export function drivenShape(collider: Collider, frame: Frame): DrivenShape {
  const shape = centeredShape(collider);
  shape.friction = collider.friction();
  const translation = collider.translationWrtParent();
  const rotation = collider.rotationWrtParent();
  if (translation === null || rotation === null) return shape; // no body: the collider is its own frame
  const inverse = new Float64Array(4);
  invert(frame.rotation, inverse);
  const position = Float64Array.of(translation.x, translation.y, translation.z);
  for (let k = 0; k < 3; k++) position[k]! -= frame.position[k]!;
  rotate(inverse, position, position);
  const quaternion = Float64Array.of(rotation.x, rotation.y, rotation.z, rotation.w);
  normalize(quaternion);
  multiply(inverse, quaternion, quaternion);
  shape.position = [position[0]!, position[1]!, position[2]!];
  shape.rotation = [quaternion[0]!, quaternion[1]!, quaternion[2]!, quaternion[3]!];
  return shape;
}

function centeredShape(collider: Collider): DrivenShape {
  const type = collider.shapeType();
  switch (type) {
    case BALL:
      return { type: "sphere", radius: collider.radius() };
    case CAPSULE:
      return { type: "capsule", length: 2 * collider.halfHeight(), radius: collider.radius() };
    case CUBOID: {
      const { x, y, z } = collider.halfExtents()!;
      return { type: "box", size: [2 * x, 2 * y, 2 * z] };
    }
    default:
      throw new RangeError(
        `collider ${collider.handle}: expected a ball, a cuboid or a capsule, got shape type ${type}`,
      );
  }
}
