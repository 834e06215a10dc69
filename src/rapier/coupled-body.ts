import type { Collider, RigidBody, World as RapierWorld } from "@dimforge/rapier3d-compat";
import type { DrivenBody } from "../collision/index.js";
import type { World } from "../sim/index.js";
import { drivenShape } from "./driven-shape.js";
import { massOfBody, type BodyMass } from "./frame.js";
import { removeMotionIntoNeighbors } from "./neighbors.js";
import { invert, multiply, normalize, rotate, angularVelocityBetween } from "./quaternions.js";

const point = { x: 0, y: 0, z: 0 };
const quaternion = { x: 0, y: 0, z: 0, w: 1 };
const position = new Float64Array(3);
const rotation = new Float64Array(4);
const arm = new Float64Array(3);
const displacement = new Float64Array(3);

/** A Rapier body, or a collider without a body, and the driven body that stands for it in the cloth world. */
export class CoupledBody {
  /** Null: its only collider has no body. It moves only from code. */
  readonly body: RigidBody | null;
  readonly colliders: Collider[];
  readonly #world: World;
  #driven: DrivenBody | null = null;
  #mass!: BodyMass;
  /** Type and mass that Rapier reported when the driven body was created. */
  #isDynamic = false;
  #builtMass = 0;
  /** Center of mass and principal axes before and after the Rapier step. */
  readonly #position = new Float64Array(3);
  readonly #rotation = new Float64Array(4);
  readonly #nextPosition = new Float64Array(3);
  readonly #nextRotation = new Float64Array(4);

  constructor(world: World, body: RigidBody | null, colliders: Collider[]) {
    this.#world = world;
    this.body = body;
    this.colliders = colliders;
  }

  /**
   * Recreates the driven body from the current shapes, mass and friction.
   *
   * @throws RangeError that names the collider; nothing changes then.
   */
  rebuild(): void {
    const { body, colliders } = this;
    body?.recomputeMassPropertiesFromColliders(); // without this, new colliders count only from the next step on
    const mass = massOfBody(body);
    const shape = colliders.map((collider) => drivenShape(collider, mass));
    const driven = this.#world.addBody({ shape, mass: mass.mass, inertia: mass.inertia });
    this.release();
    this.#driven = driven;
    this.#mass = mass;
    this.#isDynamic = body?.isDynamic() ?? false;
    this.#builtMass = body?.mass() ?? 0;
    this.recordStart();
    this.#place();
  }

  /** Removes the driven body from the cloth world. */
  release(): void {
    if (this.#driven !== null) this.#world.removeBody(this.#driven);
    this.#driven = null;
  }

  /** Call before Rapier steps. Returns false if the body is no longer in its world. */
  prepare(): boolean {
    const { body, colliders } = this;
    if (body !== null && !body.isValid()) return false;
    let hasLost = false;
    for (let i = colliders.length - 1; i >= 0; i--) {
      if (colliders[i]!.isValid()) continue;
      colliders.splice(i, 1);
      hasLost = true;
    }
    if (colliders.length === 0) return false;
    const hasChanged =
      body !== null && (body.isDynamic() !== this.#isDynamic || body.mass() !== this.#builtMass);
    if (hasLost || hasChanged) this.rebuild();
    this.recordStart();
    return true;
  }

  /** Stores the pose before Rapier steps. */
  recordStart(): void {
    this.#read();
    this.#position.set(position);
    this.#rotation.set(rotation);
  }

  /**
   * Call after Rapier has stepped. Sets the velocities of the driven body so that it moves from its old pose to its new
   * one.
   */
  readMotion(duration: number): void {
    const { velocity, angularVelocity } = this.#driven!;
    this.#read();
    this.#nextPosition.set(position);
    this.#nextRotation.set(rotation);
    for (let k = 0; k < 3; k++) velocity[k] = (position[k]! - this.#position[k]!) / duration;
    angularVelocityBetween(this.#rotation, rotation, duration, angularVelocity);
    this.#place();
  }

  /** Moves the driven body to its pose before the Rapier step and clears its impulses. */
  #place(): void {
    const driven = this.#driven!;
    driven.position.set(this.#position);
    driven.rotation.set(this.#rotation);
    driven.impulse.fill(0);
    driven.angularImpulse.fill(0);
    driven.place();
  }

  /** Call after the cloths have stepped. Applies the impulses from the cloths to the Rapier body. */
  applyImpulses(rapier: RapierWorld): void {
    const { body } = this;
    const driven = this.#driven!;
    if (body === null || !this.#isDynamic || !isTouched(driven)) return;
    body.applyImpulse(toPoint(driven.impulse), true);
    body.applyTorqueImpulse(toPoint(driven.angularImpulse), true);
    this.#moveBody(rapier, body, driven);
  }

  /**
   * Moves the body to where the cloth stopped it. Otherwise it would start the next step inside the cloth. The cloth
   * knows nothing of the other bodies, so a displacement into a neighbor is removed.
   */
  #moveBody(rapier: RapierWorld, body: RigidBody, driven: DrivenBody): void {
    const { isFree, isFreeToRotate, position: centerOfMass, rotation: axes } = this.#mass;
    for (let k = 0; k < 3; k++) {
      displacement[k] = isFree[k]! ? driven.position[k]! - this.#nextPosition[k]! : 0;
    }
    const isTouching = removeMotionIntoNeighbors(rapier, this.colliders, displacement);
    const isRotated = isFreeToRotate && !isTouching;
    invert(axes, rotation);
    multiply(isRotated ? driven.rotation : this.#nextRotation, rotation, rotation);
    rotate(rotation, centerOfMass, arm);
    for (let k = 0; k < 3; k++) position[k] = this.#nextPosition[k]! + displacement[k]! - arm[k]!;
    body.setTranslation(toPoint(position), true);
    if (!isRotated) return;
    quaternion.x = rotation[0]!;
    quaternion.y = rotation[1]!;
    quaternion.z = rotation[2]!;
    quaternion.w = rotation[3]!;
    body.setRotation(quaternion, true);
  }

  /** Reads the current center of mass and the rotation of the principal axes. */
  #read(): void {
    const source = this.body ?? this.colliders[0]!;
    source.translation(point);
    source.rotation(quaternion);
    rotation[0] = quaternion.x;
    rotation[1] = quaternion.y;
    rotation[2] = quaternion.z;
    rotation[3] = quaternion.w;
    normalize(rotation);
    rotate(rotation, this.#mass.position, arm);
    position[0] = point.x + arm[0]!;
    position[1] = point.y + arm[1]!;
    position[2] = point.z + arm[2]!;
    multiply(rotation, this.#mass.rotation, rotation);
  }
}

function isTouched({ impulse, angularImpulse }: DrivenBody): boolean {
  for (let k = 0; k < 3; k++) if (impulse[k] !== 0 || angularImpulse[k] !== 0) return true;
  return false;
}

function toPoint(vector: Float64Array): typeof point {
  point.x = vector[0]!;
  point.y = vector[1]!;
  point.z = vector[2]!;
  return point;
}
