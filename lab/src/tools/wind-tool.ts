import { Plane, Vector3 } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";
import type { Place, PointerTool } from "./pointer-tool.js";
import { MAX_CLICK_DISTANCE } from "./pointers.js";
import { WindArrow } from "./wind-arrow.js";
import { windLabel } from "./wind-labels.js";

/** Wind per meter of arrow, m/s. */
const SPEED = 5;
/** Resolution of the speed, m/s. */
const STEP = 0.1;

export interface WindCalls {
  /** Returns the center of all cloths, m. */
  center: () => Vector3;
  /** m/s. */
  read: () => Vector3;
  write: (velocity: Vector3) => void;
  /** m/s. */
  maxSpeed: number;
}

/**
 * Sets the wind with a dragged arrow, in the plane through the center of the cloths that faces the camera. A click stops
 * the wind.
 */
export class WindTool implements PointerTool {
  readonly #stage: Stage;
  readonly #calls: WindCalls;
  readonly #arrow: WindArrow;
  /** Start of the arrow of the present wind. Null: at the center of the cloths. */
  #base: Vector3 | null = null;
  #isChosen = false;
  #drag: { pointer: number; first: Place; plane: Plane; base: Vector3; before: Vector3 } | null =
    null;

  constructor(stage: Stage, calls: WindCalls) {
    this.#stage = stage;
    this.#calls = calls;
    this.#arrow = new WindArrow(stage);
  }

  /** The arrow is visible while the tool is chosen. */
  set isChosen(isChosen: boolean) {
    this.#isChosen = isChosen;
    this.show();
  }

  wants(): boolean {
    return this.#drag === null; // one arrow at a time
  }

  begin(pointer: number, at: Place): void {
    const facing = this.#stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, this.#calls.center());
    const base = this.#pointOn(plane, at);
    if (base === null) return;
    this.#drag = { pointer, first: at, plane, base, before: this.#calls.read() };
    this.#arrow.show(base, new Vector3(), windLabel(0), false);
  }

  move(pointer: number, event: PointerEvent): void {
    const drag = this.#drag;
    if (drag?.pointer !== pointer) return;
    const head = this.#pointOn(drag.plane, event);
    if (head === null) return;
    const { clientX, clientY } = drag.first;
    const isCalm =
      Math.hypot(event.clientX - clientX, event.clientY - clientY) < MAX_CLICK_DISTANCE;
    const wind = isCalm ? new Vector3() : head.sub(drag.base).multiplyScalar(SPEED);
    const speed = Math.min(this.#calls.maxSpeed, STEP * Math.round(wind.length() / STEP));
    wind.setLength(speed);
    this.#base = drag.base;
    this.#calls.write(wind);
    this.show();
  }

  end(pointer: number): void {
    const drag = this.#drag;
    if (drag?.pointer !== pointer) return;
    this.#drag = null;
    if (this.#base !== drag.base) this.#calls.write(new Vector3()); // a click stops the wind
    this.show();
  }

  cancel(pointer: number): void {
    const drag = this.#drag;
    if (drag?.pointer !== pointer) return;
    this.#drag = null;
    this.#calls.write(drag.before);
    this.show();
  }

  /** Updates the arrow. */
  show(): void {
    if (!this.#isChosen) {
      this.#arrow.hide();
      return;
    }
    const wind = this.#calls.read();
    const label = windLabel(wind.length());
    const base = this.#drag?.base ?? this.#base ?? this.#calls.center();
    if (wind.length() === 0 && this.#drag === null) this.#arrow.hide();
    else this.#arrow.show(base, wind.divideScalar(SPEED), label, this.#drag === null);
  }

  /** Call it when another scene was loaded. */
  forget(): void {
    this.#base = null;
    this.show();
  }

  /** Keeps the label at the head of the arrow. Call it at each frame. */
  placeLabel(): void {
    this.#arrow.placeLabel();
  }

  #pointOn(plane: Plane, at: Place): Vector3 | null {
    const { camera, renderer } = this.#stage;
    return aim(renderer.domElement, camera, at).ray.intersectPlane(plane, new Vector3());
  }
}
