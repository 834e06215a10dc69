import type {
  Collider,
  TempContactManifold,
  World as RapierWorld,
} from "@dimforge/rapier3d-compat";

const normal = { x: 0, y: 0, z: 0 };
// What the callbacks below are about: made once, they allocate nothing in a step.
let rapier: RapierWorld;
let collider: Collider;
let way: Float64Array;
let hasContact = false;

function lookAt(other: Collider): void {
  rapier.contactPair(collider, other, holdBack);
}

/** Takes from the way what leads into the neighbour. */
function holdBack(manifold: TempContactManifold, isFlipped: boolean): void {
  if (manifold.numSolverContacts() === 0) return;
  hasContact = true;
  manifold.normal(normal); // from the first of both to the second
  const sign = isFlipped ? -1 : 1;
  const into = sign * (way[0]! * normal.x + way[1]! * normal.y + way[2]! * normal.z);
  if (!(into > 0)) return;
  way[0]! -= sign * into * normal.x;
  way[1]! -= sign * into * normal.y;
  way[2]! -= sign * into * normal.z;
}

/**
 * Takes from a way that a body is to be put what would press it into others that it touches, as Rapier found them in its latest step.
 *
 * @returns Whether it touches any.
 */
export function keepOffNeighbours(
  world: RapierWorld,
  colliders: readonly Collider[],
  along: Float64Array,
): boolean {
  rapier = world;
  way = along;
  hasContact = false;
  for (let i = 0; i < colliders.length; i++) {
    collider = colliders[i]!;
    world.contactPairsWith(collider, lookAt);
  }
  return hasContact;
}
