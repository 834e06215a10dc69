import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Attachments,
  AXIS,
  AxisPlaneConstraints,
  Particles,
  PLANE,
} from "../../src/cloth/index.js";
import { referenceKernels as kernels } from "../../src/kernels/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { runs } from "../runs.js";

const anyPart = fc.double({ min: -5, max: 5, noNaN: true });
const anyVector = fc.tuple(anyPart, anyPart, anyPart);
const anyDirection = anyVector
  .filter((v) => Math.hypot(...v) > 0.1)
  .map((v): Vec3Tuple => {
    const length = Math.hypot(...v);
    return [v[0] / length, v[1] / length, v[2] / length];
  });
const anyMode = fc.constantFrom(AXIS, PLANE);

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

/** The constrained part of a vector: perpendicular to an axis, or along the normal of a plane. */
function constrainedPart(v: readonly number[], mode: number, n: Vec3Tuple): number[] {
  const along = n.map((x) => x * dot(v, n));
  return mode === AXIS ? v.map((x, k) => x - along[k]!) : along;
}

/** The free part of a vector. */
function freePart(v: readonly number[], mode: number, n: Vec3Tuple): number[] {
  const held = constrainedPart(v, mode, n);
  return v.map((x, k) => x - held[k]!);
}

function expectClose(a: ArrayLike<number>, b: readonly number[], tolerance = 1e-13): void {
  for (const [k, x] of b.entries()) expect(Math.abs(a[k]! - x)).toBeLessThan(tolerance);
}

/** Two particles, the second one constrained. */
function constrainedPair(
  mode: typeof AXIS | typeof PLANE,
  n: Vec3Tuple,
): { particles: Particles; constraints: AxisPlaneConstraints } {
  const particles = new Particles(Float64Array.of(1, 2, 3, 4, 5, 6));
  const constraints = new AxisPlaneConstraints();
  constraints.add(1, mode, n);
  return { particles, constraints };
}

describe("a constraint to any axis or plane", () => {
  test("sets the constrained part of a position and keeps the rest", () => {
    fc.assert(
      fc.property(anyMode, anyDirection, anyVector, anyVector, (mode, n, moved, drive) => {
        const { particles, constraints } = constrainedPair(mode, n);
        const { positions, previousPositions } = particles;
        positions.set([9, 8, 7], 0);
        for (let k = 0; k < 3; k++) positions[3 + k]! += moved[k]!;
        constraints.setVelocity(1, drive);
        kernels.constrainPositions(particles, constraints, 0.1);
        const offset = [0, 1, 2].map((k) => positions[3 + k]! - previousPositions[3 + k]!);
        const expected = constrainedPart(drive, mode, n).map((x) => 0.1 * x);
        expectClose(constrainedPart(offset, mode, n), expected);
        expectClose(freePart(offset, mode, n), freePart(moved, mode, n));
        expect([...positions.slice(0, 3)]).toEqual([9, 8, 7]);
      }),
      runs(71, 300),
    );
  });

  test("sets the constrained part of a velocity, and removes it from a force", () => {
    fc.assert(
      fc.property(anyMode, anyDirection, anyVector, anyVector, (mode, n, vector, drive) => {
        const { particles, constraints } = constrainedPair(mode, n);
        const forces = Float64Array.of(1, 1, 1, ...vector);
        particles.velocities.set([1, 1, 1, ...vector]);
        constraints.setVelocity(1, drive);
        kernels.constrainVelocities(particles, constraints);
        kernels.constrainForces(particles, constraints, forces);
        const velocity = [...particles.velocities.slice(3, 6)];
        expectClose(constrainedPart(velocity, mode, n), constrainedPart(drive, mode, n));
        expectClose(freePart(velocity, mode, n), freePart(vector, mode, n));
        expectClose(forces.subarray(3), freePart(vector, mode, n));
        expect([...particles.velocities.slice(0, 3)]).toEqual([1, 1, 1]);
        expect([...forces.slice(0, 3)]).toEqual([1, 1, 1]);
      }),
      runs(72, 300),
    );
  });
});

test("added and removed constraints match a plain map", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(12), anyDirection), { maxLength: 60 }), (choices) => {
      const constraints = new AxisPlaneConstraints();
      const expected = new Map<number, Vec3Tuple>();
      for (const [particle, direction] of choices) {
        if (expected.delete(particle)) constraints.remove(particle);
        else {
          expected.set(particle, direction);
          constraints.add(particle, PLANE, direction);
          constraints.setVelocity(particle, direction);
        }
      }
      constraints.remove(99); // was never constrained
      expect(constraints.count).toBe(expected.size);
      for (let i = 0; i < constraints.count; i++) {
        const particle = constraints.particles[i]!;
        expect(constraints.has(particle)).toBe(true);
        expect([...constraints.directions.slice(3 * i, 3 * i + 3)]).toEqual(expected.get(particle));
        expectClose(constraints.velocities.subarray(3 * i), [...expected.get(particle)!]);
        expected.delete(particle);
      }
      expect(expected.size).toBe(0);
    }),
    runs(73, 100),
  );
});

describe("the force of a grab", () => {
  /** The force on a particle at (1, 2, 3) with the velocity (1, 0, 0). */
  function forceOf(grab: Attachments): number[] {
    const particles = new Particles(Float64Array.of(0, 0, 0, 1, 2, 3));
    particles.velocities[3] = 1;
    const forces = new Float64Array(6).fill(0.5);
    kernels.addAttachmentForces(particles, grab, forces);
    expect([...forces.slice(0, 3)]).toEqual([0.5, 0.5, 0.5]);
    return [...forces.slice(3)].map((x) => x - 0.5); // forces are added
  }

  test("is that of a spring and a damper", () => {
    const grab = new Attachments([1], 10, 1e9, 3);
    grab.targets.set([1.5, 2, 2]);
    grab.targetVelocities.set([0, 4, 0]);
    expectClose(forceOf(grab), [10 * 0.5 - 3, 3 * 4, -10]);
  });

  test("is limited to the maximum force, in the same direction", () => {
    const grab = new Attachments([1], 10, 2, 0);
    grab.targets.set([4, 2, 7]);
    expectClose(forceOf(grab), [2 * 0.6, 0, 2 * 0.8]);
  });

  test("damps a particle to rest at half of the critical damping, and never without damping", () => {
    const swing = (damping: number): number => {
      const particles = new Particles(new Float64Array(3));
      particles.setMass(0, 0.02);
      const grab = new Attachments([0], 50, 1e9, damping);
      grab.targets.set([0.1, 0, 0]);
      const forces = new Float64Array(3);
      const dt = 1e-4;
      let largest = 0;
      for (let i = 0; i < 10_000; i++) {
        forces.fill(0);
        kernels.addAttachmentForces(particles, grab, forces);
        for (let k = 0; k < 3; k++) {
          particles.velocities[k]! += (dt * forces[k]!) / 0.02;
          particles.positions[k]! += dt * particles.velocities[k]!;
        }
        if (i > 5000) largest = Math.max(largest, Math.abs(particles.positions[0]! - 0.1));
      }
      return largest;
    };
    expect(swing(0)).toBeCloseTo(0.1, 2);
    expect(swing(Math.sqrt(50 * 0.02))).toBeLessThan(1e-5);
  });

  test("reaches a target that has moved", () => {
    const grab = new Attachments([1], 10, 1e9, 0);
    grab.targetVelocities.set([1, 2, 3]);
    kernels.moveAttachments(grab, 0.5);
    kernels.moveAttachments(grab, 0.5);
    expect([...grab.targets]).toEqual([1, 2, 3]);
  });
});
