import type { Particles } from "../cloth/index.js";
import type { IndexList } from "../math/index-list.js";
import type { ClothSide } from "./cloth-side.js";
import { Contact } from "./contact.js";
import type { Encounter } from "./encounter.js";
import { Pose } from "./pose.js";
import type { RigidBody } from "./rigid-body.js";
import { HalfSpace } from "./shapes/half-space.js";
import { castPoint, MISSES, type Shape } from "./shapes/shape.js";
import type { ColliderSolid, Core } from "./solid.js";
import { stopParticle } from "./stop-particle.js";

const local = new Float64Array(3);
const localStart = new Float64Array(3);
const localNormal = new Float64Array(3);
const box = new Float64Array(6);
const contact = new Contact();

/** A rigid convex shape, of a collider or of a body. */
export class ConvexSolid implements ColliderSolid {
  readonly shape: Shape;
  readonly body: RigidBody | null;
  readonly friction: number;
  readonly thickness: number;
  readonly core: Core;
  readonly isStill = true;
  /** Where it is at the start and at the end of the substep. */
  readonly start: Pose;
  readonly end: Pose;
  /** Radius of the ball around it, m. */
  readonly #outradius: number;
  /** From the middle of its corners to each of them: of a box they point out. */
  readonly #arms: Float64Array;
  /** Where each corner of the core may be, as expected: six numbers. */
  readonly #boxes: Float64Array;
  #wasMoving = false;
  /** How far any point of it goes, as expected, m. */
  #way = 0;

  constructor(
    shape: Shape,
    { friction, thickness }: { friction: number; thickness: number },
    body: RigidBody | null = null,
  ) {
    this.shape = shape;
    this.body = body;
    this.friction = friction;
    this.thickness = thickness;
    this.start = body?.start ?? new Pose();
    this.end = body?.end ?? new Pose();
    const { corners, edges, radius, extents } = shape;
    const [x, y, z] = [extents[0]!, extents[1]!, extents[2]!];
    this.#outradius = Math.sqrt(x * x + y * y + z * z);
    this.#boxes = new Float64Array(2 * corners.length);
    this.#arms = armsOf(corners);
    this.core = {
      radius,
      starts: corners.slice(),
      ends: corners.slice(),
      corners: Int32Array.from({ length: corners.length / 3 }, (_, i) => i),
      edges,
      outwards: new Float64Array(corners.length),
    };
  }

  place(start: Pose, end: Pose): void {
    this.start.copy(start);
    this.end.copy(end);
  }

  distanceAt(point: Float64Array, normal: Float64Array): number {
    this.end.toLocal(point, 0, local);
    const distance = this.shape.distance(local, localNormal);
    this.end.turnToWorld(localNormal, 0, normal, 0);
    return distance;
  }

  contains(point: Float64Array): boolean {
    this.end.toLocal(point, 0, local);
    return this.shape.distance(local, localNormal) < 0;
  }

  cast(start: Float64Array, end: Float64Array, offset: number, normal: Float64Array): number {
    this.start.toLocal(start, 0, localStart);
    this.end.toLocal(end, 0, local);
    const time = castPoint(this.shape, localStart, local, offset, localNormal);
    this.end.turnToWorld(localNormal, 0, normal, 0);
    return time;
  }

  begin(): void {
    const { starts, ends, outwards, radius } = this.core;
    const { corners } = this.shape;
    for (let i = 0; i < corners.length; i += 3) {
      this.start.toWorld(corners, i, starts, i);
      this.end.toWorld(corners, i, ends, i);
      // A round solid has no inside of its core.
      if (radius === 0) this.end.turnToWorld(this.#arms, i, outwards, i);
    }
  }

  lookAhead(times: number, mostReach: number): void {
    this.#wasMoving = this.#isMoving();
    const reach = this.#wasMoving ? mostReach : 0; // what stands still is expected to stay
    const { starts, ends } = this.core;
    let farthest = 0;
    for (let i = 0; i < starts.length; i += 3) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const way = times * (ends[i + k]! - starts[i + k]!);
        squared += way * way;
        this.#boxes[2 * i + k] = starts[i + k]! + Math.min(0, way) - reach;
        this.#boxes[2 * i + 3 + k] = starts[i + k]! + Math.max(0, way) + reach;
      }
      farthest = Math.max(farthest, squared);
    }
    this.#way = Math.sqrt(farthest) + 2 * reach;
    // A half-space has no corners to tell how far it goes.
    if (starts.length === 0 && this.#wasMoving) this.#way = Infinity;
  }

  isAsExpected(): boolean {
    if (!this.#isMoving()) return true;
    if (!this.#wasMoving) return false;
    const { ends } = this.core;
    for (let i = 0; i < ends.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const at = ends[i + k]!;
        if (!(at >= this.#boxes[2 * i + k]! && at <= this.#boxes[2 * i + 3 + k]!)) return false;
      }
    }
    return true;
  }

  expectedBox(point: number, out: Float64Array): void {
    for (let k = 0; k < 6; k++) out[k] = this.#boxes[6 * point + k]!;
  }

  gatherParticles(side: ClothSide, { particles }: Encounter, offset: number): void {
    if (this.#boxes.length === 0) {
      const { count } = side.cloth.particles;
      for (let p = 0; p < count; p++) if (this.#mayMeet(side, p, offset)) particles.push(p);
      return;
    }
    const room = this.shape.radius + offset;
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3);
    for (let i = 0; i < this.#boxes.length; i += 6) {
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k]!, this.#boxes[i + k]! - room);
        box[3 + k] = Math.max(box[3 + k]!, this.#boxes[i + 3 + k]! + room);
      }
    }
    const { items, count } = side.particlesIn(box);
    for (let i = 0; i < count; i++) {
      if (this.#mayMeet(side, items[i]!, offset)) particles.push(items[i]!);
    }
  }

  /** Whether a particle that stays in its box can come within `offset`. */
  #mayMeet({ particleBoxes }: ClothSide, particle: number, offset: number): boolean {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const low = particleBoxes[6 * particle + k]!;
      const half = (particleBoxes[6 * particle + 3 + k]! - low) / 2;
      localStart[k] = low + half;
      squared += half * half;
    }
    this.start.toLocal(localStart, 0, local);
    const gap = this.shape.distance(local, localNormal) - offset - this.#way;
    return !(gap > 0 && gap * gap > squared);
  }

  collideParticles(
    side: ClothSide,
    { particles }: Encounter,
    offset: number,
    friction: number,
    duration: number,
  ): void {
    const store = side.cloth.particles;
    const isMoving = this.#isMoving();
    if (!isMoving && this.shape instanceof HalfSpace) {
      this.#collidePlane(store, particles, offset, friction, duration);
      return;
    }
    // In less motion than this none can get past the middle: where it is at the end tells which way is out.
    const safe = offset + this.shape.inradius / 2 - (isMoving ? this.#ownWay() : 0);
    const safeSquared = safe > 0 ? safe * safe : 0;
    for (let i = 0; i < particles.count; i++) {
      const p = particles.items[i]!;
      const depth = this.#depthOf(store, p, offset, safeSquared);
      if (!(depth > 0)) continue;
      this.end.turnToWorld(localNormal, 0, contact.normal, 0);
      if (this.body === null) {
        if (store.inverseMasses[p] === 0) continue;
        if (isMoving) this.#moveSurface(store.positions, p, duration);
        else contact.surface.fill(0);
        stopParticle(store, p, contact, depth, friction, duration);
      } else {
        contact.count = 1;
        contact.particles[0] = p;
        contact.weights[0] = 1;
        for (let k = 0; k < 3; k++) {
          contact.point[k] = store.positions[3 * p + k]! + (depth - offset) * contact.normal[k]!;
        }
        contact.resolve(store, this.body, depth, friction, duration, true);
      }
    }
    if (this.body !== null) this.#pushOut(store, particles.items, particles.count, offset);
  }

  /** A floor or a wall that stands still: whatever the motion, the way out is one and the same. */
  #collidePlane(
    store: Particles,
    { items, count }: IndexList,
    offset: number,
    friction: number,
    duration: number,
  ): void {
    const { positions, inverseMasses } = store;
    local.fill(0);
    this.shape.distance(local, localNormal);
    this.end.turnToWorld(localNormal, 0, contact.normal, 0);
    contact.surface.fill(0);
    const [x, y, z] = [contact.normal[0]!, contact.normal[1]!, contact.normal[2]!];
    const { position } = this.end;
    const height = x * position[0]! + y * position[1]! + z * position[2]! + offset;
    for (let i = 0; i < count; i++) {
      const p = 3 * items[i]!;
      const depth = height - (x * positions[p]! + y * positions[p + 1]! + z * positions[p + 2]!);
      if (!(depth > 0) || inverseMasses[items[i]!] === 0) continue;
      stopParticle(store, items[i]!, contact, depth, friction, duration);
    }
  }

  /** How deep a particle is at the end, or would be, had nothing let it pass; with the normal, as seen from the solid. */
  #depthOf(
    { positions, previousPositions }: Particles,
    particle: number,
    offset: number,
    safeSquared: number,
  ): number {
    const p = 3 * particle;
    this.end.toLocal(positions, p, local);
    const x = positions[p]! - previousPositions[p]!;
    const y = positions[p + 1]! - previousPositions[p + 1]!;
    const z = positions[p + 2]! - previousPositions[p + 2]!;
    if (x * x + y * y + z * z > safeSquared) {
      this.start.toLocal(previousPositions, p, localStart);
      const time = castPoint(this.shape, localStart, local, offset, localNormal);
      if (time !== MISSES) {
        let depth = 0;
        for (let k = 0; k < 3; k++) {
          depth += (1 - time) * (localStart[k]! - local[k]!) * localNormal[k]!;
        }
        if (depth > 0) return depth;
      }
    }
    return offset - this.shape.distance(local, localNormal);
  }

  #isMoving(): boolean {
    for (let k = 0; k < 3; k++) if (this.start.position[k] !== this.end.position[k]) return true;
    return !this.start.isTurnedAs(this.end);
  }

  /** The farthest that any of its points goes in this substep, m. */
  #ownWay(): number {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const way = this.end.position[k]! - this.start.position[k]!;
      squared += way * way;
    }
    let turned = 0;
    for (let k = 0; k < 9; k++) {
      const change = this.end.matrix[k]! - this.start.matrix[k]!;
      turned += change * change;
    }
    return Math.sqrt(squared) + (turned > 0 ? Math.sqrt(turned) * this.#outradius : 0);
  }

  /** How fast the surface moves where a particle touches it. */
  #moveSurface(positions: Float64Array, particle: number, duration: number): void {
    this.end.toLocal(positions, 3 * particle, local);
    this.start.toWorld(local, 0, contact.surface, 0);
    for (let k = 0; k < 3; k++) {
      contact.surface[k] = (positions[3 * particle + k]! - contact.surface[k]!) / duration;
    }
  }

  surfaceVelocity(_a: number, _b: number, _t: number, at: Contact, duration: number): void {
    this.surfaceVelocityAt(at.point, at.surface, duration);
  }

  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void {
    this.end.toLocal(point, 0, local);
    this.start.toWorld(local, 0, velocity, 0);
    for (let k = 0; k < 3; k++) velocity[k] = (point[k]! - velocity[k]!) / duration;
  }

  /** At last, when the body has been pushed back by all: no particle is left within `offset` of where it is now. */
  #pushOut(store: Particles, items: Int32Array, count: number, offset: number): void {
    const { positions, inverseMasses } = store;
    for (let i = 0; i < count; i++) {
      const p = 3 * items[i]!;
      if (inverseMasses[items[i]!] === 0) continue;
      this.end.toLocal(positions, p, local);
      const depth = offset - this.shape.distance(local, localNormal);
      if (!(depth > 0)) continue;
      this.end.turnToWorld(localNormal, 0, contact.normal, 0);
      for (let k = 0; k < 3; k++) positions[p + k]! += depth * contact.normal[k]!;
    }
  }
}

function armsOf(corners: Float64Array): Float64Array {
  const count = corners.length / 3;
  const arms = corners.slice();
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let c = 0; c < count; c++) sum += corners[3 * c + k]!;
    for (let c = 0; c < count; c++) arms[3 * c + k]! -= sum / count;
  }
  return arms;
}
