import type { ClothMesh } from "tatter/three";
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3, type Intersection } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";
import { Ring } from "./ring.js";

/** Maximum distance of a click from a pin, px. Larger for touch. */
const MAX_DISTANCE = matchMedia("(pointer: coarse)").matches ? 22 : 12;
/** Radius of the ring around a single particle, m. */
const SMALL_RADIUS = 0.03;
const COLOR = 0xd8402a;

export interface PinSettings {
  /** Radius around a point in which pins are added or removed, m. 0: one particle. */
  pinRadius: number;
}

export const PIN_DEFAULTS: PinSettings = { pinRadius: 0 };

export interface PinCalls {
  cloth: () => ClothMesh | null;
  /** Returns the pinned particles. */
  pinned: () => readonly number[];
  /** Returns the positions of the particles, m, three numbers each. */
  positions: () => ArrayLike<number>;
  pin: (point: Vector3, radius: number) => void;
  unpin: (particle: number, radius: number) => void;
  /** A pin was added or removed at a point. */
  touch: (cloth: ClothMesh, point: Vector3) => void;
}

/**
 * A click on the cloth pins it where it is. A click on a pin removes it, including the pins of the scene. A drag
 * rotates the view. A ring shows what would be pinned. A pin that would be removed is highlighted.
 */
export class PinTool implements PointerTool {
  readonly #stage: Stage;
  readonly #settings: PinSettings;
  readonly #calls: PinCalls;
  readonly #ring: Ring;
  readonly #highlight = new Mesh(
    new SphereGeometry(0.018, 20, 14),
    new MeshBasicMaterial({ color: COLOR }),
  );
  #resting: Place | null = null;
  readonly #at = new Vector3();

  constructor(stage: Stage, settings: PinSettings, calls: PinCalls) {
    this.#stage = stage;
    this.#settings = settings;
    this.#calls = calls;
    this.#ring = new Ring(stage, 0.8);
    this.#highlight.visible = false;
    stage.scene.add(this.#highlight);
  }

  click(at: Place): void {
    const cloth = this.#calls.cloth();
    if (cloth === null) return;
    const { pinRadius } = this.#settings;
    const particle = this.#pinAt(at);
    const point =
      particle === null ? (this.#hitAt(at, cloth)?.point ?? null) : this.#placeOf(particle).clone();
    if (point === null) return;
    if (particle === null) this.#calls.pin(point, pinRadius);
    else this.#calls.unpin(particle, pinRadius);
    this.#calls.touch(cloth, point);
  }

  hover(at: Place | null): void {
    this.#resting = at === null ? null : { clientX: at.clientX, clientY: at.clientY };
    const cloth = this.#calls.cloth();
    const particle = this.#resting === null || cloth === null ? null : this.#pinAt(this.#resting);
    const hit =
      this.#resting === null || cloth === null || particle !== null
        ? null
        : this.#hitAt(this.#resting, cloth);
    if (particle !== null || this.#highlight.visible) this.#stage.redraw();
    this.#highlight.visible = particle !== null;
    if (particle !== null) this.#highlight.position.copy(this.#placeOf(particle));
    const { pinRadius } = this.#settings;
    if (hit === null) this.#ring.show(null, 0);
    else if (pinRadius > 0) this.#ring.show(hit.point, pinRadius);
    else this.#ring.show(nearestCorner(cloth!, hit, this.#at), SMALL_RADIUS);
  }

  follow(): void {
    if (this.#resting !== null) this.hover(this.#resting);
  }

  #hitAt(at: Place, cloth: ClothMesh): Intersection | null {
    const { camera, renderer } = this.#stage;
    return aim(renderer.domElement, camera, at).intersectObject(cloth)[0] ?? null;
  }

  /** Returns the pin nearest to the pointer, if it is near enough. */
  #pinAt({ clientX, clientY }: Place): number | null {
    const { camera, renderer } = this.#stage;
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    let nearest: number | null = null;
    let smallest = MAX_DISTANCE;
    for (const particle of this.#calls.pinned()) {
      const { x, y, z } = this.#placeOf(particle).project(camera);
      if (z > 1) continue; // behind the camera
      const across = left + ((1 + x) * width) / 2 - clientX;
      const down = top + ((1 - y) * height) / 2 - clientY;
      const distance = Math.hypot(across, down);
      if (distance > smallest) continue;
      smallest = distance;
      nearest = particle;
    }
    return nearest;
  }

  /** Returns the position of a particle. The next call reuses the vector. */
  #placeOf(particle: number): Vector3 {
    return this.#at.fromArray(this.#calls.positions(), 3 * particle);
  }
}

/** Returns the nearest corner of the triangle under the pointer: the particle that would be pinned. */
function nearestCorner(
  { geometry }: ClothMesh,
  { face, point }: Intersection,
  out: Vector3,
): Vector3 {
  const positions = geometry.getAttribute("position");
  const corner = new Vector3();
  let smallest = Infinity;
  for (const index of [face!.a, face!.b, face!.c]) {
    corner.fromBufferAttribute(positions, index);
    const squared = corner.distanceToSquared(point);
    if (squared >= smallest) continue;
    smallest = squared;
    out.copy(corner);
  }
  return out;
}
