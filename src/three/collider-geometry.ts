import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { withTuples } from "../math/vec3.js";
import type { ColliderOptions } from "../collision/index.js";

/** Radius of the disc that stands for a half-space, m. */
const PATCH_RADIUS = 12;

/**
 * The surface of a collider in its local axes, about its center. The pose of the collider transforms it to the world.
 */
export function colliderGeometry(given: ColliderOptions): BufferGeometry {
  const options = withTuples(given);
  switch (options.type) {
    case "sphere":
      return new SphereGeometry(options.radius, 64, 48);
    case "capsule": {
      const line = new Vector3(...options.to).sub(new Vector3(...options.from));
      const capsule = new CapsuleGeometry(options.radius, line.length(), 24, 48);
      return rotateTo(capsule, new Vector3(0, 1, 0), line);
    }
    case "box":
      return new BoxGeometry(...options.size);
    case "half-space": {
      const patch = new CircleGeometry(PATCH_RADIUS, 64);
      return rotateTo(patch, new Vector3(0, 0, 1), new Vector3(...options.normal));
    }
    default: // a mesh
      return meshGeometry(options.positions, options.triangles);
  }
}

/** Rotates a geometry so that the direction `from` becomes the direction `to`. */
function rotateTo(geometry: BufferGeometry, from: Vector3, to: Vector3): BufferGeometry {
  return geometry.applyQuaternion(new Quaternion().setFromUnitVectors(from, to.normalize()));
}

function meshGeometry(positions: ArrayLike<number>, triangles: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  geometry.computeVertexNormals();
  return geometry;
}
