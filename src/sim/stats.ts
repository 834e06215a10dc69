import type { Cloth } from "../cloth/index.js";

/** Counters of a world. Each counts from the start of the world, unless it says otherwise. */
export interface Stats {
  /** Steps made. */
  steps: number;
  /** Tears, also those from code. */
  tears: number;
  /** Pins that tore off, and single particles that tore off pins with `breakPerParticle`. */
  tearOffs: number;
  /** Time of the first tear, s; null before it. */
  firstTearTime: number | null;
  /** Largest length over rest length of any edge at the end of any step. */
  maxStretch: number;
  /** Steps in which `maxTearsPerStep` deferred tears to the next step. */
  cappedSteps: number;
  /** Tears of the latest step. */
  lastTears: number;
  /** Substeps of the latest step. */
  substeps: number;
  /** Largest number of substeps of any step. */
  maxSubsteps: number;
  /** Newton iterations of the latest step. This and the fields below are 0 with solvers other than implicit. */
  iterations: number;
  /** Newton iterations of all steps. */
  totalIterations: number;
  /** Substeps that did not converge and were halved, in all steps. */
  halvings: number;
  /** Largest residual at the end of a substep of the latest step, as a fraction of the sum of all forces in it. */
  residual: number;
  /** Largest residual of all steps. */
  maxResidual: number;
  /** Steps that did not converge. Their forces cannot be trusted, so nothing tears in them. */
  untrustedSteps: number;
  /** Edges of cloth that passed through triangles at the start of the latest step; 0 without self-collision. */
  crossings: number;
  /** Times that pins forced features of cloth through each other in spite of exact self-collision. */
  forcedCrossings: number;
}

/** Counters of a new world. */
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
    crossings: 0,
    forcedCrossings: 0,
  };
}

/** Totals over all cloths of a world. */
export interface Totals {
  particles: number;
  triangles: number;
  /** Connected components: pieces that share no vertex with each other. */
  pieces: number;
  /** Unstressed area, m². */
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
