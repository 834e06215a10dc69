import type { Collider, ShapeType } from "@dimforge/rapier3d-compat";
import type { DrivenShape } from "../collision/index.js";
import type { Frame } from "./frame.js";
import { invert, multiply, normalize, rotate } from "./quaternions.js";

// Rapier's numbers for its shapes. The room imports its types only, so that it works with the copy that the page has loaded.
const BALL: ShapeType.Ball = 0;
const CUBOID: ShapeType.Cuboid = 1;
const CAPSULE: ShapeType.Capsule = 2;

/**
 * The shape of a collider, as seen from the frame of its body.
 *
 * @throws RangeError where cloth cannot meet such a shape.
 */
export function drivenShape(collider: Collider, frame: Frame): DrivenShape {
  const shape = centredShape(collider);
  shape.friction = collider.friction();
  const at = collider.translationWrtParent();
  const as = collider.rotationWrtParent();
  if (at === null || as === null) return shape; // it has no body, and is its own frame
  const back = new Float64Array(4);
  invert(frame.rotation, back);
  const position = Float64Array.of(at.x, at.y, at.z);
  for (let k = 0; k < 3; k++) position[k]! -= frame.position[k]!;
  rotate(back, position, position);
  const turn = Float64Array.of(as.x, as.y, as.z, as.w);
  normalize(turn);
  multiply(back, turn, turn);
  shape.position = [position[0]!, position[1]!, position[2]!];
  shape.rotation = [turn[0]!, turn[1]!, turn[2]!, turn[3]!];
  return shape;
}

function centredShape(collider: Collider): DrivenShape {
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
