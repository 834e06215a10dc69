import { MOUSE, TOUCH, type Vector3 } from "three";
import type { Stage } from "./stage.js";

/** How long the camera takes to come to something, ms. */
const GLIDE = 300;
/** What is left of a turn after a sixtieth of a second. */
const LEFT_AFTER_60TH = 0.92;
/** What a key turns the view by, rad, and brings it nearer by. */
const TURN = Math.PI / 24;
const ZOOM = 0.9;

interface Glide {
  from: { position: Vector3; target: Vector3 };
  to: { position: Vector3; target: Vector3 };
  began: number;
}

/**
 * How the camera is moved: the left and the right button turn it, the middle one shifts it, the wheel brings it nearer; one
 * finger turns it, two turn it and bring it nearer. It glides to what is looked for, but for those who want less motion.
 */
export class View {
  readonly #stage: Stage;
  readonly #wantsLess = matchMedia("(prefers-reduced-motion: reduce)");
  #glide: Glide | null = null;
  /** When the latest frame was drawn, ms. */
  #drawn = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { controls } = stage;
    controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE };
    controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_ROTATE };
    controls.enableDamping = !this.#wantsLess.matches;
    controls.addEventListener("start", () => (this.#glide = null));
    controls.addEventListener("change", () => this.#tell());
    this.#tell();
  }

  /** Where the middle of what is looked at is on the page, pixels. */
  get middle(): { clientX: number; clientY: number } {
    return this.placeOf(this.#stage.controls.target);
  }

  /** Where a point in space is on the page, pixels. */
  placeOf(point: Vector3): { clientX: number; clientY: number } {
    const { camera, renderer } = this.#stage;
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    const { x, y } = point.clone().project(camera);
    return { clientX: left + ((1 + x) * width) / 2, clientY: top + ((1 - y) * height) / 2 };
  }

  /** Looks from where the whole cloth is seen. */
  first(): void {
    this.#glide = null;
    this.#stage.resetView();
  }

  /** Turns by so many steps to the left and up. */
  turn(left: number, up: number): void {
    this.#glide = null;
    this.#stage.controls.rotateLeft(left * TURN);
    this.#stage.controls.rotateUp(up * TURN);
  }

  /** Nearer by a step, or further off. */
  zoom(isNearer: boolean): void {
    this.#glide = null;
    if (isNearer) this.#stage.controls.dollyIn(ZOOM);
    else this.#stage.controls.dollyOut(ZOOM);
  }

  /** Looks at a point from the side that it is seen from now, and from no further off than this, m. */
  focusOn(point: Vector3, distance: number): void {
    const { camera, controls } = this.#stage;
    const way = camera.position.clone().sub(controls.target);
    way.setLength(Math.max(controls.minDistance, Math.min(way.length(), distance)));
    this.#glide = {
      from: { position: camera.position.clone(), target: controls.target.clone() },
      to: { position: point.clone().add(way), target: point.clone() },
      began: this.#wantsLess.matches ? -Infinity : performance.now(),
    };
  }

  /** To be called before each frame. */
  advance(): void {
    const now = performance.now();
    // A turn dies away as fast on a page that draws slowly.
    this.#stage.controls.dampingFactor = 1 - LEFT_AFTER_60TH ** ((now - this.#drawn) * 0.06);
    this.#drawn = now;
    if (this.#glide === null) return;
    const { from, to, began } = this.#glide;
    const time = Math.min(1, (now - began) / GLIDE);
    const part = time * time * (3 - 2 * time);
    this.#stage.controls.target.lerpVectors(from.target, to.target, part);
    this.#stage.camera.position.lerpVectors(from.position, to.position, part);
    this.#stage.redraw();
    if (time === 1) this.#glide = null;
  }

  /** The camera and what it looks at, for those who cannot see the picture. */
  #tell(): void {
    const { camera, controls, renderer } = this.#stage;
    const numbers = [...camera.position.toArray(), ...controls.target.toArray()];
    renderer.domElement.dataset["camera"] = numbers.map((x) => x.toFixed(3)).join(" ");
  }
}
