import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Attachments,
  Cloth,
  AxisPlaneConstraints,
  MATERIALS,
  type ClothMaterial,
} from "../../src/cloth/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { substepXpbd } from "../xpbd-substep.js";
import { meshData } from "../meshes.js";
import { runs } from "../runs.js";

const { cotton } = MATERIALS;
const NO_CONSTRAINTS = new AxisPlaneConstraints();
const SOFT: ClothMaterial = { density: 0.2, stiffness: 50, bendStiffness: 1, damping: 0 };

/** Gravity and air drag over a step, with uniform wind. */
function applyForces(
  cloth: Cloth,
  { gravity = [0, 0, 0] as const, wind = [0, 0, 0] as const, drag = 0 }: Outside,
  dt: number,
): void {
  const { particles } = cloth;
  for (let p = 0; p < particles.count; p++) particles.winds.set(wind, 3 * p);
  kernels.clearForces(particles);
  kernels.addGravity(particles, gravity);
  kernels.addAir(cloth, drag, dt);
  kernels.applyForces(particles, dt);
}

interface Outside {
  gravity?: Vec3Tuple;
  wind?: Vec3Tuple;
  drag?: number;
}

/** A single triangle. */
function triangle(material: ClothMaterial): Cloth {
  const places = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  return new Cloth(meshData([[0, 1, 2]], places), material);
}

describe("gravity", () => {
  test("makes a free cloth fall with g, and leaves a pinned particle at rest", () => {
    const cloth = triangle(cotton);
    cloth.particles.pin(1);
    const dt = 1 / 1000;
    for (let i = 0; i < 1000; i++) {
      applyForces(cloth, { gravity: [0, -10, 0] }, dt);
      kernels.predict(cloth.particles, dt);
    }
    expect(cloth.particles.positions[1]).toBeCloseTo(-5, 1); // ½ g t², to first order in dt
    expect(cloth.particles.velocities[1]).toBeCloseTo(-10, 9);
    expect(cloth.particles.positions[4]).toBe(0);
  });
});

describe("air (Phillips eq. 20)", () => {
  /** Initial acceleration of a sheet, from a tiny step. */
  const acceleration = (normalTilt: number, velocity: number[]): number[] => {
    const cloth = triangle(cotton);
    const { positions, velocities } = cloth.particles;
    for (let p = 0; p < 3; p++) {
      const [y, z] = [positions[3 * p + 1]!, positions[3 * p + 2]!];
      positions[3 * p + 1] = y * Math.cos(normalTilt) - z * Math.sin(normalTilt);
      positions[3 * p + 2] = y * Math.sin(normalTilt) + z * Math.cos(normalTilt);
      velocities.set(velocity, 3 * p);
    }
    const dt = 1e-9;
    const before = velocities.slice();
    applyForces(cloth, { wind: [0, 0, 3], drag: 1.2 }, dt);
    return [0, 1, 2].map((k) => (velocities[k]! - before[k]!) / dt);
  };

  test("pushes a face perpendicular to the wind with drag × area × speed, divided by its mass", () => {
    const [x, y, z] = acceleration(0, [0, 0, 0]);
    expect(x).toBeCloseTo(0, 5);
    expect(y).toBeCloseTo(0, 5);
    expect(z).toBeCloseTo((1.2 * 3) / cotton.density, 4); // area cancels
  });

  test("uses the speed relative to the face", () => {
    expect(acceleration(0, [0, 0, 3])[2]).toBeCloseTo(0, 5);
    expect(acceleration(0, [0, 0, 5])[2]).toBeCloseTo((1.2 * -2) / cotton.density, 4);
  });

  test("acts only along the normal, with the normal component of the wind", () => {
    const tilt = 0.7;
    const [x, y, z] = acceleration(tilt, [0, 0, 0]);
    const size = (1.2 * 3 * Math.cos(tilt)) / cotton.density;
    expect(x).toBeCloseTo(0, 5);
    expect(y).toBeCloseTo(-size * Math.sin(tilt), 4);
    expect(z).toBeCloseTo(size * Math.cos(tilt), 4);
    expect(acceleration(Math.PI / 2, [0, 0, 0])[1]).toBeCloseTo(0, 5);
  });

  test("is stable for any drag", () => {
    const cloth = triangle(cotton);
    for (let i = 0; i < 200; i++) applyForces(cloth, { wind: [0, 0, 3], drag: 1e6 }, 1 / 60);
    expect(cloth.particles.velocities[2]).toBeCloseTo(3, 3);
  });

  test("never adds energy to a crumpled cloth in still air, for any drag and step", () => {
    const strength = fc.integer({ min: -3, max: 9 }).map((exponent) => 10 ** exponent);
    fc.assert(
      fc.property(strength, fc.nat(1000), (drag, seed) => {
        const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [4, 4] }), cotton);
        const { positions, velocities, masses, count } = cloth.particles;
        cloth.particles.pin(seed % count);
        for (let i = 0; i < 3 * count; i++) {
          positions[i]! += 0.3 * Math.sin(seed + 12.9 * i);
          velocities[i] = cloth.particles.pinned[Math.floor(i / 3)] ? 0 : Math.sin(seed + 7.7 * i);
        }
        const energy = (): number =>
          masses.slice(0, count).reduce((total, mass, p) => {
            const speed = Math.hypot(...velocities.slice(3 * p, 3 * p + 3));
            return total + (mass * speed * speed) / 2;
          }, 0);
        for (let i = 0; i < 20; i++) {
          const before = energy();
          applyForces(cloth, { drag }, 1 / 60);
          expect(energy()).toBeLessThanOrEqual(before * (1 + 1e-12));
        }
      }),
      runs(31, 40),
    );
  });

  test("is the exact law at dt = 0: the mean over the corners of wind minus velocity", () => {
    const cloth = triangle(cotton);
    const { particles } = cloth;
    particles.positions.set([0, 0, 0, 2, 0, 0.5, 0.3, 1, -0.4]);
    particles.velocities.set([1, 2, 3, -2, 0, 1, 4, 1, -1]);
    particles.winds.set([5, -1, 2, 3, 3, 0, 0, 6, 7]);
    kernels.clearForces(particles);
    kernels.addAir(cloth, 0.7, 0);
    const [ux, uy, uz, vx, vy, vz] = [2, 0, 0.5, 0.3, 1, -0.4];
    const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const area = Math.hypot(...cross) / 2;
    const normal = cross.map((part) => part / (2 * area));
    const meeting = [5 / 3, 5 / 3, 2]; // wind (8, 8, 9) minus velocity (3, 3, 3), divided by 3
    const speed = meeting.reduce((sum, part, k) => sum + part * normal[k]!, 0);
    for (let i = 0; i < 9; i++) {
      expect(particles.forces[i]).toBeCloseTo((0.7 * area * speed * normal[i % 3]!) / 3, 13);
    }
  });
});

describe("springs", () => {
  test("conserve momentum up to rounding", () => {
    const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [6, 6] }), cotton);
    const { positions, previousPositions, masses, count } = cloth.particles;
    for (let i = 0; i < positions.length; i++) {
      positions[i]! += 0.02 * Math.sin(12.9 * i);
      previousPositions[i] = positions[i]!;
    }
    const before = positions.slice();
    kernels.projectElements(cloth.particles, cloth.springs, 1 / 1000);
    kernels.projectElements(cloth.particles, cloth.bendSprings, 1 / 1000);
    const [linear, moved] = [[0, 0, 0], [0]];
    for (let p = 0; p < count; p++) {
      for (let k = 0; k < 3; k++) {
        const change = positions[3 * p + k]! - before[3 * p + k]!;
        linear[k]! += masses[p]! * change;
        moved[0]! += masses[p]! * Math.abs(change);
      }
    }
    expect(moved[0]).toBeGreaterThan(1e-5);
    for (const part of linear) expect(Math.abs(part)).toBeLessThan(1e-15 * count);
  });

  test("oscillate with the period of the analytic oscillator", () => {
    // Two particles of mass m on a spring k: ω² = 2k / m. Only the edge 0–1 is active.
    const cloth = triangle(SOFT);
    const { particles, springs } = cloth;
    const edge = cloth.mesh.findEdge(0, 1);
    springs.stiffnesses.fill(0);
    springs.stiffnesses[edge] = 40;
    particles.positions[3] = 1.01;
    const omega = Math.sqrt((2 * 40) / particles.masses[0]!);
    const dt = 1e-5;
    let time = 0;
    const length = (): number => particles.positions[3]! - particles.positions[0]!;
    while (length() > 1) {
      substepXpbd(kernels, cloth, [], NO_CONSTRAINTS, dt);
      time += dt;
    }
    expect(time / (Math.PI / 2 / omega)).toBeCloseTo(1, 2);
  });

  test("under a constant load carry that load, for any stiffness", () => {
    for (const stiffness of [200, 5000, 1e6]) {
      const cloth = triangle({ ...SOFT, stiffness, damping: 0.5 });
      const { particles, springs } = cloth;
      particles.pin(0);
      particles.pin(2); // edges 0–1 and 1–2 carry particle 1
      const dt = 1 / 2000;
      const steps = 6000;
      for (let i = 0; i < steps; i++) {
        if (i === steps - 2000) springs.impulses.fill(0);
        applyForces(cloth, { gravity: [4, 0, 0] }, dt); // along x, away from 0 and 2
        substepXpbd(kernels, cloth, [], NO_CONSTRAINTS, dt);
      }
      const tension = (a: number, b: number): number =>
        springs.impulses[cloth.mesh.findEdge(a, b)]! / (2000 * dt);
      const { positions, masses } = particles;
      const slope = positions[3]! / Math.hypot(positions[3]!, positions[4]! - 1);
      const total =
        tension(0, 1) * (positions[3]! / Math.hypot(positions[3]!, positions[4]!)) +
        tension(1, 2) * slope;
      expect(total / (4 * masses[1]!)).toBeCloseTo(1, 2);
    }
  });

  test("act along their own line: no torque", () => {
    const cloth = triangle(SOFT);
    const { particles, springs } = cloth;
    const edge = cloth.mesh.findEdge(0, 1);
    springs.stiffnesses.fill(0);
    springs.stiffnesses[edge] = 40;
    springs.dampings[edge] = 0.3;
    particles.positions.set([0.1, 0.3, -0.2, 1.4, -0.3, 0.5]);
    particles.previousPositions.set([0.2, 0.1, 0, 1, 0.3, 0.1]);
    const before = particles.positions.slice(0, 6);
    kernels.projectElements(particles, springs, 0.01);
    const change = particles.positions.slice(0, 6).map((x, i) => x - before[i]!);
    const torque = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return [0, 1].reduce(
        (total, p) =>
          total +
          particles.masses[p]! *
            (before[3 * p + i]! * change[3 * p + j]! - before[3 * p + j]! * change[3 * p + i]!),
        0,
      );
    });
    expect(Math.hypot(...change)).toBeGreaterThan(1e-3);
    for (const part of torque) expect(Math.abs(part)).toBeLessThan(1e-16);
  });

  test("damping decays an oscillation like the analytic oscillator", () => {
    // The distance of two masses m: m/2 x'' + d x' + k x = 0, so the amplitude decays with exp(−d t / m).
    const cloth = triangle(SOFT);
    const { particles, springs } = cloth;
    const edge = cloth.mesh.findEdge(0, 1);
    const damping = 0.05;
    springs.stiffnesses.fill(0);
    springs.stiffnesses[edge] = 40;
    springs.dampings[edge] = damping;
    particles.positions[3] = 1.01;
    const mass = particles.masses[0]!;
    const omega = Math.sqrt((2 * 40) / mass - (damping / mass) ** 2);
    const periods = 4;
    const dt = 1e-5;
    const steps = Math.round((periods * 2 * Math.PI) / omega / dt);
    let largest = 0;
    for (let i = 0; i < steps * 1.05; i++) {
      substepXpbd(kernels, cloth, [], NO_CONSTRAINTS, dt);
      const [left, , , right] = particles.positions;
      const stretch = right! - left! - 1;
      if (i > steps * 0.95) largest = Math.max(largest, stretch);
    }
    const time = steps * dt;
    // XPBD itself, a backward Euler step, damps a little more: by ω² dt t / 2.
    const expected = 0.01 * Math.exp((-damping * time) / mass - (omega * omega * dt * time) / 2);
    expect(expected).toBeLessThan(0.005);
    expect(largest / expected).toBeCloseTo(1, 1);
  });

  test("damping does not slow down a rotation", () => {
    const cloth = triangle({ ...SOFT, stiffness: 1e5, damping: 50 });
    const { particles } = cloth;
    for (let p = 0; p < 3; p++) {
      // about the center of mass at (1/3, 1/3, 0), one revolution in 2π seconds
      particles.velocities[3 * p] = -(particles.positions[3 * p + 1]! - 1 / 3);
      particles.velocities[3 * p + 1] = particles.positions[3 * p]! - 1 / 3;
    }
    const speed = (): number => Math.hypot(...particles.velocities.slice(0, 9));
    const before = speed();
    for (let i = 0; i < 5000; i++) substepXpbd(kernels, cloth, [], NO_CONSTRAINTS, 1e-4);
    expect(speed() / before).toBeCloseTo(1, 3);
  });
});

describe("attachments", () => {
  test("pull a particle to the grab, with at most the maximum force", () => {
    const pull = (maxForce: number): number => {
      const { particles } = triangle(SOFT);
      const grab = new Attachments([1], 1e5, maxForce);
      grab.targets.set([9, 0, 0]);
      const dt = 1 / 1000;
      const before = particles.positions[3]!;
      kernels.projectAttachments(particles, grab, dt);
      return ((particles.positions[3]! - before) * particles.masses[1]!) / (dt * dt);
    };
    expect(pull(7)).toBeCloseTo(7, 9);
    expect(pull(1e9)).toBeGreaterThan(1e4);
  });

  test("follow a moving grab", () => {
    const { particles } = triangle(SOFT);
    const grab = new Attachments([1], 1e9, 1e12);
    grab.targets.set([1, 0, 0]);
    grab.targetVelocities.set([0, 2, 0]);
    for (let i = 0; i < 10; i++) {
      kernels.moveAttachments(grab, 0.05);
      kernels.projectAttachments(particles, grab, 0.05);
    }
    expect(particles.positions[4]).toBeCloseTo(1, 3);
  });
});
