import type { Particles } from "../../cloth/index.js";
import { IndexList } from "../../math/index-list.js";
import type { Bvh } from "../bvh/bvh.js";
import type { ClothSide } from "../broad-phase/cloth-broad-phase.js";
import { Contact, DEPTH, DURATION, FRICTION } from "../response/contact.js";
import type { Encounter } from "../broad-phase/candidate-pairs.js";
import type { MeshSurface } from "./surface.js";
import { BOUND, ENOUGH, NearestFace, NEXT, SIGNED } from "./nearest-face.js";
import { stopParticle } from "../response/particle-contact.js";
import { HEIGHT, OVER, SLACK, SweptFace, WAY } from "./swept-face.js";

/** A particle is stopped so often at most; a valley has two faces, a pit three or more. */
const MOST_STOPS = 4;
/** After that it is only moved, until it is out of all. */
const MOST_ROUNDS = 24;
/** Where the sine (squared) of the angle between two faces is less, they leave no room between them. */
const NARROW = 1e-3;

const nearest = new NearestFace();
const anywhere = new NearestFace();
const swept = new SweptFace();
const contact = new Contact();
const found = new IndexList();
const box = new Float64Array(6);
const before = new Float64Array(3);
/** Where the particle was before it was put off. */
const from = new Float64Array(3);
/** How far a particle has to go along the normal, m; 0 or less: not at all. In an array, to make no numbers on the heap. */
const depth = new Float64Array(1);
/** Where the surface was touched last. */
let touchedFace = 0;
let touchedWeights = nearest.weights;
let hasCrossed = false;
/** Where the particle has been put back to by what it ran into, and slides on from. */
const carried = new Float64Array(3);
let isCarried = false;

/**
 * Keeps particles out of a mesh: each that may meet some faces of it. What a particle has passed in this substep, it is
 * put back from; what it is too near to at the end, it is put off.
 *
 * @param allFaces Gives a tree over the faces at the end of the substep, for particles that are deep inside or far off.
 */
export function collideFaces(
  surface: MeshSurface,
  side: ClothSide,
  encounter: Encounter,
  offset: number,
  friction: number,
  duration: number,
  allFaces: { exactTree(): Bvh },
): void {
  const store = side.cloth.particles;
  contact.holds = side.cloth.holds;
  const { particles, firstFaces, faces } = encounter;
  encounter.fit(store.count);
  const known = encounter.touchedFaces;
  for (let i = 0; i < particles.count; i++) {
    const p = particles.items[i]!;
    if (store.inverseMasses[p] === 0) continue;
    depth[0] = 0;
    isCarried = false;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      // Where it was not expected to be it may meet other faces, too.
      if (side.isInBox(p) && !(isCarried && surface.isMoving)) {
        const first = firstFaces.items[i]!;
        const last = firstFaces.items[i + 1]!;
        findContact(surface, store, p, faces.items, first, last, known, offset, allFaces);
      } else {
        gatherFaces(surface, store, p, offset, allFaces.exactTree());
        findContact(surface, store, p, found.items, 0, found.count, known, offset, allFaces);
      }
      if (!(depth[0] > (round === 0 ? 0 : SLACK))) break;
      for (let k = 0; k < 3; k++) from[k] = store.positions[3 * p + k]!;
      if (round < MOST_STOPS) {
        if (surface.isMoving) {
          surface.velocityAt(touchedFace, touchedWeights, duration, contact.surface);
        } else contact.surface.fill(0);
        contact.numbers[DEPTH] = depth[0];
        contact.numbers[FRICTION] = friction;
        contact.numbers[DURATION] = duration;
        stopParticle(store, p, contact);
      } else push(store, p, depth[0], contact.normal);
      if (store.held[p] === 1) break; // its rail may lead through the mesh
      if (round > 0) leanOn(store, p);
      else if (isOut(surface, store, p, offset)) break;
      before.set(contact.normal);
      if (!hasCrossed) continue;
      carried.set(swept.place);
      isCarried = true;
    }
    if (depth[0] > SLACK && hasCrossed && store.held[p] === 0) putBack(surface, store, p, duration);
  }
}

/** Finds the faces near the way of a particle that something has pushed out of its box, a fast one by its own impact. */
function gatherFaces(
  { largestWay }: MeshSurface,
  { positions, previousPositions }: Particles,
  particle: number,
  offset: number,
  tree: Bvh,
): void {
  const reach = offset + largestWay;
  for (let k = 0; k < 3; k++) {
    const end = positions[3 * particle + k]!;
    const start = isCarried ? carried[k]! : previousPositions[3 * particle + k]!;
    box[k] = Math.min(start, end) - reach;
    box[3 + k] = Math.max(start, end) + reach;
  }
  found.clear();
  tree.query(box, 0, found);
}

/** Finds the normal of `contact` and `depth` for a particle, as it is now. */
function findContact(
  surface: MeshSurface,
  { positions, previousPositions }: Particles,
  particle: number,
  faces: Int32Array,
  begin: number,
  end: number,
  known: Int32Array,
  offset: number,
  allFaces: { exactTree(): Bvh },
): void {
  const p = 3 * particle;
  nearest.start(positions, p);
  if (isCarried) swept.startAtEnd(carried, positions, p);
  else swept.start(previousPositions, positions, p);
  // The face that was touched a substep ago is looked at first, and spares most of the others.
  let first = begin;
  while (first < end && faces[first] !== known[particle]) first++;
  if (first < end) lookAt(surface, faces[first]!, offset);
  for (let i = begin; i < end; i++) if (i !== first) lookAt(surface, faces[i]!, offset);
  known[particle] = nearest.distance <= offset ? nearest.face : -1;
  hasCrossed = swept.face !== -1;
  if (hasCrossed) {
    touchedFace = swept.face;
    touchedWeights = swept.weights;
    contact.normal.set(swept.normal);
    depth[0] = offset - swept.numbers[HEIGHT]!;
    return;
  }
  touchedFace = nearest.face;
  touchedWeights = nearest.weights;
  nearest.measure(surface, contact.normal);
  depth[0] = offset - nearest.numbers[SIGNED]!;
  if (depth[0] < 2 * offset) return;
  // That deep inside, a nearer face may not be among those of the particle.
  anywhere.start(positions, p);
  anywhere.search(surface, allFaces.exactTree());
  touchedFace = anywhere.face;
  touchedWeights = anywhere.weights;
  anywhere.measure(surface, contact.normal);
  depth[0] = offset - anywhere.numbers[SIGNED]!;
}

function lookAt(surface: MeshSurface, face: number, offset: number): void {
  swept.measure(surface, face, offset / 4);
  // To pass a face it must have been within its way of it before, and so within twice that now.
  nearest.numbers[ENOUGH] = 2 * swept.numbers[OVER]!;
  nearest.look(surface, face);
  if (nearest.numbers[BOUND]! <= nearest.numbers[ENOUGH]) swept.look(surface, face, offset, true);
}

/**
 * Whether a particle that was put off its nearest face is out of all: no other face can have come too near. What is behind
 * the plane across the normal, which is all of a convex mesh, is as far off as that plane.
 */
function isOut(
  { largestWay }: MeshSurface,
  { positions }: Particles,
  particle: number,
  offset: number,
): boolean {
  if (hasCrossed || !(nearest.numbers[SIGNED]! > 0)) return false;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const way = positions[3 * particle + k]! - from[k]!;
    squared += way * way;
  }
  const passing = 2 * (swept.numbers[WAY]! + largestWay);
  return nearest.numbers[NEXT]! - Math.sqrt(squared) > Math.max(offset, passing);
}

function push(
  { positions }: Particles,
  particle: number,
  way: number,
  direction: Float64Array,
): void {
  for (let k = 0; k < 3; k++) positions[3 * particle + k]! += way * direction[k]!;
}

/**
 * Off a second face without getting nearer to the one before: what is left of the second normal along the first face
 * leads out of a valley at once, where one face after the other would lead there ever more slowly.
 */
function leanOn(store: Particles, particle: number): void {
  const { normal } = contact;
  const cosine = normal[0]! * before[0]! + normal[1]! * before[1]! + normal[2]! * before[2]!;
  const room = 1 - cosine * cosine;
  if (!(cosine < 0 && room > NARROW)) return;
  const share = (depth[0]! * cosine) / room;
  push(store, particle, share * cosine, normal);
  push(store, particle, -share, before);
}

/** Between faces that leave no room, a particle is left where it was, as seen from the face. */
function putBack(
  surface: MeshSurface,
  { positions, previousPositions, velocities }: Particles,
  particle: number,
  duration: number,
): void {
  const p = 3 * particle;
  swept.carry(surface, touchedFace, positions, p);
  for (let k = 0; k < 3; k++) {
    velocities[p + k] = (positions[p + k]! - previousPositions[p + k]!) / duration;
  }
}
