import { MOUSE, TOUCH, type Vector3 } from "three";
import type { Stage } from "./stage.js";

/** Duration of a camera move, ms. */
const GLIDE = 300;
/** Fraction of the angular velocity that is left after 1/60 s. */
const LEFT_AFTER_60TH = 0.92;
/** Rotation per key press, rad, and zoom factor. */
const ROTATION = Math.PI / 24;
const ZOOM = 0.9;

interface Glide {
  from: { position: Vector3; target: Vector3 };
  to: { position: Vector3; target: Vector3 };
  began: number;
}

/**
 * Camera control. Left and right button rotate, the middle button shifts, the wheel zooms. One finger rotates, two
 * rotate and zoom. Moves to a target are animated, except with `prefers-reduced-motion`.
 */
export class View {
  readonly #stage: Stage;
  readonly #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  #glide: Glide | null = null;
  /** Time of the latest frame, ms. */
  #drawn = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { controls } = stage;
    controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE };
    controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_ROTATE };
    controls.enableDamping = !this.#reducedMotion.matches;
    controls.addEventListener("start", () => (this.#glide = null));
    controls.addEventListener("change", () => this.#writeCamera());
    this.#writeCamera();
  }

  /** Position of the camera target on the page, px. */
  get center(): { clientX: number; clientY: number } {
    return this.placeOf(this.#stage.controls.target);
  }

  /** Returns the position of a point in space on the page, px. */
  placeOf(point: Vector3): { clientX: number; clientY: number } {
    const { camera, renderer } = this.#stage;
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    const { x, y } = point.clone().project(camera);
    return { clientX: left + ((1 + x) * width) / 2, clientY: top + ((1 - y) * height) / 2 };
  }

  /** Resets the view, so that the whole cloth is visible. */
  reset(): void {
    this.#glide = null;
    this.#stage.resetView();
  }

  /** Rotates by steps to the left and up. */
  rotate(left: number, up: number): void {
    this.#glide = null;
    this.#stage.controls.rotateLeft(left * ROTATION);
    this.#stage.controls.rotateUp(up * ROTATION);
  }

  /** Zooms by one step. */
  zoom(isNearer: boolean): void {
    this.#glide = null;
    if (isNearer) this.#stage.controls.dollyIn(ZOOM);
    else this.#stage.controls.dollyOut(ZOOM);
  }

  /** Moves the camera to a point, from the present direction and from at most `distance`, m. */
  focusOn(point: Vector3, distance: number): void {
    const { camera, controls } = this.#stage;
    const offset = camera.position.clone().sub(controls.target);
    offset.setLength(Math.max(controls.minDistance, Math.min(offset.length(), distance)));
    this.#glide = {
      from: { position: camera.position.clone(), target: controls.target.clone() },
      to: { position: point.clone().add(offset), target: point.clone() },
      began: this.#reducedMotion.matches ? -Infinity : performance.now(),
    };
  }

  /** Updates the camera. Call it before each frame. */
  advance(): void {
    const now = performance.now();
    // so that damping does not depend on the frame rate
    this.#stage.controls.dampingFactor = 1 - LEFT_AFTER_60TH ** ((now - this.#drawn) * 0.06);
    this.#drawn = now;
    if (this.#glide === null) return;
    const { from, to, began } = this.#glide;
    const time = Math.min(1, (now - began) / GLIDE);
    const fraction = time * time * (3 - 2 * time);
    this.#stage.controls.target.lerpVectors(from.target, to.target, fraction);
    this.#stage.camera.position.lerpVectors(from.position, to.position, fraction);
    this.#stage.redraw();
    if (time === 1) this.#glide = null;
  }

  /** Writes the camera position and target to `data-camera`, for tests. */
  #writeCamera(): void {
    const { camera, controls, renderer } = this.#stage;
    const numbers = [...camera.position.toArray(), ...controls.target.toArray()];
    renderer.domElement.dataset["camera"] = numbers.map((x) => x.toFixed(3)).join(" ");
  }
}
