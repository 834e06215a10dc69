import { totalsOf } from "../sim/stats.js";
import { PHASES, type Phase, type Totals, type World } from "../sim/index.js";
import type { Scene } from "./schema.js";

/** What a run did, as it is written by `tatter run --report`. */
export type RunReport = {
  scene: string;
  /** Of tatter. */
  version: string;
  solver: string;
  /** Why `auto` took this solver; absent where the scene names one. */
  solverReason?: string;
  /** The most substeps of any step. */
  substeps: number;
  seed: number;
  frames: number;
  /** Simulated time. */
  seconds: number;
  /** Real time. */
  wallSeconds: number;
  tears: number;
  /** Pins that the cloth tore off, and single particles of those that let go of each by itself. */
  tearOffs: number;
  /** s; null without tears. */
  firstTearTime: number | null;
  /** Steps in which `maxTearsPerStep` put tears off. */
  cappedSteps: number;
  /** Largest length over rest length of any edge at the end of any step. */
  maxStretch: number;
  /** The balls that are there at the end; absent without any. */
  balls?: number;
  /** How the implicit solver got on; absent with others. */
  implicit?: {
    /** How its equations were solved. */
    linear: string;
    /** Newton's iterations of all steps. */
    iterations: number;
    /** Substeps that did not converge and were halved. */
    halvings: number;
    /** Largest residual that a substep was left with, as a part of all forces in it. */
    maxResidual: number;
    /** Steps whose forces could not be trusted: nothing tore in them. */
    untrustedSteps: number;
  };
  /** Digest of the last state. */
  hash: string;
  /** ms of each phase of the step, over the whole run. */
  phases: Record<Phase, number>;
} & { [K in keyof Totals]: { start: number; end: number } };

export function runReport(
  scene: Pick<Scene, "name" | "seed">,
  world: World,
  run: {
    version: string;
    frames: number;
    wallSeconds: number;
    /** Where the clock of the world knows a part of the run only. */
    phases?: Record<Phase, number>;
  },
): RunReport {
  const { start, stats } = world;
  const end = totalsOf(world);
  const phases = run.phases ?? world.clock.milliseconds;
  return {
    scene: scene.name,
    version: run.version,
    solver: world.solver.type,
    ...(world.solverChoice !== null && { solverReason: world.solverChoice.reason }),
    substeps: stats.maxSubsteps,
    seed: scene.seed,
    frames: run.frames,
    seconds: round(world.time, 9),
    wallSeconds: round(run.wallSeconds, 3),
    particles: { start: start.particles, end: end.particles },
    triangles: { start: start.triangles, end: end.triangles },
    pieces: { start: start.pieces, end: end.pieces },
    restArea: { start: start.restArea, end: end.restArea },
    mass: { start: start.mass, end: end.mass },
    tears: stats.tears,
    tearOffs: stats.tearOffs,
    firstTearTime: stats.firstTearTime === null ? null : round(stats.firstTearTime, 9),
    cappedSteps: stats.cappedSteps,
    maxStretch: stats.maxStretch,
    ...(world.balls.length > 0 && { balls: world.balls.length }),
    ...implicitFigures(world),
    hash: world.hash(),
    phases: Object.fromEntries(PHASES.map((phase) => [phase, round(phases[phase], 3)])) as Record<
      Phase,
      number
    >,
  };
}

function implicitFigures({ stats, cloths }: World): Pick<RunReport, "implicit"> {
  const solvers = cloths.flatMap(({ solver }) => solver.figures?.linear ?? []);
  if (solvers.length === 0) return {};
  return {
    implicit: {
      linear: [...new Set(solvers)].join(", "),
      iterations: stats.totalIterations,
      halvings: stats.halvings,
      maxResidual: stats.maxResidual,
      untrustedSteps: stats.untrustedSteps,
    },
  };
}

/** Sums of time steps without the noise of their last bits. */
function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
