import type { IndexList } from "../../math/index-list.js";
import type { Particles } from "../../cloth/index.js";
import { DEPTH, type Contact } from "../response/contact.js";
import type { ConvexSolid } from "./convex-solid.js";
import { HalfSpace } from "../shapes/half-space.js";
import { castPoint, MISSES, OFFSET, TIME } from "../shapes/shape.js";
import { stopParticle } from "../response/particle-contact.js";

/** So little is no depth, m. */
const SLACK = 1e-9;

const local = new Float64Array(3);
const localStart = new Float64Array(3);
/** Normal and distance, as seen from the solid. */
const measured = new Float64Array(4);
const ownWay = new Float64Array(1);
const casting = new Float64Array(2);

/**
 * Keeps particles `offset` off a convex solid.
 *
 * @param contact With friction and duration.
 */
export function collideConvex(
  solid: ConvexSolid,
  store: Particles,
  { items, count }: IndexList,
  contact: Contact,
  offset: number,
): void {
  const { shape, start, end, body } = solid;
  const isMoving = solid.isMoving();
  const { positions, previousPositions, inverseMasses } = store;
  contact.surface.fill(0);
  if (!isMoving && shape instanceof HalfSpace) {
    collidePlane(solid, store, items, count, contact, offset);
    return;
  }
  // In less motion than this none can get past the middle: where it is at the end tells which way is out.
  ownWay[0] = 0;
  if (isMoving) solid.writeOwnWay(ownWay);
  const safe = offset + shape.inradius / 2 - ownWay[0];
  const safeSquared = safe > 0 ? safe * safe : 0;
  const { numbers } = contact;
  for (let i = 0; i < count; i++) {
    const p = 3 * items[i]!;
    if (body === null && inverseMasses[items[i]!] === 0) continue;
    end.toLocal(positions, p, local);
    const x = positions[p]! - previousPositions[p]!;
    const y = positions[p + 1]! - previousPositions[p + 1]!;
    const z = positions[p + 2]! - previousPositions[p + 2]!;
    numbers[DEPTH] = 0;
    if (x * x + y * y + z * z > safeSquared) {
      start.toLocal(previousPositions, p, localStart);
      casting[OFFSET] = offset;
      castPoint(shape, localStart, local, casting, measured);
      const time = casting[TIME]!;
      if (time !== MISSES) {
        let depth = 0;
        for (let k = 0; k < 3; k++) {
          depth += (1 - time) * (localStart[k]! - local[k]!) * measured[k]!;
        }
        // What was inside before has to come out as well, and not only back to where it was.
        if (time === 0) {
          shape.measure(localStart, measured);
          const before = offset - measured[3]!;
          if (before > SLACK) depth += before;
        }
        numbers[DEPTH] = depth;
      }
    }
    if (!(numbers[DEPTH] > 0)) {
      shape.measure(local, measured);
      numbers[DEPTH] = offset - measured[3]!;
      if (!(numbers[DEPTH] > 0)) continue;
    }
    end.turnToWorld(measured, 0, contact.normal, 0);
    if (body === null) {
      if (isMoving) {
        for (let k = 0; k < 3; k++) contact.point[k] = positions[p + k]!;
        solid.surfaceVelocity(0, 0, contact);
      }
      stopParticle(store, items[i]!, contact);
      continue;
    }
    contact.count = 1;
    contact.particles[0] = items[i]!;
    contact.weights[0] = 1;
    const back = numbers[DEPTH] - offset;
    for (let k = 0; k < 3; k++) contact.point[k] = positions[p + k]! + back * contact.normal[k]!;
    contact.resolve(store, body);
  }
  if (body !== null) pushOut(solid, store, items, count, offset, 0);
}

/** A floor or a wall that stands still: whatever the motion, the way out is one and the same. */
function collidePlane(
  { shape, end }: ConvexSolid,
  store: Particles,
  items: Int32Array,
  count: number,
  contact: Contact,
  offset: number,
): void {
  const { positions, inverseMasses } = store;
  const { normal, numbers } = contact;
  shape.measure(local, measured);
  end.turnToWorld(measured, 0, normal, 0);
  const x = normal[0]!;
  const y = normal[1]!;
  const z = normal[2]!;
  const height = x * end.position[0]! + y * end.position[1]! + z * end.position[2]! + offset;
  for (let i = 0; i < count; i++) {
    const p = 3 * items[i]!;
    numbers[DEPTH] = height - (x * positions[p]! + y * positions[p + 1]! + z * positions[p + 2]!);
    if (!(numbers[DEPTH] > 0) || inverseMasses[items[i]!] === 0) continue;
    stopParticle(store, items[i]!, contact);
  }
}

/**
 * At last, when a body has been pushed back by all, or when another solid has pushed at particles: none is left within `offset`
 * of where the solid is now.
 *
 * @param slack What is no deeper stays, m.
 * @returns Whether there was any.
 */
export function pushOut(
  { shape, end }: ConvexSolid,
  { positions, inverseMasses, held }: Particles,
  items: Int32Array,
  count: number,
  offset: number,
  slack: number,
): boolean {
  let hasPushed = false;
  for (let i = 0; i < count; i++) {
    const p = 3 * items[i]!;
    if (inverseMasses[items[i]!] === 0 || held[items[i]!] === 1) continue;
    end.toLocal(positions, p, local);
    shape.measure(local, measured);
    const depth = offset - measured[3]!;
    if (!(depth > slack)) continue;
    hasPushed = true;
    end.turnToWorld(measured, 0, local, 0);
    for (let k = 0; k < 3; k++) positions[p + k]! += depth * local[k]!;
  }
  return hasPushed;
}
