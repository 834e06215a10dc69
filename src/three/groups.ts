import type { BufferGeometry, Material } from "three";

/** Group lists that were created here, not by the user or by three.js. */
const ownGroups = new WeakSet<BufferGeometry["groups"]>();

/**
 * Makes a list of materials draw the whole surface. With a list, three.js draws only the groups of the geometry. If
 * there are none, this adds one group per material over the whole surface and updates their counts.
 */
export function addMaterialGroups(mesh: {
  readonly geometry: BufferGeometry;
  readonly material: Material | Material[];
}): void {
  const { geometry, material } = mesh;
  if (!Array.isArray(material)) return;
  if (geometry.groups.length === 0) ownGroups.add(geometry.groups);
  if (!ownGroups.has(geometry.groups)) return;
  const { count } = geometry.getIndex()!;
  for (let i = geometry.groups.length; i < material.length; i++) geometry.addGroup(0, count, i);
  for (const group of geometry.groups) group.count = count;
}
