import { describe, expect, test } from "vitest";
import { Particles } from "../../src/cloth/index.js";
import { CandidatePairs } from "../../src/collision/broad-phase/candidate-pairs.js";
import type { ClothBroadPhase } from "../../src/collision/broad-phase/cloth-broad-phase.js";
import { Collider } from "../../src/collision/collider.js";
import type { HalfSpaceCollider } from "../../src/collision/index.js";
import { Contact } from "../../src/collision/response/contact.js";

/** s. */
const DURATION = 0.001;

const FLOOR: HalfSpaceCollider = {
  type: "half-space",
  point: [0, 1, 0],
  normal: [0, 5, 0],
  friction: 0.5,
  thickness: 0.01,
};

/** Keeps the single particle out of a collider; cloth without thickness. */
function collide(particles: Particles, solid: HalfSpaceCollider): void {
  const { solid: collider } = new Collider(solid);
  const cloth = { cloth: { particles } } as unknown as ClothBroadPhase;
  const pairs = new CandidatePairs();
  pairs.particles.push(0);
  pairs.offset = collider.thickness;
  const contact = new Contact();
  contact.friction = collider.friction;
  contact.duration = DURATION;
  collider.collideParticles(cloth, pairs, contact);
}

function particleAt(position: number[], velocity: number[]): Particles {
  const particles = new Particles(Float64Array.from(position));
  particles.setMass(0, 1);
  particles.velocities.set(velocity);
  for (let k = 0; k < 3; k++) particles.previousPositions[k]! -= DURATION * velocity[k]!;
  return particles;
}

describe("a particle and a static collider", () => {
  test("a particle inside moves to the thickness above the surface", () => {
    const particles = particleAt([3, 0.2, 4], [0, -2, 0]);
    collide(particles, FLOOR);
    expect(particles.positions[0]).toBe(3);
    expect(particles.positions[1]).toBeCloseTo(1.01, 12);
    expect([...particles.velocities.slice(0, 3)]).toEqual([0, 0, 0]);
  });

  test("free, pinned and separating particles are not changed", () => {
    const free = particleAt([0, 1.02, 0], [1, -2, 0]);
    collide(free, FLOOR);
    expect([...free.velocities.slice(0, 3)]).toEqual([1, -2, 0]);
    const pinned = particleAt([0, 0, 0], [0, -1, 0]);
    pinned.pin(0);
    collide(pinned, FLOOR);
    expect(pinned.positions[1]).toBe(0);
    const leaving = particleAt([0, 1, 0], [1, 2, 0]);
    collide(leaving, FLOOR);
    expect([...leaving.velocities.slice(0, 3)]).toEqual([1, 2, 0]);
  });

  test("friction removes coefficient × the lost normal speed from the sliding speed, at most all of it", () => {
    const sliding = particleAt([0, 1, 0], [3, -2, 4]);
    collide(sliding, FLOOR);
    expect(sliding.velocities[0]).toBeCloseTo(3 * 0.8, 12); // 5 m/s − 0.5 · 2 m/s
    expect(sliding.velocities[2]).toBeCloseTo(4 * 0.8, 12);
    const stuck = particleAt([0, 1, 0], [0.3, -2, 0.4]);
    collide(stuck, FLOOR);
    expect(stuck.velocities[0]).toBeCloseTo(0, 12);
    // it has not slid in this substep either
    expect(stuck.positions[0]).toBeCloseTo(-0.001 * 0.3, 12);
  });

  test("friction undoes sliding, but not a push by another contact", () => {
    const pushed = particleAt([0, 1, 0], [0.3, -2, 0]);
    pushed.positions[0]! += 0.05;
    collide(pushed, FLOOR);
    expect(pushed.velocities[0]).toBeCloseTo(0, 12);
    expect(pushed.positions[0]).toBeCloseTo(0.05 - 0.001 * 0.3, 12);
  });
});
