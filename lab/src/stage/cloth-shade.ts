import { BufferAttribute, DynamicDrawUsage, Vector3, type BufferGeometry } from "three";
import { distanceTo, type NearSolid } from "./solid-distance.js";

/** Radius of folds that appear dark, m. */
const FOLD_RADIUS = 0.045;
/** Darkness of the deepest fold, and of contact. */
const FOLD_DARKNESS = 0.78;
const CONTACT_DARKNESS = 0.7;
/** Distance within which solids darken the cloth, m. */
const CONTACT = 0.07;
/** Smoothing passes over the curvature. */
const SMOOTHING = 2;

const point = new Vector3();
const normal = new Vector3();
const towards = new Vector3();
/** Remaining light on each side of the point. Module scratch, to avoid an allocation per point. */
const light = { front: 1, back: 1 };

/**
 * Ambient occlusion of the cloth, per vertex and side: darker in folds, and near the floor or a solid that the side
 * faces. It is computed from the curvature and from analytic distances. This is cheap enough for phones, because the
 * scene is not rendered again.
 *
 * The values are in the geometry attribute `darkness`: front and back, 0 is no darkening.
 */
export class ClothShade {
  #bends = new Float32Array(0);
  #sums = new Float32Array(0);
  #counts = new Float32Array(0);

  /** @param floor Height of a level floor, m. Null: none. */
  update(geometry: BufferGeometry, solids: readonly NearSolid[], floor: number | null): void {
    const positions = geometry.getAttribute("position").array as Float32Array;
    const normals = geometry.getAttribute("normal").array as Float32Array;
    const darkness = attributeOf(geometry, positions.length / 3);
    this.#measureBends(geometry, positions, normals);
    for (let i = 0; i < positions.length / 3; i++) {
      // The front is concave where the normals converge.
      const hollow = -FOLD_RADIUS * this.#bends[i]!;
      const deep = Math.abs(hollow);
      const fold = (FOLD_DARKNESS * deep) / (deep + 0.7);
      light.front = hollow > 0 ? 1 - fold : 1;
      light.back = hollow > 0 ? 1 : 1 - fold;
      point.fromArray(positions, 3 * i);
      normal.fromArray(normals, 3 * i);
      if (floor !== null && point.y - floor < CONTACT) {
        towards.set(0, -1, 0);
        darken(Math.max(0, point.y - floor));
      }
      for (const solid of solids) {
        const { elements } = solid.toWorld;
        const [x, y, z] = [point.x - elements[12], point.y - elements[13], point.z - elements[14]];
        if (x * x + y * y + z * z > (solid.reach + CONTACT) ** 2) continue;
        const distance = distanceTo(solid, point, towards);
        if (distance < CONTACT) darken(distance);
      }
      darkness.array[2 * i] = 1 - light.front;
      darkness.array[2 * i + 1] = 1 - light.back;
    }
    darkness.needsUpdate = true;
  }

  /** Measures the mean curvature of each vertex, 1/m. Positive: the front is convex. Negative: concave. */
  #measureBends(geometry: BufferGeometry, x: Float32Array, n: Float32Array): void {
    const index = geometry.getIndex()!.array;
    const end = Math.min(index.length, geometry.drawRange.count);
    const count = x.length / 3;
    if (this.#bends.length !== count) {
      this.#bends = new Float32Array(count);
      this.#sums = new Float32Array(count);
      this.#counts = new Float32Array(count);
    }
    const [bends, sums, counts] = [this.#bends, this.#sums.fill(0), this.#counts.fill(0)];
    for (let h = 0; h < end; h++) {
      const i = index[h]!;
      const k = index[h % 3 === 2 ? h - 2 : h + 1]!;
      const [a, b] = [3 * i, 3 * k];
      let [change, squared] = [0, 0];
      for (let c = 0; c < 3; c++) {
        const along = x[b + c]! - x[a + c]!;
        change += along * (n[b + c]! - n[a + c]!);
        squared += along * along;
      }
      const bend = squared > 0 ? change / squared : 0;
      sums[i]! += bend;
      sums[k]! += bend;
      counts[i]!++;
      counts[k]!++;
    }
    for (let i = 0; i < count; i++) bends[i] = sums[i]! / (counts[i]! || 1);
    for (let pass = 0; pass < SMOOTHING; pass++) {
      sums.fill(0);
      for (let h = 0; h < end; h++) {
        const i = index[h]!;
        const k = index[h % 3 === 2 ? h - 2 : h + 1]!;
        sums[i]! += bends[k]!;
        sums[k]! += bends[i]!;
      }
      for (let i = 0; i < count; i++) bends[i] = (bends[i]! + sums[i]! / (counts[i]! || 1)) / 2;
    }
  }
}

/** Darkens the point for a solid in the direction `towards`, at a distance in m. */
function darken(distance: number): void {
  const near = (1 - distance / CONTACT) ** 2;
  const faces = normal.dot(towards);
  light.front *= 1 - CONTACT_DARKNESS * near * (0.5 + 0.5 * faces);
  light.back *= 1 - CONTACT_DARKNESS * near * (0.5 - 0.5 * faces);
}

/** Returns the attribute, recreated if the geometry has larger buffers. */
function attributeOf(geometry: BufferGeometry, count: number): BufferAttribute {
  const known = geometry.getAttribute("darkness") as BufferAttribute | undefined;
  if (known?.count === count) return known;
  if (known !== undefined) geometry.dispose(); // frees its buffer on the graphics card
  const attribute = new BufferAttribute(new Float32Array(2 * count), 2).setUsage(DynamicDrawUsage);
  geometry.setAttribute("darkness", attribute);
  return attribute;
}
