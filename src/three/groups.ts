import type { BufferGeometry, Material } from "three";

/** Lists of groups that were made here, and not by the user or by three.js. */
const made = new WeakSet<BufferGeometry["groups"]>();

/**
 * Lets a list of materials draw. three.js draws with it the groups of the geometry alone; where there are none, each material
 * gets one over the whole surface, which grows with it.
 */
export function coverWith(mesh: {
  readonly geometry: BufferGeometry;
  readonly material: Material | Material[];
}): void {
  const { geometry, material } = mesh;
  if (!Array.isArray(material)) return;
  if (geometry.groups.length === 0) made.add(geometry.groups);
  if (!made.has(geometry.groups)) return;
  const { count } = geometry.getIndex()!;
  for (let i = geometry.groups.length; i < material.length; i++) geometry.addGroup(0, count, i);
  for (const group of geometry.groups) group.count = count;
}
