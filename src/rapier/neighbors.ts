import type {
  Collider,
  TempContactManifold,
  World as RapierWorld,
} from "@dimforge/rapier3d-compat";

const normal = { x: 0, y: 0, z: 0 };
// Arguments of the callbacks below. The callbacks are created once, so a step allocates nothing.
let rapier: RapierWorld;
let collider: Collider;
let displacement: Float64Array;
let hasContact = false;

function visitNeighbor(other: Collider): void {
  rapier.contactPair(collider, other, removeMotionIntoContact);
}

/** Removes the component of the displacement that points into the neighbor. */
function removeMotionIntoContact(manifold: TempContactManifold, isFlipped: boolean): void {
  if (manifold.numSolverContacts() === 0) return;
  hasContact = true;
  manifold.normal(normal); // from the first collider to the second
  const sign = isFlipped ? -1 : 1;
  const into =
    sign *
    (displacement[0]! * normal.x + displacement[1]! * normal.y + displacement[2]! * normal.z);
  if (!(into > 0)) return;
  displacement[0]! -= sign * into * normal.x;
  displacement[1]! -= sign * into * normal.y;
  displacement[2]! -= sign * into * normal.z;
}

/**
 * Removes from the displacement of a body the components that point into bodies that it touches. Uses the contacts of
 * Rapier's latest step.
 *
 * @param motion Displacement, m; changed in place.
 * @returns True if the body touches another one.
 */
export function removeMotionIntoNeighbors(
  world: RapierWorld,
  colliders: readonly Collider[],
  motion: Float64Array,
): boolean {
  rapier = world;
  displacement = motion;
  hasContact = false;
  for (let i = 0; i < colliders.length; i++) {
    collider = colliders[i]!;
    world.contactPairsWith(collider, visitNeighbor);
  }
  return hasContact;
}
