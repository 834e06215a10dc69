import type { Particles } from "../cloth/index.js";
import type { ClothSide } from "./cloth-side.js";
import { Contact } from "./contact.js";
import type { Encounter } from "./encounter.js";
import { Pose } from "./pose.js";
import type { RigidBody } from "./rigid-body.js";
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
  /** Where its middle may be, and how far it may have moved by then, as expected. */
  readonly #expected = new Float64Array(6);
  /** How it was turned when that was said, and how far any point of it may be swung by a turn since, m. */
  readonly #matrix = new Float64Array(9);
  #swing = 0;
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

  lookAhead(times: number, reach: number): void {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const from = this.start.position[k]!;
      const way = times * (this.end.position[k]! - from);
      squared += way * way;
      this.#expected[k] = from + Math.min(0, way) - reach;
      this.#expected[3 + k] = from + Math.max(0, way) + reach;
    }
    this.#matrix.set(this.start.matrix);
    const swing = this.#swungFrom(this.start.matrix);
    // In a turn by any angle no point goes farther than to the other side.
    this.#swing = swing === 0 ? 0 : Math.min(times * swing + reach, 2 * this.#outradius);
    this.#way = Math.sqrt(squared) + 2 * reach + this.#swing;
  }

  /** How far a turn from another one to that at the end swings any point of it at most, m. */
  #swungFrom(matrix: Float64Array): number {
    let squared = 0;
    for (let k = 0; k < 9; k++) {
      const change = this.end.matrix[k]! - matrix[k]!;
      squared += change * change;
    }
    // A turn by an angle a moves what is at a distance r from its axis by 2 r sin(a/2); the sum is 8 sin²(a/2).
    return squared === 0 ? 0 : Math.sqrt(squared / 2) * this.#outradius;
  }

  isAsExpected(): boolean {
    for (let k = 0; k < 3; k++) {
      const at = this.end.position[k]!;
      if (!(at >= this.#expected[k]! && at <= this.#expected[3 + k]!)) return false;
    }
    return this.#swing === 2 * this.#outradius || this.#swungFrom(this.#matrix) <= this.#swing;
  }

  expectedBox(point: number, out: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      const side = this.core.starts[3 * point + k]! - this.start.position[k]!;
      out[k] = this.#expected[k]! + side - this.#swing;
      out[3 + k] = this.#expected[3 + k]! + side + this.#swing;
    }
  }

  gatherParticles(side: ClothSide, { particles }: Encounter, offset: number): void {
    if (!(this.#outradius < Infinity)) {
      const { count } = side.cloth.particles;
      for (let p = 0; p < count; p++) if (this.#mayMeet(side, p, offset)) particles.push(p);
      return;
    }
    const { matrix } = this.start;
    const { extents } = this.shape;
    for (let k = 0; k < 3; k++) {
      let half = this.#swing;
      for (let j = 0; j < 3; j++) half += Math.abs(matrix[3 * k + j]!) * extents[j]!;
      box[k] = this.#expected[k]! - half - offset;
      box[3 + k] = this.#expected[3 + k]! + half + offset;
    }
    const found = side.particlesIn(box);
    for (let i = 0; i < found.size; i++) {
      if (this.#mayMeet(side, found.at(i), offset)) particles.push(found.at(i));
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
    // In less motion than this none can get past the middle: where it is at the end tells which way is out.
    const safe = offset + this.shape.inradius / 2;
    const ownWay = isMoving ? this.#ownWay() : 0;
    for (let i = 0; i < particles.count; i++) {
      const p = particles.items[i]!;
      const depth = this.#depthOf(store, p, offset, safe, ownWay);
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

  /** How deep a particle is at the end, or would be, had nothing let it pass; with the normal, as seen from the solid. */
  #depthOf(
    { positions, previousPositions }: Particles,
    particle: number,
    offset: number,
    safe: number,
    ownWay: number,
  ): number {
    const p = 3 * particle;
    this.end.toLocal(positions, p, local);
    const x = positions[p]! - previousPositions[p]!;
    const y = positions[p + 1]! - previousPositions[p + 1]!;
    const z = positions[p + 2]! - previousPositions[p + 2]!;
    if (Math.sqrt(x * x + y * y + z * z) + ownWay > safe) {
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
    return Math.sqrt(squared) + this.#swungFrom(this.start.matrix);
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
