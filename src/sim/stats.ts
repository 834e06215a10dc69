import type { Cloth } from "../cloth/index.js";

/** Counts that run on from step to step. */
export interface Stats {
  steps: number;
  tears: number;
  /** Pins that the cloth tore off, and single particles of those that let go of each by itself. */
  tearOffs: number;
  /** s, null before the first tear. */
  firstTearTime: number | null;
  /** Largest length over rest length of any edge at the end of any step. */
  maxStretch: number;
  /** Steps in which the cap put tears off to the next step. */
  cappedSteps: number;
  /** Tears of the latest step. */
  lastTears: number;
  /** Substeps of the latest step. */
  substeps: number;
  /** The most substeps of any step. */
  maxSubsteps: number;
  /** Newton's iterations of the latest step; 0 with other solvers than implicit, as the figures below. */
  iterations: number;
  /** Newton's iterations of all steps. */
  totalIterations: number;
  /** Substeps of all steps that did not converge and were halved. */
  halvings: number;
  /** Largest residual that a substep of the latest step was left with, as a part of all forces in it. */
  residual: number;
  /** The largest of all steps. */
  maxResidual: number;
  /** Steps whose forces could not be trusted: nothing tore in them. */
  untrustedSteps: number;
}

export function newStats(): Stats {
  return {
    steps: 0,
    tears: 0,
    tearOffs: 0,
    firstTearTime: null,
    maxStretch: 0,
    cappedSteps: 0,
    lastTears: 0,
    substeps: 0,
    maxSubsteps: 0,
    iterations: 0,
    totalIterations: 0,
    halvings: 0,
    residual: 0,
    maxResidual: 0,
    untrustedSteps: 0,
  };
}

/** Totals over all cloths of a world. */
export interface Totals {
  particles: number;
  triangles: number;
  /** Parts that do not hang together, not even by a vertex. */
  pieces: number;
  /** m². */
  restArea: number;
  /** kg. */
  mass: number;
}

/**
 * Totals over all cloths of a world, as they are now. O(particles + triangles).
 *
 * @example
 * import { generateGrid, totalsOf, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [10, 10] });
 * const world = new World({ cloths: [{ mesh }] });
 * console.log(totalsOf(world).mass); // 0.15 kg: 1 m² of cotton
 */
export function totalsOf({ cloths }: { readonly cloths: readonly Cloth[] }): Totals {
  const totals: Totals = { particles: 0, triangles: 0, pieces: 0, restArea: 0, mass: 0 };
  for (const { mesh, particles, pieces, rest } of cloths) {
    totals.particles += particles.count;
    totals.triangles += mesh.triangleCount;
    totals.pieces += pieces.count;
    for (let t = 0; t < mesh.triangleCount; t++) totals.restArea += rest.areas[t]!;
    for (let p = 0; p < particles.count; p++) totals.mass += particles.masses[p]!;
  }
  return totals;
}
