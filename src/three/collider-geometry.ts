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

/** How far the patch of a half-space reaches, m. */
const PATCH = 12;

/** The surface of a collider in its own axes, about its own middle: its pose puts it into the world. */
export function colliderGeometry(given: ColliderOptions): BufferGeometry {
  const options = withTuples(given);
  switch (options.type) {
    case "sphere":
      return new SphereGeometry(options.radius, 64, 48);
    case "capsule": {
      const line = new Vector3(...options.to).sub(new Vector3(...options.from));
      const capsule = new CapsuleGeometry(options.radius, line.length(), 24, 48);
      return along(capsule, new Vector3(0, 1, 0), line);
    }
    case "box":
      return new BoxGeometry(...options.size);
    case "half-space": {
      const patch = new CircleGeometry(PATCH, 64);
      return along(patch, new Vector3(0, 0, 1), new Vector3(...options.normal));
    }
    default: // a mesh
      return meshGeometry(options.positions, options.triangles);
  }
}

/** Turns a geometry so that what lay along one vector lies along another. */
function along(geometry: BufferGeometry, from: Vector3, to: Vector3): BufferGeometry {
  return geometry.applyQuaternion(new Quaternion().setFromUnitVectors(from, to.normalize()));
}

function meshGeometry(positions: ArrayLike<number>, triangles: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  geometry.computeVertexNormals();
  return geometry;
}
