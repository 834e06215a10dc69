import type { Particles } from "../../cloth/index.js";
import type { IndexList } from "../../math/index-list.js";
import type { Contact } from "../response/contact.js";
import { resolveParticleContact } from "../response/particle-contact.js";
import type { RigidBody } from "../response/rigid-body.js";
import { HalfSpace } from "../shapes/half-space.js";
import { castPoint, NO_HIT, PointCast } from "../shapes/point-cast.js";
import { SignedDistance } from "../shapes/shape.js";
import type { MovingShape } from "./moving-shape.js";

/** Smaller depths are ignored, m. */
const SLACK = 1e-9;

// Scratch: a particle at the end and at the start of the substep, and the results there, in the frame of the solid.
const local = new Float64Array(3);
const localStart = new Float64Array(3);
const measured = new SignedDistance();
const cast = new PointCast();

/**
 * Keeps particles at the distance `offset`, m, from a convex solid.
 *
 * @param contact With friction and duration.
 */
export function collideConvex(
  solid: MovingShape,
  body: RigidBody | null,
  store: Particles,
  list: IndexList,
  contact: Contact,
  offset: number,
): void {
  const { shape, start, end, isMoving } = solid;
  const { positions, previousPositions, inverseMasses } = store;
  const { items, count } = list;
  contact.surface.fill(0);
  if (!isMoving && shape instanceof HalfSpace) {
    collidePlane(solid, store, list, contact, offset);
    return;
  }
  // With less motion than this no particle can pass the center, so its end position gives the direction outward.
  solid.measureMotion();
  const safe = offset + shape.inradius / 2 - solid.motion;
  const safeSquared = safe > 0 ? safe * safe : -1; // else every particle is cast, also one at rest
  for (let i = 0; i < count; i++) {
    const p = 3 * items[i]!;
    if (body === null && inverseMasses[items[i]!] === 0) continue;
    end.toLocal(positions, p, local);
    const x = positions[p]! - previousPositions[p]!;
    const y = positions[p + 1]! - previousPositions[p + 1]!;
    const z = positions[p + 2]! - previousPositions[p + 2]!;
    let depth = 0;
    if (x * x + y * y + z * z > safeSquared) {
      start.toLocal(previousPositions, p, localStart);
      cast.offset = offset;
      castPoint(shape, localStart, local, cast);
      const { time } = cast;
      if (time !== NO_HIT) {
        measured.normal.set(cast.normal);
        for (let k = 0; k < 3; k++) {
          depth += (1 - time) * (localStart[k]! - local[k]!) * cast.normal[k]!;
        }
        // A particle that started inside must come out completely, not only return to its start.
        if (time === 0) {
          shape.measure(localStart, measured);
          const before = offset - measured.distance;
          if (before > SLACK) depth += before;
        }
      }
    }
    if (!(depth > 0)) {
      shape.measure(local, measured);
      depth = offset - measured.distance;
      if (!(depth > 0)) continue;
    }
    contact.depth = depth;
    end.rotateToWorld(measured.normal, 0, contact.normal, 0);
    if (body === null) {
      if (isMoving) {
        for (let k = 0; k < 3; k++) contact.point[k] = positions[p + k]!;
        solid.velocityAt(contact.point, contact.duration, contact.surface);
      }
      resolveParticleContact(store, items[i]!, contact);
    } else {
      contact.setParticle(items[i]!);
      const back = depth - offset;
      for (let k = 0; k < 3; k++) contact.point[k] = positions[p + k]! + back * contact.normal[k]!;
      contact.resolve(store, body);
    }
  }
  if (body !== null) depenetrate(solid, store, list, offset, 0);
}

/** A static plane: the direction outward does not depend on the motion. */
function collidePlane(
  { shape, end }: MovingShape,
  store: Particles,
  { items, count }: IndexList,
  contact: Contact,
  offset: number,
): void {
  const { positions, inverseMasses } = store;
  const { normal } = contact;
  shape.measure(local, measured); // its normal is the same everywhere
  end.rotateToWorld(measured.normal, 0, normal, 0);
  const x = normal[0]!;
  const y = normal[1]!;
  const z = normal[2]!;
  const height = x * end.position[0]! + y * end.position[1]! + z * end.position[2]! + offset;
  for (let i = 0; i < count; i++) {
    const p = 3 * items[i]!;
    const depth = height - (x * positions[p]! + y * positions[p + 1]! + z * positions[p + 2]!);
    if (!(depth > 0) || inverseMasses[items[i]!] === 0) continue;
    contact.depth = depth;
    resolveParticleContact(store, items[i]!, contact);
  }
}

/**
 * Moves particles out after a body was pushed back by all contacts, or after another solid has pushed them. Afterwards
 * none is within `offset` of the current pose of the solid.
 *
 * @param slack Smaller depths stay, m.
 * @returns True if any particle was moved.
 */
export function depenetrate(
  { shape, end }: MovingShape,
  { positions, inverseMasses, constrained }: Particles,
  { items, count }: IndexList,
  offset: number,
  slack: number,
): boolean {
  let hasPushed = false;
  for (let i = 0; i < count; i++) {
    const p = 3 * items[i]!;
    if (inverseMasses[items[i]!] === 0 || constrained[items[i]!] === 1) continue;
    end.toLocal(positions, p, local);
    shape.measure(local, measured);
    const depth = offset - measured.distance;
    if (!(depth > slack)) continue;
    hasPushed = true;
    end.rotateToWorld(measured.normal, 0, local, 0);
    for (let k = 0; k < 3; k++) positions[p + k]! += depth * local[k]!;
  }
  return hasPushed;
}
