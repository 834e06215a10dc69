import { describe, expect, test } from "vitest";
import { Particles, resolveMaterial, type Material } from "../../src/cloth/index.js";
import { collide, HalfSpaceCollider, type HalfSpace } from "../../src/collision/index.js";
import { referenceKernels } from "../../src/kernels/index.js";

const FLOOR: HalfSpace = {
  type: "half-space",
  point: [0, 1, 0],
  normal: [0, 5, 0],
  friction: 0.5,
  thickness: 0.01,
};

/** Of no thickness, with the friction of the floor. */
const BARE: Material = {
  density: 1,
  stiffness: 1,
  bendStiffness: 0,
  damping: 0,
  thickness: 0,
  friction: 0.5,
};

function collideHalfSpace(
  particles: Particles,
  solid: HalfSpace,
  change: Partial<Material> = {},
): void {
  const material = resolveMaterial({ ...BARE, ...change });
  collide(referenceKernels, { particles, material }, [new HalfSpaceCollider(solid)]);
}

function particleAt(position: number[], velocity: number[]): Particles {
  const particles = new Particles(Float64Array.from(position));
  particles.setMass(0, 1);
  particles.velocities.set(velocity);
  return particles;
}

describe("half-space", () => {
  test("brings a sunken particle back to its thickness above the surface", () => {
    const particles = particleAt([3, 0.2, 4], [0, -2, 0]);
    collideHalfSpace(particles, FLOOR);
    expect([...particles.positions.slice(0, 3)]).toEqual([3, 1.01, 4]);
    expect([...particles.velocities.slice(0, 3)]).toEqual([0, 0, 0]);
  });

  test("leaves free particles, pinned ones and those on their way out alone", () => {
    const free = particleAt([0, 1.02, 0], [1, -2, 0]);
    collideHalfSpace(free, FLOOR);
    expect([...free.velocities.slice(0, 3)]).toEqual([1, -2, 0]);
    const pinned = particleAt([0, 0, 0], [0, -1, 0]);
    pinned.pin(0);
    collideHalfSpace(pinned, FLOOR);
    expect(pinned.positions[1]).toBe(0);
    const leaving = particleAt([0, 1, 0], [1, 2, 0]);
    collideHalfSpace(leaving, FLOOR);
    expect([...leaving.velocities.slice(0, 3)]).toEqual([1, 2, 0]);
  });

  test("takes friction × the lost speed from the sliding one, and no more than there is", () => {
    const sliding = particleAt([0, 1, 0], [3, -2, 4]);
    collideHalfSpace(sliding, FLOOR);
    expect(sliding.velocities[0]).toBeCloseTo(3 * 0.8, 12); // 5 m/s − 0.5 · 2 m/s
    expect(sliding.velocities[2]).toBeCloseTo(4 * 0.8, 12);
    const stuck = particleAt([0, 1, 0], [0.3, -2, 0.4]);
    collideHalfSpace(stuck, FLOOR);
    expect(stuck.velocities[0]).toBe(0);
  });

  test("on a slope a particle slides or stays as Coulomb says", () => {
    const slideDown = (degrees: number): number => {
      const angle = (degrees * Math.PI) / 180;
      const slope: HalfSpace = {
        ...FLOOR,
        point: [0, 0, 0],
        normal: [Math.sin(angle), Math.cos(angle), 0],
        thickness: 0,
      };
      const particles = particleAt([0, 0, 0], [0, 0, 0]);
      const dt = 1 / 2000;
      for (let i = 0; i < 2000; i++) {
        particles.velocities[1]! -= 9.81 * dt;
        for (let k = 0; k < 3; k++) particles.positions[k]! += particles.velocities[k]! * dt;
        collideHalfSpace(particles, slope);
      }
      return Math.hypot(...particles.velocities.slice(0, 3));
    };
    expect(slideDown(25)).toBeLessThan(1e-9); // tan 25° < 0.5
    const expected = 9.81 * (Math.sin(Math.PI / 6) - 0.5 * Math.cos(Math.PI / 6)); // after 1 s
    expect(slideDown(30) / expected).toBeCloseTo(1, 2);
  });
});
