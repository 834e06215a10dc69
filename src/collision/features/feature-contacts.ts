import type { Particles } from "../../cloth/index.js";
import type { CandidatePairs } from "../broad-phase/candidate-pairs.js";
import type { MovedParticles } from "../broad-phase/moved-particles.js";
import {
  ClosestPoints,
  closestOfSegments,
  closestOnTriangle,
} from "../narrow-phase/closest-points.js";
import { EDGE_EDGE, POINT_TRIANGLE, TimeOfImpact } from "../narrow-phase/time-of-impact.js";
import { ROUNDING, type Contact } from "../response/contact.js";
import type { CollisionFeatures, Solid } from "../solids/solid.js";
import { PairCulling } from "./pair-culling.js";

export const NO_TOUCH = 0;
const SLOW_TOUCH = 1;
export const FAST_TOUCH = 2;

/** How exact the time of an impact is, m. */
const TOLERANCE = 1e-7;
/** Nearer to its ends than this an edge leaves its contact to the corners and particles there. */
const END = 1e-6;

/** Keeps corners and edges of solids from poking through cloth between its particles. */
export class FeatureContacts {
  readonly #culling = new PairCulling();
  readonly #impact = new TimeOfImpact();
  readonly #closest = new ClosestPoints();
  /** Between the two closest points, m. */
  #distance = 0;
  // Four points: of a corner and a triangle of cloth, or of an edge of cloth and one of the solid.
  readonly #starts = new Float64Array(12);
  readonly #ends = new Float64Array(12);
  /** Of the cloth, where it is closest to the solid. */
  readonly #clothPoint = new Float64Array(3);
  /** Whether the pair has moved so far that it could have passed through each other. */
  #isFast = false;

  /**
   * Resolves one contact after the other.
   *
   * @param moved Gets what contacts move; with `onlyMoved` pairs are left out that have not moved since they were looked at last.
   * @param contact With friction and duration.
   * @returns NO_TOUCH, SLOW_TOUCH or FAST_TOUCH, where one was fast or deep: what it has pushed may have come into the way of another.
   */
  resolve(
    store: Particles,
    solid: Solid,
    pairs: CandidatePairs,
    contact: Contact,
    moved: MovedParticles,
    onlyMoved: boolean,
  ): number {
    const { cornerTriangles, edgeEdges, offset } = pairs;
    this.#culling.start(solid.features, offset, edgeEdges.count > 0);
    let touch = NO_TOUCH;
    for (let i = 0; i < cornerTriangles.count; i += 4) {
      if (onlyMoved && !moved.hasAny(cornerTriangles.items, i + 1, i + 4)) continue;
      const found = this.#resolveCorner(store, solid, cornerTriangles.items, i, contact);
      if (found === NO_TOUCH) continue;
      touch = Math.max(touch, found);
      moved.mark(contact.particles, contact.count);
    }
    for (let i = 0; i < edgeEdges.count; i += 4) {
      if (onlyMoved && !moved.hasAny(edgeEdges.items, i + 2, i + 4)) continue;
      const found = this.#resolveEdge(store, solid, edgeEdges.items, i, contact);
      if (found === NO_TOUCH) continue;
      touch = Math.max(touch, found);
      moved.mark(contact.particles, contact.count);
    }
    return touch;
  }

  /** A corner of the solid and three particles, from place `i` of a list on. */
  #resolveCorner(
    store: Particles,
    solid: Solid,
    items: Int32Array,
    i: number,
    contact: Contact,
  ): number {
    const { features, body } = solid;
    const corner = items[i]!;
    const p = items[i + 1]!;
    const q = items[i + 2]!;
    const r = items[i + 3]!;
    if (this.#culling.areApart(features, corner, store, p, q, r)) return NO_TOUCH;
    contact.count = 3;
    this.#takePoint(features, corner, 0);
    for (let k = 0; k < 3; k++) {
      contact.particles[k] = items[i + 1 + k]!;
      this.#takeParticle(store, items[i + 1 + k]!, 3 + 3 * k);
    }
    this.#findCornerContact(solid, corner, contact);
    if (!(contact.depth > ROUNDING)) return NO_TOUCH;
    const found = this.#isFast || contact.depth > this.#culling.gap ? FAST_TOUCH : SLOW_TOUCH;
    contact.share = 0;
    for (let k = 0; k < 3; k++) {
      contact.weights[k] = this.#closest.weights[k]!;
      contact.point[k] = this.#ends[k]! + features.radius * contact.normal[k]!;
    }
    if (body === null) solid.surfaceVelocity(corner, corner, contact);
    return contact.resolve(store, body) ? found : NO_TOUCH;
  }

  /** Two points of an edge of the solid and two particles, from place `i` of a list on. */
  #resolveEdge(
    store: Particles,
    solid: Solid,
    items: Int32Array,
    i: number,
    contact: Contact,
  ): number {
    const { features, body } = solid;
    const a = items[i]!;
    const b = items[i + 1]!;
    const from = items[i + 2]!;
    const to = items[i + 3]!;
    if (this.#culling.isOffLine(features, a, b, store, from, to)) return NO_TOUCH;
    contact.count = 2;
    contact.particles[0] = from;
    contact.particles[1] = to;
    this.#takeParticle(store, from, 0);
    this.#takeParticle(store, to, 3);
    this.#takePoint(features, a, 6);
    this.#takePoint(features, b, 9);
    this.#findEdgeContact(solid, a, b, contact);
    if (!(contact.depth > ROUNDING)) return NO_TOUCH;
    const found = this.#isFast || contact.depth > this.#culling.gap ? FAST_TOUCH : SLOW_TOUCH;
    const ends = this.#ends;
    const { weights } = this.#closest;
    const t = weights[3]!;
    contact.share = t;
    for (let k = 0; k < 3; k++) {
      const at = ends[6 + k]! + t * (ends[9 + k]! - ends[6 + k]!);
      contact.point[k] = at + features.radius * contact.normal[k]!;
    }
    contact.weights[0] = weights[0]!;
    contact.weights[1] = weights[1]!;
    if (body === null) solid.surfaceVelocity(a, b, contact);
    return contact.resolve(store, body) ? found : NO_TOUCH;
  }

  #takePoint({ starts, ends }: CollisionFeatures, point: number, at: number): void {
    for (let k = 0; k < 3; k++) {
      this.#starts[at + k] = starts[3 * point + k]!;
      this.#ends[at + k] = ends[3 * point + k]!;
    }
  }

  #takeParticle({ positions, previousPositions }: Particles, particle: number, at: number): void {
    for (let k = 0; k < 3; k++) {
      this.#starts[at + k] = previousPositions[3 * particle + k]!;
      this.#ends[at + k] = positions[3 * particle + k]!;
    }
  }

  /** Finds how far the triangle has to go along the normal to be off the corner by the gap; 0 or less: not at all. */
  #findCornerContact(solid: Solid, corner: number, contact: Contact): void {
    const { gap } = this.#culling;
    const starts = this.#starts;
    const ends = this.#ends;
    const closest = this.#closest;
    contact.depth = 0;
    this.#isFast = this.#largestMotion(0, 3, 12) > gap / 2;
    if (this.#isFast) {
      closestOnTriangle(starts, 0, 3, 6, 9, closest);
      this.#measureDistance();
      this.#impact.separation = Math.min(gap, this.#distance) / 2;
      if (this.#impact.find(POINT_TRIANGLE, starts, ends, TOLERANCE, closest)) {
        if (!this.#setNormal(solid.features, corner, corner, -1, contact)) return;
        let between = 0;
        for (let k = 0; k < 3; k++) {
          let at = 0;
          for (let i = 0; i < 3; i++) at += closest.weights[i]! * ends[3 + 3 * i + k]!;
          between += (at - ends[k]!) * contact.normal[k]!;
        }
        contact.depth = gap - between;
        return;
      }
    }
    closestOnTriangle(ends, 0, 3, 6, 9, closest);
    this.#measureDistance();
    if (this.#distance >= gap) return;
    if (!this.#setNormal(solid.features, corner, corner, -1, contact)) return;
    for (let k = 0; k < 3; k++) this.#clothPoint[k] = ends[k]! - closest.delta[k]!;
    contact.depth = gap - this.#distance * this.#faceOut(solid, corner, corner, contact);
  }

  /** The same for an edge. */
  #findEdgeContact(solid: Solid, a: number, b: number, contact: Contact): void {
    const { gap } = this.#culling;
    const starts = this.#starts;
    const ends = this.#ends;
    const closest = this.#closest;
    const { weights } = closest;
    contact.depth = 0;
    this.#isFast = Math.max(this.#largestMotion(0, 6, 12), this.#largestMotion(3, 6, 12)) > gap / 2;
    if (this.#isFast) {
      closestOfSegments(starts, 0, 3, 6, 9, closest);
      this.#measureDistance();
      this.#impact.separation = Math.min(gap, this.#distance) / 2;
      if (this.#impact.find(EDGE_EDGE, starts, ends, TOLERANCE, closest)) {
        if (isAtEnd(weights) || !this.#setNormal(solid.features, a, b, 1, contact)) return;
        let between = 0;
        for (let k = 0; k < 3; k++) {
          const own = weights[2]! * ends[6 + k]! + weights[3]! * ends[9 + k]!;
          const at = weights[0]! * ends[k]! + weights[1]! * ends[3 + k]!;
          between += (at - own) * contact.normal[k]!;
        }
        contact.depth = gap - between;
        return;
      }
    }
    closestOfSegments(ends, 0, 3, 6, 9, closest);
    this.#measureDistance();
    if (this.#distance >= gap || isAtEnd(weights)) return;
    if (!this.#setNormal(solid.features, a, b, 1, contact)) return;
    for (let k = 0; k < 3; k++) {
      this.#clothPoint[k] = weights[0]! * ends[k]! + weights[1]! * ends[3 + k]!;
    }
    contact.depth = gap - this.#distance * this.#faceOut(solid, a, b, contact);
  }

  #measureDistance(): void {
    const { delta } = this.#closest;
    this.#distance = Math.sqrt(
      delta[0]! * delta[0]! + delta[1]! * delta[1]! + delta[2]! * delta[2]!,
    );
  }

  /** The farthest that a point goes as seen from any of the others, m. */
  #largestMotion(point: number, from: number, to: number): number {
    const starts = this.#starts;
    const ends = this.#ends;
    let largest = 0;
    for (let i = from; i < to; i += 3) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const move = ends[point + k]! - starts[point + k]! - (ends[i + k]! - starts[i + k]!);
        squared += move * move;
      }
      largest = Math.max(largest, squared);
    }
    return Math.sqrt(largest);
  }

  /**
   * The normal leads from the solid to the cloth or, where they meet in a point, out of the solid.
   *
   * @param sign Of the delta of the closest points, to lead from the solid to the cloth.
   * @returns Whether there is any.
   */
  #setNormal(
    { outwards }: CollisionFeatures,
    a: number,
    b: number,
    sign: number,
    { normal }: Contact,
  ): boolean {
    const { delta } = this.#closest;
    this.#measureDistance();
    const distance = this.#distance;
    if (distance > 0) {
      for (let k = 0; k < 3; k++) normal[k] = (sign * delta[k]!) / distance;
      return true;
    }
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = outwards[3 * a + k]! + outwards[3 * b + k]!;
      squared += normal[k]! * normal[k]!;
    }
    const length = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) normal[k]! /= length;
    return squared > 0;
  }

  /**
   * Turns the normal round where the cloth has got inside and has to come out again.
   *
   * @returns −1 where it was turned round, else 1.
   */
  #faceOut(solid: Solid, a: number, b: number, { normal }: Contact): number {
    const { outwards } = solid.features;
    let out = 0;
    for (let k = 0; k < 3; k++) out += normal[k]! * (outwards[3 * a + k]! + outwards[3 * b + k]!);
    if (out >= 0 || !solid.contains(this.#clothPoint)) return 1;
    for (let k = 0; k < 3; k++) normal[k] = -normal[k]!;
    return -1;
  }
}

function isAtEnd(weights: Float64Array): boolean {
  for (let i = 0; i < 4; i++) if (weights[i]! < END) return true;
  return false;
}
