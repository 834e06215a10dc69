import { Sphere, type Mesh } from "three";

/** Returns a sphere around all meshes. Empty if there are none. */
export function sphereAround(meshes: readonly Mesh[]): Sphere {
  const sphere = new Sphere().makeEmpty();
  for (const { geometry } of meshes) sphere.union(geometry.boundingSphere!);
  return sphere;
}
