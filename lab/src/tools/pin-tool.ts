import type { ClothMesh } from "tatter/three";
import { Mesh, MeshBasicMaterial, SphereGeometry, Vector3, type Intersection } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";
import { Ring } from "./ring.js";

/** A peg is meant by what is so near to it, pixels; a finger is less exact. */
const REACH = matchMedia("(pointer: coarse)").matches ? 22 : 12;
/** The ring around a single particle, m. */
const SMALL = 0.03;
const COLOUR = 0xd8402a;

export interface PinSettings {
  /** How far around a point the cloth is pinned, and pegs go, m; 0: one particle. */
  pinRadius: number;
}

export const PIN_DEFAULTS: PinSettings = { pinRadius: 0 };

export interface PinCalls {
  cloth: () => ClothMesh | null;
  /** The particles that pegs hold. */
  pegs: () => readonly number[];
  /** Where a particle is, m; three numbers each. */
  positions: () => ArrayLike<number>;
  pin: (point: Vector3, radius: number) => void;
  unpin: (peg: number, radius: number) => void;
  /** A point of the cloth was pinned, or a peg of it pulled out. */
  touch: (cloth: ClothMesh, point: Vector3) => void;
}

/**
 * A click on the cloth pins it where it is, a click on a peg pulls that out, also those that the scene came with. A drag
 * turns the view. A ring shows what would be pinned; a peg that would be pulled out lights up.
 */
export class PinTool implements PointerTool {
  readonly #stage: Stage;
  readonly #settings: PinSettings;
  readonly #calls: PinCalls;
  readonly #ring: Ring;
  readonly #lit = new Mesh(
    new SphereGeometry(0.018, 20, 14),
    new MeshBasicMaterial({ color: COLOUR }),
  );
  #resting: Place | null = null;
  readonly #at = new Vector3();

  constructor(stage: Stage, settings: PinSettings, calls: PinCalls) {
    this.#stage = stage;
    this.#settings = settings;
    this.#calls = calls;
    this.#ring = new Ring(stage, 0.8);
    this.#lit.visible = false;
    stage.scene.add(this.#lit);
  }

  click(at: Place): void {
    const cloth = this.#calls.cloth();
    if (cloth === null) return;
    const { pinRadius } = this.#settings;
    const peg = this.#pegAt(at);
    const point =
      peg === null ? (this.#hitAt(at, cloth)?.point ?? null) : this.#placeOf(peg).clone();
    if (point === null) return;
    if (peg === null) this.#calls.pin(point, pinRadius);
    else this.#calls.unpin(peg, pinRadius);
    this.#calls.touch(cloth, point);
  }

  hover(at: Place | null): void {
    this.#resting = at === null ? null : { clientX: at.clientX, clientY: at.clientY };
    const cloth = this.#calls.cloth();
    const peg = this.#resting === null || cloth === null ? null : this.#pegAt(this.#resting);
    const hit =
      this.#resting === null || cloth === null || peg !== null
        ? null
        : this.#hitAt(this.#resting, cloth);
    if (peg !== null || this.#lit.visible) this.#stage.redraw();
    this.#lit.visible = peg !== null;
    if (peg !== null) this.#lit.position.copy(this.#placeOf(peg));
    const { pinRadius } = this.#settings;
    if (hit === null) this.#ring.show(null, 0);
    else if (pinRadius > 0) this.#ring.show(hit.point, pinRadius);
    else this.#ring.show(nearestCorner(cloth!, hit, this.#at), SMALL);
  }

  follow(): void {
    if (this.#resting !== null) this.hover(this.#resting);
  }

  #hitAt(at: Place, cloth: ClothMesh): Intersection | null {
    const { camera, renderer } = this.#stage;
    return aim(renderer.domElement, camera, at).intersectObject(cloth)[0] ?? null;
  }

  /** The peg that is nearest on the page, if it is near enough. */
  #pegAt({ clientX, clientY }: Place): number | null {
    const { camera, renderer } = this.#stage;
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    let nearest: number | null = null;
    let smallest = REACH;
    for (const peg of this.#calls.pegs()) {
      const { x, y, z } = this.#placeOf(peg).project(camera);
      if (z > 1) continue; // behind the viewer
      const across = left + ((1 + x) * width) / 2 - clientX;
      const down = top + ((1 - y) * height) / 2 - clientY;
      const distance = Math.hypot(across, down);
      if (distance > smallest) continue;
      smallest = distance;
      nearest = peg;
    }
    return nearest;
  }

  /** The next call writes to the same vector. */
  #placeOf(particle: number): Vector3 {
    return this.#at.fromArray(this.#calls.positions(), 3 * particle);
  }
}

/** The corner of the triangle under the pointer that is nearest: the particle that would be pinned. */
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
