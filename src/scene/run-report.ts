import type { SelfCollision } from "../collision/index.js";
import { totalsOf } from "../sim/stats.js";
import { PHASES, type Phase, type Totals, type World } from "../sim/index.js";
import type { CrossingReport } from "./crossing-watch.js";
import type { RunProfile } from "./run-profile.js";
import type { Scene } from "./schema.js";

/** Report of a run, as `tatter run --report` writes it. */
export type RunReport = {
  scene: string;
  /** Version of Tatter. */
  version: string;
  solver: string;
  /** Why `auto` chose this solver; absent if the scene names a solver. */
  solverReason?: string;
  /** Largest number of substeps of any step. */
  substeps: number;
  seed: number;
  frames: number;
  /** Simulated time, s. */
  seconds: number;
  /** Real time, s. */
  wallSeconds: number;
  tears: number;
  /** Pins that tore off, and single particles that tore off pins with `breakPerParticle`. */
  tearOffs: number;
  /** Time of the first tear, s; null without tears. */
  firstTearTime: number | null;
  /** Steps in which `maxTearsPerStep` deferred tears. */
  cappedSteps: number;
  /** Largest length over rest length of any edge at the end of any step. */
  maxStretch: number;
  /** Number of balls at the end; absent without balls. */
  balls?: number;
  /** Contact of cloth with itself and with other cloth; absent while it is off. */
  selfCollision?: {
    mode: Exclude<SelfCollision, "off">;
    /** Distance that layers keep, m; null: that of their materials. */
    thickness: number | null;
    /** Edges that passed through triangles at the start of the last step. */
    crossings: number;
    /** Times that pins forced layers through each other. */
    forcedCrossings: number;
  } & Partial<CrossingReport>;
  /** Counters of the implicit solver; absent with others. */
  implicit?: {
    /** Linear solver. */
    linear: string;
    /** Newton iterations of all steps. */
    iterations: number;
    /** Substeps that did not converge and were halved. */
    halvings: number;
    /** Largest residual at the end of a substep, as a fraction of all forces in it. */
    maxResidual: number;
    /** Steps that did not converge. Their forces cannot be trusted, so nothing tears in them. */
    untrustedSteps: number;
  };
  /** Digest of the last state. */
  hash: string;
  /** Time of each phase over the whole run, ms. */
  phases: Record<Phase, number>;
  /** Computing time of the steps; absent unless it was asked for. */
  profile?: RunProfile;
} & { [K in keyof Totals]: { start: number; end: number } };

/**
 * Makes the report of a run.
 *
 * @param run Version of Tatter, number of frames, and real time, s.
 */
export function runReport(
  scene: Pick<Scene, "name" | "seed">,
  world: World,
  run: {
    version: string;
    frames: number;
    wallSeconds: number;
    /** Times of the phases, ms, if the clock of the world has measured only a part of the run. */
    phases?: Record<Phase, number>;
    profile?: RunProfile;
    /** Crossings at the start of each step, if all steps were watched. */
    crossings?: CrossingReport | null;
  },
): RunReport {
  const { start, stats } = world;
  const end = totalsOf(world);
  const phases = run.phases ?? world.clock.milliseconds;
  return {
    scene: scene.name,
    version: run.version,
    solver: world.solver.type,
    ...(world.solver.choice !== null && { solverReason: world.solver.choice.reason }),
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
    ...selfCollisionStats(world, run.crossings ?? null),
    ...implicitStats(world),
    hash: world.hash(),
    phases: Object.fromEntries(PHASES.map((phase) => [phase, round(phases[phase], 3)])) as Record<
      Phase,
      number
    >,
    ...(run.profile !== undefined && { profile: run.profile }),
  };
}

function selfCollisionStats(
  { contact: { mode, thickness }, stats }: World,
  watched: CrossingReport | null,
): Pick<RunReport, "selfCollision"> {
  if (mode === "off") return {};
  const { crossings, forcedCrossings } = stats;
  return { selfCollision: { mode, thickness, crossings, ...watched, forcedCrossings } };
}

function implicitStats({ stats, cloths }: World): Pick<RunReport, "implicit"> {
  const solvers = cloths.flatMap(({ solver }) => solver.solveStats?.linear ?? []);
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

/** Rounds away the rounding errors of sums of time steps. */
function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
