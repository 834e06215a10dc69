import type { Vec3Tuple, World, WorldCloth } from "tatter";
import type { ClothParticle, ClothPoint } from "./messages.js";

/**
 * Pins a cloth where it is: the particles around a point, or the nearest one if none is within the radius.
 *
 * @param radius m.
 * @returns False if all of them are pinned already.
 */
export function addPins(world: World, { cloth, point }: ClothPoint, radius: number): boolean {
  const ids = particlesAround(world.cloths[cloth]!, point, radius);
  return world.pin({ cloth, select: { ids } }) !== null;
}

/**
 * Removes the pin of a particle and those around it on the same cloth. Null removes all pins of all cloths.
 *
 * @param radius m.
 * @returns False if there was none.
 */
export function removePins({ cloths }: World, at: ClothParticle | null, radius: number): boolean {
  if (at !== null) return removeFrom(cloths[at.cloth]!, at.particle, radius);
  let isAny = false;
  for (const cloth of cloths) if (removeFrom(cloth, null, radius)) isAny = true;
  return isAny;
}

function removeFrom(cloth: WorldCloth, particle: number | null, radius: number): boolean {
  const changes = (): number => cloth.pins.reduce((sum, pin) => sum + pin.changes, 0);
  const before = changes();
  for (const pin of cloth.pins) {
    if (particle === null) pin.release();
    else
      pin.release([
        particle,
        ...pin.particles.filter((other) => isNear(cloth, particle, other, radius)),
      ]);
  }
  return changes() > before;
}

function isNear({ positions }: WorldCloth, a: number, b: number, radius: number): boolean {
  return (
    distance(positions, b, [positions[3 * a]!, positions[3 * a + 1]!, positions[3 * a + 2]!]) <=
    radius
  );
}

function particlesAround(
  { positions, particles }: WorldCloth,
  point: Vec3Tuple,
  radius: number,
): number[] {
  const near: number[] = [];
  let nearest = 0;
  let smallest = Infinity;
  for (let p = 0; p < particles.count; p++) {
    const away = distance(positions, p, point);
    if (radius > 0 && away <= radius) near.push(p);
    if (away >= smallest) continue;
    smallest = away;
    nearest = p;
  }
  return near.length > 0 ? near : [nearest];
}

function distance(positions: Float64Array, particle: number, [x, y, z]: Vec3Tuple): number {
  const p = 3 * particle;
  return Math.hypot(positions[p]! - x, positions[p + 1]! - y, positions[p + 2]! - z);
}
