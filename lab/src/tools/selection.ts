import { ClothMesh } from "tatter/three";
import { Box3, Vector3, type BufferAttribute, type Mesh, type Object3D } from "three";
import type { SolidViews } from "../stage/solid-views.js";

/** A thing is looked at from so many times its radius, m, a cloth from a part of its own. */
const THING_DISTANCE = 4;
const CLOTH_DISTANCE = 1.2;

/** What was touched last, by whatever tool: a point of the cloth, which goes where the cloth goes, or a thing. */
export class Selection {
  readonly #solids: SolidViews;
  #object: Object3D | null = null;
  readonly #point = new Vector3();
  /** Of the cloth: the point of the picture that is nearest. */
  #vertex = -1;

  constructor(solids: SolidViews) {
    this.#solids = solids;
  }

  touch(object: Object3D | null, point: Vector3): void {
    this.#object = object;
    this.#point.copy(point);
    this.#vertex = object instanceof ClothMesh ? nearestVertex(object, point) : -1;
  }

  /** Nothing of another scene is selected. */
  clear(): void {
    this.#object = null;
  }

  /** Where it is now, and from how far it is looked at best, m; null: nothing is selected. */
  get place(): { point: Vector3; distance: number } | null {
    const object = this.#object;
    if (object === null) return null;
    if (this.#solids.movable.some((view) => view === object)) {
      const box = new Box3().setFromObject(object);
      const radius = box.getSize(new Vector3()).length() / 2;
      return { point: box.getCenter(new Vector3()), distance: THING_DISTANCE * radius };
    }
    if (!(object instanceof ClothMesh)) return { point: this.#point.clone(), distance: Infinity };
    const positions = positionsOf(object);
    const point = this.#point.clone();
    if (this.#vertex < positions.count) point.fromBufferAttribute(positions, this.#vertex);
    return { point, distance: CLOTH_DISTANCE * object.geometry.boundingSphere!.radius };
  }
}

function nearestVertex(mesh: Mesh, point: Vector3): number {
  const positions = positionsOf(mesh);
  const at = new Vector3();
  let nearest = 0;
  let smallest = Infinity;
  for (let i = 0; i < positions.count; i++) {
    const squared = at.fromBufferAttribute(positions, i).distanceToSquared(point);
    if (squared >= smallest) continue;
    smallest = squared;
    nearest = i;
  }
  return nearest;
}

function positionsOf({ geometry }: Mesh): BufferAttribute {
  return geometry.getAttribute("position") as BufferAttribute;
}
