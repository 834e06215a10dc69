import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  RingGeometry,
  SphereGeometry,
  Vector3,
  type Camera,
} from "three";
import { flightAt } from "./flight.js";
import { drawnTexture } from "../stage/textures.js";

const COLOUR = 0x2f7f86;
/** Dots along the way, s apart, and the most of them. */
const DOT_EVERY = 0.03;
const MAX_DOTS = 80;
/** The first dots would be too near to the eye, s. */
const FIRST_DOT = 0.06;
/** Nobody waits for a ball longer than this, s. */
const MAX_FLIGHT = 2.4;

/** A throw that could be made. */
export interface Aim {
  from: Vector3;
  velocity: Vector3;
  /** What is under the pointer. */
  target: Vector3;
  radius: number;
}

/** Shows where a ball would go: a ring around the place, the ball as it would come there, and dots along its way. */
export class ThrowAim extends Group {
  readonly #ring = new Mesh(
    new RingGeometry(1.22, 1.32, 64),
    new MeshBasicMaterial({ color: COLOUR, opacity: 0.9, side: DoubleSide, transparent: true }),
  );
  readonly #ghost = new Mesh(
    new SphereGeometry(1, 32, 24),
    new MeshStandardMaterial({ color: 0xf3ead9, opacity: 0.45, roughness: 0.6, transparent: true }),
  );
  readonly #dots = new Points(
    new BufferGeometry().setAttribute(
      "position",
      new BufferAttribute(new Float32Array(3 * MAX_DOTS), 3),
    ),
    new PointsMaterial({
      map: drawnTexture(32, 1, drawDot),
      color: COLOUR,
      depthWrite: false,
      opacity: 0.8,
      size: 6 * Math.min(devicePixelRatio, 2),
      sizeAttenuation: false,
      transparent: true,
    }),
  );

  constructor() {
    super();
    this.#ring.material.depthTest = false; // seen through folds too
    this.#ring.renderOrder = this.#ghost.renderOrder = this.#dots.renderOrder = 1;
    this.#ghost.material.depthWrite = false;
    this.#dots.frustumCulled = false;
    this.add(this.#ghost, this.#ring, this.#dots);
    this.visible = false;
  }

  show({ from, velocity, target, radius }: Aim, gravity: Vector3, camera: Camera): void {
    this.visible = true;
    const at = new Vector3();
    const positions = this.#dots.geometry.getAttribute("position");
    let count = 0;
    let nearest = Infinity;
    const arrival = new Vector3();
    for (let time = FIRST_DOT; time < MAX_FLIGHT && count < MAX_DOTS; time += DOT_EVERY) {
      flightAt(from, velocity, gravity, time, at);
      const distance = at.distanceTo(target);
      if (distance > nearest) break; // past it
      nearest = distance;
      arrival.copy(at);
      if (distance > radius) positions.setXYZ(count++, at.x, at.y, at.z);
    }
    positions.needsUpdate = true;
    this.#dots.geometry.setDrawRange(0, count);
    // It touches with its surface, from where it comes.
    if (nearest > radius) this.#ghost.position.copy(arrival);
    else {
      const back = flightAt(from, velocity, gravity, 0, at).sub(target).normalize();
      this.#ghost.position.copy(target).addScaledVector(back, radius);
    }
    this.#ghost.scale.setScalar(radius);
    this.#ring.position.copy(target);
    this.#ring.quaternion.copy(camera.quaternion);
    this.#ring.scale.setScalar(radius);
  }
}

function drawDot(context: CanvasRenderingContext2D): void {
  context.clearRect(0, 0, 32, 32);
  context.fillStyle = new Color(0xffffff).getStyle();
  context.beginPath();
  context.arc(16, 16, 14, 0, 2 * Math.PI);
  context.fill();
}
