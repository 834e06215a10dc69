import { describe, expect, test } from "vitest";
import type { ClothMaterial } from "../../src/cloth/index.js";
import type { World } from "../../src/sim/index.js";
import { meshData } from "../meshes.js";
import { inDoublePrecision } from "../worlds.js";
import { freeSheet, slopesOf, withoutGuard } from "./sheets.js";

const SOLVERS = ["euler", "midpoint", "rk4", "xpbd"] as const;
type Solver = (typeof SOLVERS)[number];

const MATERIAL: ClothMaterial = { density: 0.3, stiffness: 30, bendStiffness: 0, damping: 0 };
/** m, amplitude of the oscillation. */
const AMPLITUDE = 0.1;

/** One triangle whose edge between 0 and 1 is its only spring; it starts stretched and at rest. */
class Swing {
  readonly world: World;
  /** ω² = k (1/m₀ + 1/m₁), 1/s². */
  readonly stiffness: number;
  /** c = d (1/m₀ + 1/m₁), 1/s. */
  readonly damping: number;
  readonly #edge: number;

  /** @param isSingle True: the default kernels, in single precision. */
  constructor(solver: Solver, damping: number, isSingle = false) {
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [0.3, 1, 0],
    ];
    const mesh = meshData([[0, 1, 2]], places);
    const options = { type: solver, ...(solver === "xpbd" && { substeps: 1 }) };
    const sheet = withoutGuard(freeSheet("springs", options, { ...MATERIAL, damping }, mesh));
    this.world = isSingle ? sheet : inDoublePrecision(sheet); // on the reference kernels
    this.world.solver.substeps = 1;
    const { springs, particles, mesh: topology } = this.world.cloths[0]!;
    this.#edge = topology.findEdges(0, 1)[0]!;
    for (let edge = 0; edge < 3; edge++) {
      if (edge === this.#edge) continue;
      springs.stiffnesses[edge] = 0;
      springs.dampings[edge] = 0;
    }
    const inverse = particles.inverseMasses[0]! + particles.inverseMasses[1]!;
    this.stiffness = springs.stiffnesses[this.#edge]! * inverse;
    this.damping = springs.dampings[this.#edge]! * inverse;
    particles.positions[3]! += AMPLITUDE;
  }

  /** The stretch, m, after each of `count` steps. */
  run(count: number, dt: number): number[] {
    const { particles } = this.world.cloths[0]!;
    return Array.from({ length: count }, () => {
      this.world.step(dt);
      return particles.positions[3]! - particles.positions[0]! - 1;
    });
  }
}

type Complex = [real: number, imaginary: number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];

/**
 * The growth factor of a step for the motion exp(s t), with s = −c/2 + i √(ω² − c²/4), a root of s² + c s + ω² = 0:
 *
 * - Runge–Kutta of p stages and order p: the first p + 1 terms of exp(s dt);
 * - XPBD, with one spring the implicit Euler step: 1 / (1 − s dt);
 * - symplectic Euler: the root of g² − (2 − c dt − ω² dt²) g + 1 − c dt = 0.
 */
function growth(solver: Solver, stiffness: number, damping: number, dt: number): Complex {
  const s: Complex = [-damping / 2, Math.sqrt(stiffness - (damping * damping) / 4)];
  const z: Complex = [s[0] * dt, s[1] * dt];
  if (solver === "xpbd") {
    const size = (1 - z[0]) ** 2 + z[1] ** 2;
    return [(1 - z[0]) / size, z[1] / size];
  }
  if (solver === "euler") {
    const half = 1 - (damping * dt + stiffness * dt * dt) / 2;
    return [half, Math.sqrt(1 - damping * dt - half * half)];
  }
  let sum: Complex = [1, 0];
  for (let n = solver === "rk4" ? 4 : 2; n >= 1; n--) {
    const [x, y] = times(sum, z);
    sum = [1 + x / n, y / n];
  }
  return sum;
}

/** The mean time between upward zero crossings, each found on a cubic through the four steps around it. */
function periodOf(solver: Solver, damping: number, dt: number): number {
  const swing = new Swing(solver, damping);
  const values = swing.run(Math.ceil((6 * 2 * Math.PI) / Math.sqrt(swing.stiffness) / dt), dt);
  const crossings: number[] = [];
  for (let n = 2; n < values.length - 1; n++) {
    const [a, b, c, d] = values.slice(n - 2, n + 2) as [number, number, number, number];
    if (!(b < 0 && c >= 0)) continue;
    const at = (x: number): number =>
      (-a * x * (x - 1) * (x - 2)) / 6 +
      (b * (x + 1) * (x - 1) * (x - 2)) / 2 -
      (c * (x + 1) * x * (x - 2)) / 2 +
      (d * (x + 1) * x * (x - 1)) / 6;
    let [low, high] = [0, 1];
    for (let i = 0; i < 50; i++) {
      const midpoint = (low + high) / 2;
      if (at(midpoint) < 0) low = midpoint;
      else high = midpoint;
    }
    crossings.push((n + low) * dt);
  }
  return (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
}

describe.each(SOLVERS)("one spring with %s", (solver) => {
  // From the stretch A at rest the exact motion is A Re((1 − i c/2ω_d) exp(s t)), and a linear scheme replaces exp(s
  // dt) by its own growth factor. Symplectic Euler starts differently: its first step is x₁ = (1 − ω² dt²) A.
  test.each([0, 0.4])(
    "moves as predicted for its scheme, to rounding, with damping %d",
    (damping) => {
      const swing = new Swing(solver, damping);
      const [omega2, c] = [swing.stiffness, swing.damping];
      const dt = 0.2 / Math.sqrt(omega2);
      const values = swing.run(200, dt);
      const g = growth(solver, omega2, c, dt);
      const first = solver === "euler" ? 1 - omega2 * dt * dt : values[0]! / AMPLITUDE;
      // x_n = A Re((1 + i q) gⁿ), q from the first step.
      const q = (g[0] - first) / g[1];
      if (solver !== "euler") {
        const omega = Math.sqrt(omega2 - (c * c) / 4);
        expect(q).toBeCloseTo(-c / (2 * omega), 12);
      }
      let power: Complex = [1, 0];
      for (const value of values) {
        power = times(power, g);
        expect(Math.abs(value - AMPLITUDE * (power[0] - q * power[1]))).toBeLessThan(1e-12);
      }
    },
  );

  // Each step rounds positions of 0.1 m to 6e-8 of their change in the step.
  test.each([0, 0.4])("moves alike in single precision, with damping %d", (damping) => {
    const [double, single] = [false, true].map((isSingle) => {
      const swing = new Swing(solver, damping, isSingle);
      return swing.run(200, 0.2 / Math.sqrt(swing.stiffness));
    });
    for (const [i, value] of single!.entries()) {
      expect(Math.abs(value - double![i]!)).toBeLessThan(1e-6);
    }
  });

  // arg g = ω dt (1 + O(dt²)) for the first three, O(dt⁴) for RK4: sin(ω' dt / 2) = ω dt / 2 for symplectic Euler,
  // tan(ω' dt) = ω dt for XPBD, tan(ω' dt) = ω dt / (1 − ω² dt² / 2) for midpoint.
  test("has the period 2π/ω, with the order of its scheme", () => {
    const { stiffness } = new Swing(solver, 0);
    const omega = Math.sqrt(stiffness);
    const periods = [40, 80, 160].map((parts) =>
      periodOf(solver, 0, (2 * Math.PI) / omega / parts),
    );
    const errors = periods.map((period) => Math.abs((period * omega) / (2 * Math.PI) - 1));
    for (const slope of slopesOf(errors)) {
      expect(Math.abs(slope - (solver === "rk4" ? 4 : 2))).toBeLessThan(0.02);
    }
    expect(errors.at(-1)).toBeLessThan(solver === "rk4" ? 2.1e-8 : 5.2e-4);
  });

  // The amplitude falls as exp(−c t / 2) and the frequency is √(ω² − c²/4).
  test("decays according to its damping, with the order of its scheme", () => {
    const coarsest = solver === "xpbd" ? 6400 : 400; // its next order is large
    const errors = [1, 2, 4].map((finer) => {
      const steps = coarsest * finer;
      const swing = new Swing(solver, 0.4);
      const [omega, half] = [Math.sqrt(swing.stiffness), swing.damping / 2];
      const damped = Math.sqrt(omega * omega - half * half);
      const time = (3.3 * 2 * Math.PI) / omega;
      const exact =
        AMPLITUDE *
        Math.exp(-half * time) *
        (Math.cos(damped * time) + (half / damped) * Math.sin(damped * time));
      return Math.abs(swing.run(steps, time / steps).at(-1)! / exact - 1);
    });
    const order = { euler: 1, xpbd: 1, midpoint: 2, rk4: 4 }[solver];
    for (const slope of slopesOf(errors)) expect(Math.abs(slope - order)).toBeLessThan(0.06);
  });
});
