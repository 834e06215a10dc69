import { Vector3, type Object3D } from "three";
import { aim } from "../stage/aim.js";
import { launch } from "./flight.js";
import type { Throw } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";
import { ThrowAim, type Aim } from "./throw-aim.js";

/** Where balls leave the hand: so far before the eye, below it and to its right, m. */
const HAND = { before: 0.35, below: 0.22, right: 0.16 };

/** The furthest that is aimed at, as a part of the way to the middle of the picture. */
const BEYOND = 1.4;

/** What is thrown. */
export interface ThrowSettings {
  /** m. */
  ballRadius: number;
  /** m/s. */
  throwSpeed: number;
  /** kg. */
  ballMass: number;
}

export const THROW_DEFAULTS: ThrowSettings = { ballRadius: 0.08, throwSpeed: 8, ballMass: 0.1 };

/** What the tool has to know, and the one that throws. */
export interface ThrowCalls {
  /** What balls can be aimed at. */
  targets: () => Object3D[];
  /** m/s². */
  gravity: () => readonly [number, number, number];
  throw: (ball: Throw) => void;
  /** Something was aimed at: what, if it is a thing, and where. */
  touch: (object: Object3D | null, point: Vector3) => void;
}

/**
 * Turns clicks and taps into balls, which fly from beside the viewer to what is under the pointer, as gravity bends their way.
 * A drag turns the view. A pointer that hovers shows where the ball would go.
 */
export class ThrowTool implements PointerTool {
  readonly #stage: Stage;
  readonly #settings: ThrowSettings;
  readonly #calls: ThrowCalls;
  readonly #mark = new ThrowAim();
  #resting: Place | null = null;

  constructor(stage: Stage, settings: ThrowSettings, calls: ThrowCalls) {
    this.#stage = stage;
    this.#settings = settings;
    this.#calls = calls;
    stage.scene.add(this.#mark);
  }

  click(at: Place): void {
    const { from, velocity, radius, target, object } = this.#aimAt(at);
    this.#calls.throw({
      position: from.toArray(),
      velocity: velocity.toArray(),
      radius,
      mass: this.#settings.ballMass,
    });
    this.#calls.touch(object, target);
  }

  hover(at: Place | null): void {
    this.#resting = at === null ? null : { clientX: at.clientX, clientY: at.clientY };
    if (at !== null || this.#mark.visible) this.#stage.redraw();
    if (this.#resting === null) this.#mark.visible = false;
    else this.#mark.show(this.#aimAt(this.#resting), this.#gravity, this.#stage.camera);
  }

  follow(): void {
    if (this.#resting !== null) this.hover(this.#resting);
  }

  get #gravity(): Vector3 {
    return new Vector3(...this.#calls.gravity());
  }

  #aimAt(at: Place): Aim & { object: Object3D | null } {
    const { camera, controls, renderer } = this.#stage;
    const raycaster = aim(renderer.domElement, camera, at);
    const { origin, direction } = raycaster.ray;
    const hit = raycaster.intersectObjects(this.#calls.targets(), false)[0];
    // Beside everything, or far behind it: somewhat further than the middle of the picture.
    const furthest = BEYOND * origin.distanceTo(controls.target);
    const distance = Math.min(hit?.distance ?? Infinity, furthest);
    const target = raycaster.ray.at(distance, new Vector3());
    const object = hit !== undefined && hit.distance <= furthest ? hit.object : null;
    const { ballRadius: radius, throwSpeed } = this.#settings;
    const [right, up] = [0, 1].map((axis) =>
      new Vector3().setFromMatrixColumn(camera.matrixWorld, axis),
    );
    // All of the ball is before what it is thrown at, however near that is.
    const reach = Math.min(1, Math.max(0, distance - 2 * radius) / (2 * HAND.before));
    const from = origin
      .clone()
      .addScaledVector(direction, reach * HAND.before)
      .addScaledVector(up!, -reach * HAND.below)
      .addScaledVector(right!, reach * HAND.right);
    from.y = Math.max(from.y, radius);
    const velocity = launch(from, target, throwSpeed, this.#gravity);
    return { from, target, radius, velocity, object };
  }
}
