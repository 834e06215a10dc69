import fc from "fast-check";
import { expect, test } from "vitest";
import { Particles } from "../../src/cloth/index.js";
import { Contact } from "../../src/collision/response/contact.js";
import { Random } from "../../src/math/random.js";
import { runs } from "../runs.js";

/** s. */
const STEP = 0.001;

/**
 * A triangle on a surface that pushes up, with some corners pinned, in motion. The speed of the surface determines the
 * penetration depth.
 */
class Case {
  readonly particles = new Particles(new Float64Array(9));
  readonly contact = new Contact();
  readonly before: number[];

  constructor(
    weights: readonly number[],
    pinned: readonly boolean[],
    random: Random,
    friction: number,
  ) {
    const { particles, contact } = this;
    contact.count = 3;
    for (let p = 0; p < 3; p++) {
      particles.setMass(p, random.uniform(0.5, 2));
      if (pinned[p]!) particles.pin(p);
      contact.particles[p] = p;
      contact.weights[p] = weights[p]!;
    }
    contact.normal[1] = 1;
    for (let k = 0; k < 3; k++) contact.surface[k] = random.uniform(-1, 1);
    contact.friction = friction;
    contact.duration = STEP;
    const { velocities, previousPositions, positions } = particles;
    for (let i = 0; i < 9; i++) {
      velocities[i] = pinned[Math.floor(i / 3)]! ? 0 : random.uniform(-1, 1);
      previousPositions[i] = 0;
      positions[i] = STEP * velocities[i]!;
    }
    contact.depth = Math.max(0, STEP * this.approach());
    this.before = [0, 1, 2].map((p) => this.speed(p));
  }

  /** Velocity of a corner relative to the surface, upward, m/s. */
  speed(p: number): number {
    return this.particles.velocities[3 * p + 1]! - this.contact.surface[1]!;
  }

  /** The same, from the displacement in this step. */
  pace(p: number): number {
    return this.particles.positions[3 * p + 1]! / STEP - this.contact.surface[1]!;
  }

  approach(of: (p: number) => number = (p) => this.speed(p)): number {
    let sum = 0;
    for (let p = 0; p < 3; p++) sum -= this.contact.weights[p]! * of(p);
    return sum;
  }

  resolve(): void {
    this.contact.resolve(this.particles, null);
  }
}

const weights = fc
  .tuple(
    fc.double({ min: 1e-12, max: 0.999, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map(([first, share]) => [first, (1 - first) * share, (1 - first) * (1 - share)]);
const seeds = fc.integer({ min: 0, max: 1e9 });

test("a contact of free particles removes the whole approach velocity, for any weights", () => {
  fc.assert(
    fc.property(weights, seeds, (given, seed) => {
      const one = new Case(given, [false, false, false], new Random(seed), 0);
      one.resolve();
      expect(one.approach()).toBeLessThan(1e-12);
      expect(one.approach((p) => one.pace(p))).toBeLessThan(1e-9);
    }),
    runs(1, 300),
  );
});

test("beside a pin no particle leaves the surface faster than the surface approaches the pin, however often it is pushed", () => {
  fc.assert(
    fc.property(
      weights,
      fc.constantFrom([true, false, false], [false, true, true], [true, true, false]),
      seeds,
      fc.constantFrom(0, 0.5, 10),
      (given, pinned, seed, friction) => {
        const one = new Case(given, pinned, new Random(seed), friction);
        const coming = Math.max(0, -one.before[pinned.indexOf(true)]!);
        const depth = one.contact.depth;
        for (let round = 0; round < 32; round++) {
          one.contact.depth = depth; // as if it had no effect
          one.resolve();
        }
        for (let p = 0; p < 3; p++) {
          if (pinned[p]!) continue;
          const max = Math.max(one.before[p]!, coming) + 1e-9;
          expect(one.speed(p)).toBeLessThanOrEqual(max);
          expect(one.pace(p)).toBeLessThanOrEqual(max);
        }
      },
    ),
    runs(2, 300),
  );
});

test("friction beside a pin makes no particle slide faster, however often it acts", () => {
  fc.assert(
    fc.property(weights, seeds, (given, seed) => {
      const one = new Case(given, [true, false, false], new Random(seed), 100);
      const { velocities, positions } = one.particles;
      const { surface } = one.contact;
      const sliding = (of: Float64Array, unit: number, p: number): number =>
        Math.hypot(of[3 * p]! / unit - surface[0]!, of[3 * p + 2]! / unit - surface[2]!);
      const before = [0, 1, 2].map((p) => sliding(velocities, 1, p) + 1e-9);
      for (let round = 0; round < 32; round++) {
        one.contact.depth = 0;
        for (const p of [1, 2]) velocities[3 * p + 1] = -10; // pushes on
        one.resolve();
        for (const p of [1, 2]) {
          const max = Math.max(sliding(velocities, 1, p), sliding(positions, STEP, p));
          if (!(max <= before[p]!)) throw new Error(`${max} m/s after ${before[p]} m/s`);
        }
      }
    }),
    runs(3, 300),
  );
});

test("a particle constrained to a line is not faster than the surface", () => {
  fc.assert(
    fc.property(weights, seeds, (given, seed) => {
      const one = new Case(given, [false, false, false], new Random(seed), 0.5);
      one.particles.constrained[0] = 1;
      for (let round = 0; round < 32; round++) {
        one.contact.depth = 1; // without effect
        one.resolve();
      }
      const max = Math.max(one.before[0]!, 0) + 1e-9;
      expect(one.speed(0)).toBeLessThanOrEqual(max);
      expect(one.pace(0)).toBeLessThanOrEqual(max);
    }),
    runs(5, 300),
  );
});

test("at least halfway from a pin, a contact still removes the whole approach velocity", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.5, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (weight, speed) => {
        const one = new Case([weight, 1 - weight, 0], [false, true, false], new Random(1), 0);
        one.contact.surface[1] = 1; // approaches the pin
        one.particles.velocities[1] = speed;
        one.particles.positions[1] = STEP * speed;
        one.contact.depth = Math.max(0, STEP * one.approach());
        one.resolve();
        expect(one.approach()).toBeLessThan(1e-12);
        expect(one.approach((p) => one.pace(p))).toBeLessThan(1e-9);
      },
    ),
    runs(4, 100),
  );
});
