import { ClothMesh } from "tatter/three";
import { Box3, Vector3, type BufferAttribute, type Mesh, type Object3D } from "three";
import type { SolidViews } from "../stage/solid-views.js";

/** Distance of the camera from an object and from a cloth, in multiples of the radius. */
const OBJECT_DISTANCE = 4;
const CLOTH_DISTANCE = 1.2;

/** What was touched last with any tool: a point of the cloth, which moves with it, or an object. */
export class Selection {
  readonly #solids: SolidViews;
  #object: Object3D | null = null;
  readonly #point = new Vector3();
  /** Nearest vertex of the cloth mesh. −1: not a cloth. */
  #vertex = -1;

  constructor(solids: SolidViews) {
    this.#solids = solids;
  }

  touch(object: Object3D | null, point: Vector3): void {
    this.#object = object;
    this.#point.copy(point);
    this.#vertex = object instanceof ClothMesh ? nearestVertex(object, point) : -1;
  }

  /** Clears the selection, for another scene. */
  clear(): void {
    this.#object = null;
  }

  /** Present position, and maximum distance of the camera, m. Null: nothing is selected. */
  get place(): { point: Vector3; distance: number } | null {
    const object = this.#object;
    if (object === null) return null;
    if (this.#solids.movable.some((view) => view === object)) {
      const box = new Box3().setFromObject(object);
      const radius = box.getSize(new Vector3()).length() / 2;
      return { point: box.getCenter(new Vector3()), distance: OBJECT_DISTANCE * radius };
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
