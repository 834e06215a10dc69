import type { Particles } from "../../cloth/index.js";
import { IndexList } from "../../math/index-list.js";
import type { CandidatePairs } from "../broad-phase/candidate-pairs.js";
import type { ClothBroadPhase } from "../broad-phase/cloth-broad-phase.js";
import type { Bvh } from "../bvh/bvh.js";
import type { Contact } from "../response/contact.js";
import { resolveParticleContact } from "../response/particle-contact.js";
import { NearestFace } from "./nearest-face.js";
import type { MeshSurface } from "./surface.js";
import { SLACK, SweptFace } from "./swept-face.js";

/** Largest number of contacts of a particle; a valley has two faces, a pit three or more. */
const MAX_STOPS = 4;
/** After that the particle is only moved, for at most this many rounds in all. */
const MAX_ROUNDS = 24;
/** If the squared sine of the angle between two faces is less, there is no space between them. */
const NARROW = 1e-3;

/**
 * Resolves contacts of particles with the faces of a mesh. A particle that has passed through a face in this substep is
 * moved back. A particle that is too near at the end is pushed off.
 */
export class FaceContacts {
  readonly #surface: MeshSurface;
  /** Returns a BVH over the faces at the end of the substep, for particles that are deep inside or far away. */
  readonly #exactTree: () => Bvh;
  readonly #nearest = new NearestFace();
  readonly #anywhere = new NearestFace();
  readonly #swept = new SweptFace();
  /** Faces near a particle that has left its box, and the query box. */
  readonly #found = new IndexList();
  readonly #box = new Float64Array(6);

  // State of the current particle. Displacement along the contact normal that it needs, m; 0 or less: none.
  #depth = 0;
  /** Point of the surface that it touched last, and whether it was about to pass through there. */
  #touchedFace = 0;
  #touchedWeights = this.#nearest.weights;
  #hasCrossed = false;
  /** Its position before it was pushed off, and the previous normal. */
  readonly #from = new Float64Array(3);
  readonly #normalBefore = new Float64Array(3);
  /** Position to which an impact has moved it back, and from which it slides. */
  readonly #slideStart = new Float64Array(3);
  #isSliding = false;

  constructor(surface: MeshSurface, exactTree: () => Bvh) {
    this.#surface = surface;
    this.#exactTree = exactTree;
  }

  /** @param contact With friction, duration and constraints. */
  resolve(cloth: ClothBroadPhase, pairs: CandidatePairs, contact: Contact): void {
    const store = cloth.cloth.particles;
    const { particles } = pairs;
    pairs.fitTouchedFaces(store.count);
    for (let i = 0; i < particles.count; i++) {
      const p = particles.items[i]!;
      if (store.inverseMasses[p] === 0) continue;
      this.#resolveParticle(cloth, pairs, i, contact);
      if (this.#depth > SLACK && this.#hasCrossed && store.constrained[p] === 0) {
        this.#restore(store, p, contact);
      }
    }
  }

  /** Resolves the particle at index `i` of the pairs. */
  #resolveParticle(
    cloth: ClothBroadPhase,
    pairs: CandidatePairs,
    i: number,
    contact: Contact,
  ): void {
    const surface = this.#surface;
    const store = cloth.cloth.particles;
    const { offset } = pairs;
    const p = pairs.particles.items[i]!;
    this.#depth = 0;
    this.#isSliding = false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      // Outside of its box it may touch other faces, too.
      if (cloth.isInBox(p) && !(this.#isSliding && surface.isMoving)) {
        const { items } = pairs.firstFaces;
        this.#findContact(store, p, pairs, pairs.faces.items, items[i]!, items[i + 1]!, contact);
      } else {
        this.#collectFaces(store, p, offset);
        this.#findContact(store, p, pairs, this.#found.items, 0, this.#found.count, contact);
      }
      const depth = this.#depth;
      if (!(depth > (round === 0 ? 0 : SLACK))) return;
      for (let k = 0; k < 3; k++) this.#from[k] = store.positions[3 * p + k]!;
      if (round < MAX_STOPS) {
        if (surface.isMoving) {
          surface.velocityAt(
            this.#touchedFace,
            this.#touchedWeights,
            contact.duration,
            contact.surface,
          );
        } else contact.surface.fill(0);
        contact.depth = depth;
        resolveParticleContact(store, p, contact);
      } else push(store, p, depth, contact.normal);
      if (store.constrained[p] === 1) return; // its line or plane may lead through the mesh
      if (round > 0) this.#pushAlongFace(store, p, contact);
      else if (this.#isOut(store, p, offset)) return;
      this.#normalBefore.set(contact.normal);
      if (!this.#hasCrossed) continue;
      this.#slideStart.set(this.#swept.contactPoint);
      this.#isSliding = true;
    }
  }

  /** Finds the faces near the path of a particle that has left its box, for example by a fast impact. */
  #collectFaces(
    { positions, previousPositions }: Particles,
    particle: number,
    offset: number,
  ): void {
    const reach = offset + this.#surface.largestMotion;
    const box = this.#box;
    for (let k = 0; k < 3; k++) {
      const end = positions[3 * particle + k]!;
      const start = this.#isSliding ? this.#slideStart[k]! : previousPositions[3 * particle + k]!;
      box[k] = Math.min(start, end) - reach;
      box[3 + k] = Math.max(start, end) + reach;
    }
    this.#found.clear();
    this.#exactTree().query(box, 0, this.#found);
  }

  /**
   * Finds the contact normal and the depth of a particle, at its current position, among the faces `begin … end − 1` of
   * a list.
   */
  #findContact(
    { positions, previousPositions }: Particles,
    particle: number,
    { touchedFaces, offset }: CandidatePairs,
    faces: Int32Array,
    begin: number,
    end: number,
    { normal }: Contact,
  ): void {
    const surface = this.#surface;
    const nearest = this.#nearest;
    const swept = this.#swept;
    const p = 3 * particle;
    nearest.start(positions, p);
    if (this.#isSliding) swept.startAtEnd(this.#slideStart, positions, p);
    else swept.start(previousPositions, positions, p);
    // The face that was touched last is tested first, which saves testing most of the others.
    let first = begin;
    while (first < end && faces[first] !== touchedFaces[particle]) first++;
    if (first < end) this.#testFace(faces[first]!, offset);
    for (let i = begin; i < end; i++) if (i !== first) this.#testFace(faces[i]!, offset);
    touchedFaces[particle] = nearest.distance <= offset ? nearest.face : -1;
    this.#hasCrossed = swept.face !== -1;
    if (this.#hasCrossed) {
      this.#touchedFace = swept.face;
      this.#touchedWeights = swept.weights;
      normal.set(swept.normal);
      this.#depth = offset - swept.height;
      return;
    }
    this.#takeNearest(nearest, normal, offset);
    if (this.#depth < 2 * offset) return;
    // This deep inside, a nearer face may not be among those of the particle.
    this.#anywhere.start(positions, p);
    this.#anywhere.search(surface, this.#exactTree());
    this.#takeNearest(this.#anywhere, normal, offset);
  }

  #takeNearest(nearest: NearestFace, normal: Float64Array, offset: number): void {
    this.#touchedFace = nearest.face;
    this.#touchedWeights = nearest.weights;
    nearest.measure(this.#surface, normal);
    this.#depth = offset - nearest.signedDistance;
  }

  #testFace(face: number, offset: number): void {
    const surface = this.#surface;
    const nearest = this.#nearest;
    const swept = this.#swept;
    swept.measure(surface, face, offset / 4);
    // To pass a face it must have been within its motion of it before, and so within twice that now.
    nearest.testWithin = 2 * swept.relativeMotion;
    nearest.test(surface, face);
    if (nearest.lowerBound <= nearest.testWithin) swept.test(surface, face, offset, true);
  }

  /**
   * True if a particle that was pushed off its nearest face is clear of all: no other face can be too near. Everything
   * behind the plane perpendicular to the normal, which includes all of a convex mesh, is at least as far away as that
   * plane.
   */
  #isOut({ positions }: Particles, particle: number, offset: number): boolean {
    const nearest = this.#nearest;
    if (this.#hasCrossed || !(nearest.signedDistance > 0)) return false;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const move = positions[3 * particle + k]! - this.#from[k]!;
      squared += move * move;
    }
    const passing = 2 * (this.#swept.motion + this.#surface.largestMotion);
    return nearest.nextDistance - Math.sqrt(squared) > Math.max(offset, passing);
  }

  /**
   * Pushes off a second face without approaching the previous one. The component of the second normal along the first
   * face leads out of a valley at once, while alternating between the faces would converge ever more slowly.
   */
  #pushAlongFace(store: Particles, particle: number, { normal }: Contact): void {
    const before = this.#normalBefore;
    const cosine = normal[0]! * before[0]! + normal[1]! * before[1]! + normal[2]! * before[2]!;
    const sineSquared = 1 - cosine * cosine;
    if (!(cosine < 0 && sineSquared > NARROW)) return;
    const share = (this.#depth * cosine) / sineSquared;
    push(store, particle, share * cosine, normal);
    push(store, particle, -share, before);
  }

  /** Between faces that leave no space, the particle returns to where it was, relative to the face. */
  #restore(
    { positions, previousPositions, velocities }: Particles,
    particle: number,
    { duration }: Contact,
  ): void {
    const p = 3 * particle;
    this.#swept.carry(this.#surface, this.#touchedFace, positions, p);
    for (let k = 0; k < 3; k++) {
      velocities[p + k] = (positions[p + k]! - previousPositions[p + k]!) / duration;
    }
  }
}

function push(
  { positions }: Particles,
  particle: number,
  distance: number,
  direction: Float64Array,
): void {
  for (let k = 0; k < 3; k++) positions[3 * particle + k]! += distance * direction[k]!;
}
