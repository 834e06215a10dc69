import type { IndexList } from "../../math/index-list.js";
import type { ClothSide } from "../broad-phase/cloth-broad-phase.js";
import { collideConvex, pushOut } from "./convex-contacts.js";
import { Contact, DURATION, FRICTION } from "../response/contact.js";
import type { Encounter } from "../broad-phase/candidate-pairs.js";
import { Pose } from "../shapes/pose.js";
import type { RigidBody } from "../response/rigid-body.js";
import { castPoint, type Shape } from "../shapes/shape.js";
import type { ColliderSolid, Core } from "./solid.js";

const local = new Float64Array(3);
const localStart = new Float64Array(3);
const localNormal = new Float64Array(3);
const measured = new Float64Array(4);
const found = new Float64Array(1);
const box = new Float64Array(6);
const contact = new Contact();

/** A rigid convex shape, of a collider or of a body. */
export class ConvexSolid implements ColliderSolid {
  readonly shape: Shape;
  expectedBy: object | null = null;
  expectation = 0;
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
  /** Where it was at the last look ahead. */
  readonly #expected = new Pose();
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
      roundness: new Float64Array(corners.length / 3).fill(radius),
      outwards: new Float64Array(corners.length),
    };
  }

  place(start: Pose, end: Pose): void {
    this.start.copy(start);
    this.end.copy(end);
  }

  distanceAt(point: Float64Array, normal: Float64Array): number {
    this.measureAt(point, normal, found, 0);
    return found[0]!;
  }

  measureAt(point: Float64Array, normal: Float64Array, out: Float64Array, at: number): void {
    this.end.toLocal(point, 0, local);
    this.shape.measure(local, measured);
    this.end.turnToWorld(measured, 0, normal, 0);
    out[at] = measured[3]!;
  }

  contains(point: Float64Array): boolean {
    this.end.toLocal(point, 0, local);
    this.shape.measure(local, measured);
    return measured[3]! < 0;
  }

  cast(start: Float64Array, end: Float64Array, numbers: Float64Array, normal: Float64Array): void {
    this.start.toLocal(start, 0, localStart);
    this.end.toLocal(end, 0, local);
    castPoint(this.shape, localStart, local, numbers, localNormal);
    this.end.turnToWorld(localNormal, 0, normal, 0);
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
    this.#wasMoving = this.isMoving();
    this.#expected.copy(this.end);
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
    // Somebody may have put it elsewhere between two steps, where it stands still.
    if (!this.#wasMoving) return !this.isMoving() && this.end.isAs(this.#expected);
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
    this.shape.measure(local, measured);
    const gap = measured[3]! - offset - this.#way;
    return !(gap > 0 && gap * gap > squared);
  }

  collideParticles(
    side: ClothSide,
    { particles }: Encounter,
    offset: number,
    friction: number,
    duration: number,
  ): void {
    contact.numbers[FRICTION] = friction;
    contact.numbers[DURATION] = duration;
    contact.holds = side.cloth.holds;
    collideConvex(this, side.cloth.particles, particles, contact, offset);
  }

  settle(
    { cloth }: ClothSide,
    { items, count }: IndexList,
    offset: number,
    slack: number,
  ): boolean {
    return pushOut(this, cloth.particles, items, count, offset, slack);
  }

  /** Whether it is elsewhere at the end of the substep. */
  isMoving(): boolean {
    return !this.start.isAs(this.end);
  }

  /** Writes the farthest that any of its points goes in this substep, m. */
  writeOwnWay(out: Float64Array): void {
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
    out[0] = Math.sqrt(squared) + (turned > 0 ? Math.sqrt(turned) * this.#outradius : 0);
  }

  surfaceVelocity(_a: number, _b: number, { point, surface, numbers }: Contact): void {
    this.surfaceVelocityAt(point, surface, numbers[DURATION]!);
  }

  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void {
    this.end.toLocal(point, 0, local);
    this.start.toWorld(local, 0, velocity, 0);
    for (let k = 0; k < 3; k++) velocity[k] = (point[k]! - velocity[k]!) / duration;
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
