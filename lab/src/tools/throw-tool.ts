import { Vector3, type Object3D } from "three";
import { aim } from "../stage/aim.js";
import { launch } from "./flight.js";
import type { Throw } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";
import { ThrowAim, type Aim } from "./throw-aim.js";

/** Start position of balls relative to the camera: in front, below and to the right, m. */
const START_OFFSET = { before: 0.35, below: 0.22, right: 0.16 };

/** Maximum distance of the target, relative to the distance of the camera target. */
const MAX_DISTANCE = 1.4;

/** Settings of a throw. */
export interface ThrowSettings {
  /** m. */
  ballRadius: number;
  /** m/s. */
  throwSpeed: number;
  /** kg. */
  ballMass: number;
}

export const THROW_DEFAULTS: ThrowSettings = { ballRadius: 0.08, throwSpeed: 8, ballMass: 0.1 };

/** What the throw tool needs from the page. */
export interface ThrowCalls {
  /** Returns the objects that can be aimed at. */
  targets: () => Object3D[];
  /** m/s². */
  gravity: () => readonly [number, number, number];
  throw: (ball: Throw) => void;
  /** Called with the target of a throw: the object, or null, and the point. */
  touch: (object: Object3D | null, point: Vector3) => void;
}

/**
 * Throws a ball at the clicked point, from beside the camera, on a trajectory under gravity. A drag rotates the view. A
 * hovering pointer shows the trajectory.
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
    // Beside everything, or far behind it: somewhat farther than the camera target.
    const furthest = MAX_DISTANCE * origin.distanceTo(controls.target);
    const distance = Math.min(hit?.distance ?? Infinity, furthest);
    const target = raycaster.ray.at(distance, new Vector3());
    const object = hit !== undefined && hit.distance <= furthest ? hit.object : null;
    const { ballRadius: radius, throwSpeed } = this.#settings;
    const [right, up] = [0, 1].map((axis) =>
      new Vector3().setFromMatrixColumn(camera.matrixWorld, axis),
    );
    // The whole ball starts in front of the target, even if that is very close.
    const reach = Math.min(1, Math.max(0, distance - 2 * radius) / (2 * START_OFFSET.before));
    const from = origin
      .clone()
      .addScaledVector(direction, reach * START_OFFSET.before)
      .addScaledVector(up!, -reach * START_OFFSET.below)
      .addScaledVector(right!, reach * START_OFFSET.right);
    from.y = Math.max(from.y, radius);
    const velocity = launch(from, target, throwSpeed, this.#gravity);
    return { from, target, radius, velocity, object };
  }
}
