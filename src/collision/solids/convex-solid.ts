import type { Particles } from "../../cloth/index.js";
import type { IndexList } from "../../math/index-list.js";
import type { CandidatePairs, SurfaceMaterial } from "../broad-phase/candidate-pairs.js";
import type { ClothBroadPhase } from "../broad-phase/cloth-broad-phase.js";
import { areAllInBoxes, empty, include, widen } from "../bvh/boxes.js";
import type { Contact } from "../response/contact.js";
import type { RigidBody } from "../response/rigid-body.js";
import { castPoint, type PointCast } from "../shapes/point-cast.js";
import { Pose } from "../shapes/pose.js";
import { SignedDistance, type Shape } from "../shapes/shape.js";
import { collideConvex, depenetrate } from "./convex-contacts.js";
import { MovingShape } from "./moving-shape.js";
import type { ColliderSolid, CollisionFeatures } from "./solid.js";

// Scratch of single calls: points in local and world coordinates, a signed distance, a box.
const local = new Float64Array(3);
const localStart = new Float64Array(3);
const center = new Float64Array(3);
const measured = new SignedDistance();
const box = new Float64Array(6);

/** A rigid convex shape of a collider or a body. */
export class ConvexSolid implements ColliderSolid {
  boxOwner: object | null = null;
  boxVersion = 0;
  readonly body: RigidBody | null;
  readonly friction: number;
  readonly thickness: number;
  readonly features: CollisionFeatures;
  readonly isStill = true;
  readonly #moving: MovingShape;
  /** From the center of its corners to each corner. For a box they point outward. */
  readonly #arms: Float64Array;
  /** Fattened boxes of the feature points, valid until the end of the step: six numbers each. */
  readonly #boxes: Float64Array;
  /** True if it was moving when they were computed, and its pose then. */
  #wasMoving = false;
  readonly #boxedPose = new Pose();
  /** Largest displacement of any of its points within them, m. */
  #boxedMotion = 0;

  constructor(
    shape: Shape,
    { friction, thickness }: SurfaceMaterial,
    body: RigidBody | null = null,
  ) {
    this.body = body;
    this.friction = friction;
    this.thickness = thickness;
    this.#moving = new MovingShape(shape, body);
    const { corners, edges, radius } = shape;
    this.#boxes = new Float64Array(2 * corners.length);
    this.#arms = armsOf(corners);
    this.features = {
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
    this.#moving.start.copy(start);
    this.#moving.end.copy(end);
  }

  distanceAt(point: Float64Array, normal: Float64Array): number {
    this.measureAt(point, measured);
    normal.set(measured.normal);
    return measured.distance;
  }

  measureAt(point: Float64Array, out: SignedDistance): void {
    const { shape, end } = this.#moving;
    end.toLocal(point, 0, local);
    shape.measure(local, out);
    end.rotateToWorld(out.normal, 0, out.normal, 0);
  }

  contains(point: Float64Array): boolean {
    this.measureAt(point, measured);
    return measured.distance < 0;
  }

  cast(from: Float64Array, to: Float64Array, cast: PointCast): void {
    const { shape, start, end } = this.#moving;
    start.toLocal(from, 0, localStart);
    end.toLocal(to, 0, local);
    castPoint(shape, localStart, local, cast);
    end.rotateToWorld(cast.normal, 0, cast.normal, 0);
  }

  begin(): void {
    const { starts, ends, outwards, radius } = this.features;
    const { shape, start, end } = this.#moving;
    const { corners } = shape;
    for (let i = 0; i < corners.length; i += 3) {
      start.toWorld(corners, i, starts, i);
      end.toWorld(corners, i, ends, i);
      // A rounded solid has no inside of its core.
      if (radius === 0) end.rotateToWorld(this.#arms, i, outwards, i);
    }
  }

  fattenBoxes(times: number, maxReach: number): void {
    this.#wasMoving = this.#moving.isMoving;
    this.#boxedPose.copy(this.#moving.end);
    const reach = this.#wasMoving ? maxReach : 0; // a static solid is expected to stay static
    const { starts, ends } = this.features;
    let farthest = 0;
    for (let i = 0; i < starts.length; i += 3) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const move = times * (ends[i + k]! - starts[i + k]!);
        squared += move * move;
        this.#boxes[2 * i + k] = starts[i + k]! + Math.min(0, move) - reach;
        this.#boxes[2 * i + 3 + k] = starts[i + k]! + Math.max(0, move) + reach;
      }
      farthest = Math.max(farthest, squared);
    }
    this.#boxedMotion = Math.sqrt(farthest) + 2 * reach;
    // A half-space has no corners that give its displacement.
    if (starts.length === 0 && this.#wasMoving) this.#boxedMotion = Infinity;
  }

  isInBoxes(): boolean {
    const { isMoving, end } = this.#moving;
    // A static solid may have been moved between two steps.
    if (!this.#wasMoving) return !isMoving && end.equals(this.#boxedPose);
    return areAllInBoxes(this.features.ends, this.#boxes, this.#boxes.length / 6);
  }

  featureBox(point: number, out: Float64Array): void {
    for (let k = 0; k < 6; k++) out[k] = this.#boxes[6 * point + k]!;
  }

  collectParticles(cloth: ClothBroadPhase, { particles, offset }: CandidatePairs): void {
    if (this.#boxes.length === 0) {
      const { count } = cloth.cloth.particles;
      for (let p = 0; p < count; p++) if (this.#mayMeet(cloth, p, offset)) particles.push(p);
      return;
    }
    empty(box, 0);
    for (let i = 0; i < this.#boxes.length; i += 6) include(box, 0, this.#boxes, i);
    widen(box, this.features.radius + offset);
    cloth.collectParticles(box, particles);
    const { items, count } = particles;
    particles.clear();
    for (let i = 0; i < count; i++) {
      if (this.#mayMeet(cloth, items[i]!, offset)) particles.push(items[i]!);
    }
  }

  /** True if a particle that stays in its box can come within `offset`. */
  #mayMeet({ particleBoxes }: ClothBroadPhase, particle: number, offset: number): boolean {
    const { shape, start } = this.#moving;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const low = particleBoxes[6 * particle + k]!;
      const half = (particleBoxes[6 * particle + 3 + k]! - low) / 2;
      center[k] = low + half;
      squared += half * half;
    }
    start.toLocal(center, 0, local);
    shape.measure(local, measured);
    const gap = measured.distance - offset - this.#boxedMotion;
    return !(gap > 0 && gap * gap > squared);
  }

  collideParticles({ cloth }: ClothBroadPhase, pairs: CandidatePairs, contact: Contact): void {
    const { particles, offset } = pairs;
    collideConvex(this.#moving, this.body, cloth.particles, particles, contact, offset);
  }

  depenetrate(store: Particles, particles: IndexList, offset: number, slack: number): boolean {
    return depenetrate(this.#moving, store, particles, offset, slack);
  }

  surfaceVelocity(_a: number, _b: number, { point, surface, duration }: Contact): void {
    this.#moving.velocityAt(point, duration, surface);
  }

  surfaceVelocityAt(point: Float64Array, velocity: Float64Array, duration: number): void {
    this.#moving.velocityAt(point, duration, velocity);
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
