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

/** A particle is stopped so often at most; a valley has two faces, a pit three or more. */
const MAX_STOPS = 4;
/** After that it is only moved, until it is out of all. */
const MAX_ROUNDS = 24;
/** Where the sine (squared) of the angle between two faces is less, they leave no room between them. */
const NARROW = 1e-3;

/**
 * Keeps particles out of a mesh: each that may meet some faces of it. What a particle has passed in this substep, it is
 * put back from; what it is too near to at the end, it is put off.
 */
export class FaceContacts {
  readonly #surface: MeshSurface;
  /** Gives a tree over the faces at the end of the substep, for particles that are deep inside or far off. */
  readonly #exactTree: () => Bvh;
  readonly #nearest = new NearestFace();
  readonly #anywhere = new NearestFace();
  readonly #swept = new SweptFace();
  /** Faces near a particle that is out of its box, and the box to find them by. */
  readonly #found = new IndexList();
  readonly #box = new Float64Array(6);

  // Of the particle under way. How far it has to go along the normal of the contact, m; 0 or less: not at all.
  #depth = 0;
  /** Where it touched the surface last, and whether it was about to pass it there. */
  #touchedFace = 0;
  #touchedWeights = this.#nearest.weights;
  #hasCrossed = false;
  /** Where it was before it was put off, and the normal before that. */
  readonly #from = new Float64Array(3);
  readonly #normalBefore = new Float64Array(3);
  /** Where it has been put back to by what it ran into, and slides on from. */
  readonly #carried = new Float64Array(3);
  #isCarried = false;

  constructor(surface: MeshSurface, exactTree: () => Bvh) {
    this.#surface = surface;
    this.#exactTree = exactTree;
  }

  /** @param contact With friction, duration and holds. */
  resolve(cloth: ClothBroadPhase, pairs: CandidatePairs, contact: Contact): void {
    const store = cloth.cloth.particles;
    const { particles } = pairs;
    pairs.fitTouchedFaces(store.count);
    for (let i = 0; i < particles.count; i++) {
      const p = particles.items[i]!;
      if (store.inverseMasses[p] === 0) continue;
      this.#resolveParticle(cloth, pairs, i, contact);
      if (this.#depth > SLACK && this.#hasCrossed && store.held[p] === 0) {
        this.#putBack(store, p, contact);
      }
    }
  }

  /** The particle at place `i` of the pairs. */
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
    this.#isCarried = false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      // Where it was not expected to be it may meet other faces, too.
      if (cloth.isInBox(p) && !(this.#isCarried && surface.isMoving)) {
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
      if (store.held[p] === 1) return; // its rail may lead through the mesh
      if (round > 0) this.#leanOn(store, p, contact);
      else if (this.#isOut(store, p, offset)) return;
      this.#normalBefore.set(contact.normal);
      if (!this.#hasCrossed) continue;
      this.#carried.set(this.#swept.place);
      this.#isCarried = true;
    }
  }

  /** Finds the faces near the path of a particle that something has pushed out of its box, a fast one by its own impact. */
  #collectFaces(
    { positions, previousPositions }: Particles,
    particle: number,
    offset: number,
  ): void {
    const reach = offset + this.#surface.largestMotion;
    const box = this.#box;
    for (let k = 0; k < 3; k++) {
      const end = positions[3 * particle + k]!;
      const start = this.#isCarried ? this.#carried[k]! : previousPositions[3 * particle + k]!;
      box[k] = Math.min(start, end) - reach;
      box[3 + k] = Math.max(start, end) + reach;
    }
    this.#found.clear();
    this.#exactTree().query(box, 0, this.#found);
  }

  /** Finds the normal of the contact and the depth of a particle, as it is now, among some faces of a list. */
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
    if (this.#isCarried) swept.startAtEnd(this.#carried, positions, p);
    else swept.start(previousPositions, positions, p);
    // The face that was touched a substep ago is looked at first, and spares most of the others.
    let first = begin;
    while (first < end && faces[first] !== touchedFaces[particle]) first++;
    if (first < end) this.#look(faces[first]!, offset);
    for (let i = begin; i < end; i++) if (i !== first) this.#look(faces[i]!, offset);
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
    // That deep inside, a nearer face may not be among those of the particle.
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

  #look(face: number, offset: number): void {
    const surface = this.#surface;
    const nearest = this.#nearest;
    const swept = this.#swept;
    swept.measure(surface, face, offset / 4);
    // To pass a face it must have been within its motion of it before, and so within twice that now.
    nearest.lookWithin = 2 * swept.relativeMotion;
    nearest.look(surface, face);
    if (nearest.lowerBound <= nearest.lookWithin) swept.look(surface, face, offset, true);
  }

  /**
   * Whether a particle that was put off its nearest face is out of all: no other face can have come too near. What is behind
   * the plane across the normal, which is all of a convex mesh, is as far off as that plane.
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
   * Off a second face without getting nearer to the one before: what is left of the second normal along the first face
   * leads out of a valley at once, where one face after the other would lead there ever more slowly.
   */
  #leanOn(store: Particles, particle: number, { normal }: Contact): void {
    const before = this.#normalBefore;
    const cosine = normal[0]! * before[0]! + normal[1]! * before[1]! + normal[2]! * before[2]!;
    const room = 1 - cosine * cosine;
    if (!(cosine < 0 && room > NARROW)) return;
    const share = (this.#depth * cosine) / room;
    push(store, particle, share * cosine, normal);
    push(store, particle, -share, before);
  }

  /** Between faces that leave no room, a particle is left where it was, as seen from the face. */
  #putBack(
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
