import type { Collider, RigidBody, World as RapierWorld } from "@dimforge/rapier3d-compat";
import type { DrivenBody } from "../collision/index.js";
import type { World } from "../sim/index.js";
import { drivenShape } from "./driven-shape.js";
import { massOfBody, type BodyMass } from "./frame.js";
import { keepOffNeighbours } from "./neighbours.js";
import { invert, multiply, normalize, rotate, angularVelocityBetween } from "./quaternions.js";

const point = { x: 0, y: 0, z: 0 };
const quaternion = { x: 0, y: 0, z: 0, w: 1 };
const position = new Float64Array(3);
const turn = new Float64Array(4);
const arm = new Float64Array(3);
const way = new Float64Array(3);

/** A body of Rapier, or a collider without one, together with the body that the cloths feel in its place. */
export class CoupledBody {
  /** Null: its only collider has no body, and does not move but by hand. */
  readonly body: RigidBody | null;
  readonly colliders: Collider[];
  readonly #world: World;
  #driven: DrivenBody | null = null;
  #mass!: BodyMass;
  /** What Rapier said of it when the driven body was made. */
  #isDynamic = false;
  #massThen = 0;
  /** Where it was before the step of Rapier, and after it. */
  readonly #position = new Float64Array(3);
  readonly #turn = new Float64Array(4);
  readonly #nextPosition = new Float64Array(3);
  readonly #nextTurn = new Float64Array(4);

  constructor(world: World, body: RigidBody | null, colliders: Collider[]) {
    this.#world = world;
    this.body = body;
    this.colliders = colliders;
  }

  /**
   * Takes shapes, mass and friction as they are now.
   *
   * @throws RangeError that names the collider, and nothing has changed.
   */
  renew(): void {
    const { body, colliders } = this;
    body?.recomputeMassPropertiesFromColliders(); // else new colliders count from the next step only
    const mass = massOfBody(body);
    const shape = colliders.map((collider) => drivenShape(collider, mass));
    const driven = this.#world.addBody({ shape, mass: mass.mass, inertia: mass.inertia });
    this.release();
    this.#driven = driven;
    this.#mass = mass;
    this.#isDynamic = body?.isDynamic() ?? false;
    this.#massThen = body?.mass() ?? 0;
    this.start();
    this.#place();
  }

  release(): void {
    if (this.#driven !== null) this.#world.removeBody(this.#driven);
    this.#driven = null;
  }

  /** Rapier is about to step. False where the body is no longer in its world. */
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
      body !== null && (body.isDynamic() !== this.#isDynamic || body.mass() !== this.#massThen);
    if (hasLost || hasChanged) this.renew();
    this.start();
    return true;
  }

  /** Keeps where it is before Rapier steps. */
  start(): void {
    this.#read();
    this.#position.set(position);
    this.#turn.set(turn);
  }

  /** Rapier has stepped: the cloths shall see the body go all the way from where it was. */
  follow(duration: number): void {
    const { velocity, angularVelocity } = this.#driven!;
    this.#read();
    this.#nextPosition.set(position);
    this.#nextTurn.set(turn);
    for (let k = 0; k < 3; k++) velocity[k] = (position[k]! - this.#position[k]!) / duration;
    angularVelocityBetween(this.#turn, turn, duration, angularVelocity);
    this.#place();
  }

  /** The driven body is where it was before Rapier stepped. */
  #place(): void {
    const driven = this.#driven!;
    driven.position.set(this.#position);
    driven.rotation.set(this.#turn);
    driven.impulse.fill(0);
    driven.angularImpulse.fill(0);
    driven.place();
  }

  /** The cloths have stepped: hands Rapier what they did to the body. */
  giveBack(rapier: RapierWorld): void {
    const { body } = this;
    const driven = this.#driven!;
    if (body === null || !this.#isDynamic || !isTouched(driven)) return;
    body.applyImpulse(toPoint(driven.impulse), true);
    body.applyTorqueImpulse(toPoint(driven.angularImpulse), true);
    this.#putBack(rapier, body, driven);
  }

  /**
   * It got only as far as the cloth let it: had it gone all the way, it would stand in the cloth at the start of the next step. But
   * the cloth does not know what else stands in its way.
   */
  #putBack(rapier: RapierWorld, body: RigidBody, driven: DrivenBody): void {
    const { isFree, isFreeToTurn, position: middle, rotation: axes } = this.#mass;
    for (let k = 0; k < 3; k++) {
      way[k] = isFree[k]! ? driven.position[k]! - this.#nextPosition[k]! : 0;
    }
    const isTouching = keepOffNeighbours(rapier, this.colliders, way);
    const isTurned = isFreeToTurn && !isTouching;
    invert(axes, turn);
    multiply(isTurned ? driven.rotation : this.#nextTurn, turn, turn);
    rotate(turn, middle, arm);
    for (let k = 0; k < 3; k++) position[k] = this.#nextPosition[k]! + way[k]! - arm[k]!;
    body.setTranslation(toPoint(position), true);
    if (!isTurned) return;
    quaternion.x = turn[0]!;
    quaternion.y = turn[1]!;
    quaternion.z = turn[2]!;
    quaternion.w = turn[3]!;
    body.setRotation(quaternion, true);
  }

  /** Where the middle of its mass is now, and how its principal axes are turned. */
  #read(): void {
    const source = this.body ?? this.colliders[0]!;
    source.translation(point);
    source.rotation(quaternion);
    turn[0] = quaternion.x;
    turn[1] = quaternion.y;
    turn[2] = quaternion.z;
    turn[3] = quaternion.w;
    normalize(turn);
    rotate(turn, this.#mass.position, arm);
    position[0] = point.x + arm[0]!;
    position[1] = point.y + arm[1]!;
    position[2] = point.z + arm[2]!;
    multiply(turn, this.#mass.rotation, turn);
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
