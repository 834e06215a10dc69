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

const COLOR = 0x2f7f86;
/** Time between dots along the trajectory, s, and maximum number of dots. */
const DOT_EVERY = 0.03;
const MAX_DOTS = 80;
/** Time of the first dot, s. Earlier ones would be too close to the camera. */
const FIRST_DOT = 0.06;
/** Maximum flight time, s. */
const MAX_FLIGHT = 2.4;

/** A possible throw. */
export interface Aim {
  from: Vector3;
  velocity: Vector3;
  /** The point under the pointer. */
  target: Vector3;
  radius: number;
}

/** Preview of a throw: a ring around the target, the ball at the target, and dots along the trajectory. */
export class ThrowAim extends Group {
  readonly #ring = new Mesh(
    new RingGeometry(1.22, 1.32, 64),
    new MeshBasicMaterial({ color: COLOR, opacity: 0.9, side: DoubleSide, transparent: true }),
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
      color: COLOR,
      depthWrite: false,
      opacity: 0.8,
      size: 6 * Math.min(devicePixelRatio, 2),
      sizeAttenuation: false,
      transparent: true,
    }),
  );

  constructor() {
    super();
    this.#ring.material.depthTest = false; // visible through folds
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
      if (distance > nearest) break; // past the target
      nearest = distance;
      arrival.copy(at);
      if (distance > radius) positions.setXYZ(count++, at.x, at.y, at.z);
    }
    positions.needsUpdate = true;
    this.#dots.geometry.setDrawRange(0, count);
    // The surface of the ball touches the target, from the side it comes from.
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
