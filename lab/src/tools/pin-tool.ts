import type { ClothMesh } from "tatter/three";
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { ClothParticle } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import { clothAt, type ClothHit } from "./cloth-hit.js";
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
  /** Returns the cloths. None before the first scene. */
  cloths: () => readonly ClothMesh[];
  /** Returns the pinned particles. */
  pinned: () => readonly ClothParticle[];
  /** Copies the position of a particle to a vector. */
  placeOf: (at: ClothParticle, into: Vector3) => Vector3;
  pin: (cloth: number, point: Vector3, radius: number) => void;
  unpin: (at: ClothParticle, radius: number) => void;
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
    const { pinRadius } = this.#settings;
    const pin = this.#pinAt(at);
    if (pin !== null) {
      this.#calls.unpin(pin, pinRadius);
      this.#calls.touch(this.#calls.cloths()[pin.cloth]!, this.#placeOf(pin));
      return;
    }
    const hit = this.#hitAt(at);
    if (hit === null) return;
    this.#calls.pin(hit.cloth, hit.point, pinRadius);
    this.#calls.touch(hit.object, hit.point);
  }

  hover(at: Place | null): void {
    this.#resting = at === null ? null : { clientX: at.clientX, clientY: at.clientY };
    const pin = this.#resting === null ? null : this.#pinAt(this.#resting);
    const hit = this.#resting === null || pin !== null ? null : this.#hitAt(this.#resting);
    if (pin !== null || this.#highlight.visible) this.#stage.redraw();
    this.#highlight.visible = pin !== null;
    if (pin !== null) this.#highlight.position.copy(this.#placeOf(pin));
    const { pinRadius } = this.#settings;
    if (hit === null) this.#ring.show(null, 0);
    else if (pinRadius > 0) this.#ring.show(hit.point, pinRadius);
    else this.#ring.show(nearestCorner(hit, this.#at), SMALL_RADIUS);
  }

  follow(): void {
    if (this.#resting !== null) this.hover(this.#resting);
  }

  #hitAt(at: Place): ClothHit | null {
    return clothAt(this.#stage, this.#calls.cloths(), at);
  }

  /** Returns the pin nearest to the pointer, if it is near enough. */
  #pinAt({ clientX, clientY }: Place): ClothParticle | null {
    const { camera, renderer } = this.#stage;
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    let nearest: ClothParticle | null = null;
    let smallest = MAX_DISTANCE;
    for (const pin of this.#calls.pinned()) {
      const { x, y, z } = this.#placeOf(pin).project(camera);
      if (z > 1) continue; // behind the camera
      const across = left + ((1 + x) * width) / 2 - clientX;
      const down = top + ((1 - y) * height) / 2 - clientY;
      const distance = Math.hypot(across, down);
      if (distance > smallest) continue;
      smallest = distance;
      nearest = pin;
    }
    return nearest;
  }

  /** Returns the position of a particle. The next call reuses the vector. */
  #placeOf(pin: ClothParticle): Vector3 {
    return this.#calls.placeOf(pin, this.#at);
  }
}

/** Returns the nearest corner of the triangle under the pointer: the particle that would be pinned. */
function nearestCorner({ object, face, point }: ClothHit, out: Vector3): Vector3 {
  const positions = object.geometry.getAttribute("position");
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
