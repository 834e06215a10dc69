import type { Particles } from "../../cloth/index.js";
import type { CandidatePairs } from "../broad-phase/candidate-pairs.js";
import type { MovedParticles } from "../broad-phase/moved-particles.js";
import { MovingPair } from "../narrow-phase/moving-pair.js";
import { EDGE_EDGE, POINT_TRIANGLE, type PairKind } from "../narrow-phase/time-of-impact.js";
import { ROUNDING, type Contact } from "../response/contact.js";
import type { CollisionFeatures, Solid } from "../solids/solid.js";
import { PairCulling } from "./pair-culling.js";

// Results of `resolve`, ordered.
/** No contact. */
export const NO_TOUCH = 0;
/** Contacts, all of them slow and shallow. */
const SLOW_TOUCH = 1;
/** At least one contact was fast or deep. */
export const FAST_TOUCH = 2;

/** Closer to its ends than this, an edge contact is left to the corners and particles there. */
const END = 1e-6;

/** Keeps corners and edges of solids from poking through cloth between its particles. */
export class FeatureContacts {
  readonly #culling = new PairCulling();
  /** A solid corner and a cloth triangle, or a cloth edge and a solid edge. */
  readonly #pair = new MovingPair();
  /** Scratch of `#orientOutward`: the point of the cloth closest to the solid. */
  readonly #clothPoint = new Float64Array(3);

  /**
   * Resolves the contacts one after the other.
   *
   * @param moved Receives the particles that contacts move. With `onlyMoved`, pairs that have not moved since the last
   *   test are skipped.
   * @param contact With friction and duration.
   * @returns NO_TOUCH, SLOW_TOUCH or FAST_TOUCH. FAST_TOUCH: a contact was fast or deep, so the pushed cloth may touch
   *   another feature now.
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
    const { features } = solid;
    const culling = this.#culling;
    culling.start(features, offset, edgeEdges.count > 0);
    this.#pair.gap = culling.gap;
    let touch = NO_TOUCH;
    // Most pairs are culled, so culling comes before any call that is not inlined.
    const corners = cornerTriangles.items;
    for (let i = 0; i < cornerTriangles.count; i += 4) {
      const corner = corners[i]!;
      const p = corners[i + 1]!;
      const q = corners[i + 2]!;
      const r = corners[i + 3]!;
      if (onlyMoved && !moved.hasAny(corners, i + 1, i + 4)) continue;
      if (culling.areApart(features, corner, store, p, q, r)) continue;
      const found = this.#resolveCorner(store, solid, corner, p, q, r, contact);
      if (found === NO_TOUCH) continue;
      touch = Math.max(touch, found);
      moved.mark(contact.particles, contact.count);
    }
    const edges = edgeEdges.items;
    for (let i = 0; i < edgeEdges.count; i += 4) {
      const a = edges[i]!;
      const b = edges[i + 1]!;
      const p = edges[i + 2]!;
      const q = edges[i + 3]!;
      if (onlyMoved && !moved.hasAny(edges, i + 2, i + 4)) continue;
      if (culling.isOffLine(features, a, b, store, p, q)) continue;
      const found = this.#resolveEdge(store, solid, a, b, p, q, contact);
      if (found === NO_TOUCH) continue;
      touch = Math.max(touch, found);
      moved.mark(contact.particles, contact.count);
    }
    return touch;
  }

  /** A corner of the solid and the triangle of particles p, q and r. */
  #resolveCorner(
    store: Particles,
    solid: Solid,
    corner: number,
    p: number,
    q: number,
    r: number,
    contact: Contact,
  ): number {
    const { features } = solid;
    const { positions, previousPositions } = store;
    const pair = this.#pair;
    pair.take(0, features.starts, features.ends, corner);
    pair.take(1, previousPositions, positions, p);
    pair.take(2, previousPositions, positions, q);
    pair.take(3, previousPositions, positions, r);
    contact.count = 3;
    contact.particles[0] = p;
    contact.particles[1] = q;
    contact.particles[2] = r;
    this.#findContact(POINT_TRIANGLE, solid, corner, corner, -1, contact);
    if (!(contact.depth > ROUNDING)) return NO_TOUCH;
    contact.share = 0;
    for (let k = 0; k < 3; k++) {
      contact.weights[k] = pair.closest.weights[k]!;
      contact.point[k] = pair.ends[k]! + features.radius * contact.normal[k]!;
    }
    return this.#resolveContact(store, solid, corner, corner, contact);
  }

  /** The edge a–b of the solid and the edge of particles p and q. */
  #resolveEdge(
    store: Particles,
    solid: Solid,
    a: number,
    b: number,
    p: number,
    q: number,
    contact: Contact,
  ): number {
    const { features } = solid;
    const { positions, previousPositions } = store;
    const pair = this.#pair;
    const { ends } = pair;
    pair.take(0, previousPositions, positions, p);
    pair.take(1, previousPositions, positions, q);
    pair.take(2, features.starts, features.ends, a);
    pair.take(3, features.starts, features.ends, b);
    contact.count = 2;
    contact.particles[0] = p;
    contact.particles[1] = q;
    this.#findContact(EDGE_EDGE, solid, a, b, 1, contact);
    if (!(contact.depth > ROUNDING)) return NO_TOUCH;
    const t = pair.closest.weights[3]!;
    contact.share = t;
    for (let k = 0; k < 3; k++) {
      const at = ends[6 + k]! + t * (ends[9 + k]! - ends[6 + k]!);
      contact.point[k] = at + features.radius * contact.normal[k]!;
    }
    contact.weights[0] = pair.closest.weights[0]!;
    contact.weights[1] = pair.closest.weights[1]!;
    return this.#resolveContact(store, solid, a, b, contact);
  }

  #resolveContact(store: Particles, solid: Solid, a: number, b: number, contact: Contact): number {
    const isFast = this.#pair.isFast || contact.depth > this.#pair.gap;
    if (solid.body === null) solid.surfaceVelocity(a, b, contact);
    if (!contact.resolve(store, solid.body)) return NO_TOUCH;
    return isFast ? FAST_TOUCH : SLOW_TOUCH;
  }

  /**
   * Finds how far the cloth must move along the normal to be the gap away from points a and b of the solid. 0 or less:
   * not at all.
   *
   * @param sign Makes the delta of the closest points lead from the solid to the cloth.
   */
  #findContact(
    kind: PairKind,
    solid: Solid,
    a: number,
    b: number,
    sign: number,
    contact: Contact,
  ): void {
    const pair = this.#pair;
    const { gap } = pair;
    contact.depth = 0;
    const hasMet = pair.meet(kind);
    if (!hasMet && pair.distance >= gap) return;
    if (kind === EDGE_EDGE && isAtEnd(pair.closest.weights)) return;
    if (!this.#setNormal(solid.features, a, b, sign, contact)) return;
    if (hasMet) this.#measureMetDepth(kind, contact);
    else contact.depth = gap - pair.distance * this.#orientOutward(kind, solid, a, b, contact);
  }

  /** Depth of the cloth at the end of the substep, if the two have met in it. */
  #measureMetDepth(kind: PairKind, contact: Contact): void {
    const { ends, closest, gap } = this.#pair;
    const { weights } = closest;
    let between = 0;
    for (let k = 0; k < 3; k++) {
      let cloth = 0;
      let own = ends[k]!;
      if (kind === POINT_TRIANGLE) {
        for (let i = 0; i < 3; i++) cloth += weights[i]! * ends[3 + 3 * i + k]!;
      } else {
        cloth = weights[0]! * ends[k]! + weights[1]! * ends[3 + k]!;
        own = weights[2]! * ends[6 + k]! + weights[3]! * ends[9 + k]!;
      }
      between += (cloth - own) * contact.normal[k]!;
    }
    contact.depth = gap - between;
  }

  /**
   * Sets the normal: from the solid to the cloth or, if they touch in a point, out of the solid.
   *
   * @returns True if there is one.
   */
  #setNormal(
    { outwards }: CollisionFeatures,
    a: number,
    b: number,
    sign: number,
    { normal }: Contact,
  ): boolean {
    const { closest, distance } = this.#pair;
    const { delta } = closest;
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
   * Flips the normal if the cloth is inside and has to come out.
   *
   * @returns −1 if it was flipped, else 1.
   */
  #orientOutward(kind: PairKind, solid: Solid, a: number, b: number, { normal }: Contact): number {
    const { outwards } = solid.features;
    let out = 0;
    for (let k = 0; k < 3; k++) out += normal[k]! * (outwards[3 * a + k]! + outwards[3 * b + k]!);
    if (out >= 0) return 1;
    const { ends, closest } = this.#pair;
    const { weights, delta } = closest;
    for (let k = 0; k < 3; k++) {
      this.#clothPoint[k] =
        kind === POINT_TRIANGLE
          ? ends[k]! - delta[k]!
          : weights[0]! * ends[k]! + weights[1]! * ends[3 + k]!;
    }
    if (!solid.contains(this.#clothPoint)) return 1;
    for (let k = 0; k < 3; k++) normal[k] = -normal[k]!;
    return -1;
  }
}

function isAtEnd(weights: Float64Array): boolean {
  for (let i = 0; i < 4; i++) if (weights[i]! < END) return true;
  return false;
}
