import type { Cloth, Model } from "../cloth/index.js";
import { EXPLICIT_SAFETY } from "./explicit/explicit-substeps.js";
import { restSpectrum } from "./explicit/spectrum.js";
import { stableStep } from "./explicit/stability.js";
import { layoutsOf } from "./implicit/multigrid/element-layouts.js";
import { MAX_DIRECT_PARTICLES } from "./implicit/linear-solver.js";
import { MAX_IMPLICIT_SUBSTEP } from "./implicit/module.js";
import { MAX_SUBSTEPS, type SolverKind, type SolverName, type SolverOptions } from "./options.js";
import { roundUp } from "./substeps.js";

/** The solver that `auto` chose, and the reason. */
export interface SolverChoice {
  type: SolverName;
  substeps: number | "auto";
  /** Its other options: integrator and linear solver of `implicit`. */
  options: Pick<SolverOptions, "integrator" | "linear">;
  /** One sentence: estimated times per step of the solvers. */
  reason: string;
}

/**
 * Estimated times per particle, s: of a substep of xpbd and of symplectic Euler on kernels in WebAssembly, of a step of
 * 1/60 s of moving cloth with multigrid, and of a direct solve without the factorization. Measured on one core of a
 * 2-core cloud machine (`npm run bench -- solvers`, `npm run bench -- auto`). These are constants, not runtime
 * measurements, so that a scene gets the same solver on every machine.
 */
interface Costs {
  xpbd: number;
  euler: number;
  multigrid: number;
  direct: number;
}
const COSTS: Record<Model, Costs> = {
  springs: { xpbd: 0.04e-6, euler: 0.03e-6, multigrid: 3e-6, direct: 4e-6 },
  angles: { xpbd: 0.15e-6, euler: 0.1e-6, multigrid: 8e-6, direct: 9e-6 },
  "baraff-witkin": { xpbd: 0.12e-6, euler: 0.08e-6, multigrid: 7e-6, direct: 8e-6 },
  membrane: { xpbd: 0.12e-6, euler: 0.08e-6, multigrid: 7e-6, direct: 7e-6 },
};
/** A factorization of n particles takes this times n^1.5, s. */
const FACTORIZATION = 0.32e-6;
/** The conjugate gradients of one solve without multigrid take this per particle, s. */
const ITERATIONS = 45e-6;
/** Substeps of `implicit` in a step of 1/60 s, for which its costs were measured. */
const SUBSTEPS = 4;
/** Linear solves per step of moving cloth without multigrid: about two iterations per substep. */
const SOLVES = 9;
/** With fewer substeps xpbd looks like rubber. */
const MIN_XPBD_SUBSTEPS = 20;
/** More substeps of xpbd bring no further improvement. */
const MAX_XPBD_SUBSTEPS = 200;
/** Under load, the excess stretch of xpbd is this times (c · substep / edge)², where c is the speed of sound. */
const SOFTNESS = 1.5;
/** Default of `budget`, s. A step of 1/60 s that takes that long still moves while it is dragged. */
export const DEFAULT_BUDGET = 0.05;

/**
 * The substeps of explicit solvers are counted for unloaded cloth. They get shorter while it is stretched or dragged, so
 * these solvers have to be this many times cheaper.
 */
const EXPLICIT_MARGIN = 2;

const MULTIGRID = { integrator: "bdf2", linear: "multigrid" } as const;

/** The task that a solver is chosen for. */
export interface SolverTask {
  /** The cloths, at the start or as they are now. Only what belongs to the unloaded cloth decides. */
  cloths: readonly Cloth[];
  /** Drag coefficient of the air, N·s/m³. */
  drag: number;
  /** True if a cloth tears at the force that its material bears. */
  needsTrueForces: boolean;
  /** Time step, s. */
  step: number;
  /** Maximum real time per step, s. */
  budget: number;
  /** True if the solver may use WebAssembly. */
  hasWasm: boolean;
  /** Names of the available solvers. */
  names: readonly string[];
}

/** A solver kind that chooses one of the other solvers. */
export interface SolverChooser extends SolverKind {
  /** Returns the solver for a task. */
  choose(task: SolverTask): SolverChoice;
}

/** The solver `auto`: chooses a solver by estimated cost. */
export const auto: SolverChooser = {
  name: "auto",
  fields: ["budget"],
  defaultSubsteps: "auto",
  choose: chooseSolver,
};

/**
 * Chooses the cheapest solver whose forces are those of the material, if it fits the budget: symplectic Euler (for soft or
 * coarse cloth) or implicit, with multigrid if it may use WebAssembly. If none fits, chooses xpbd with as many substeps
 * as the budget allows: that comes closest. Where true forces are needed, it chooses implicit whatever it takes.
 */
function chooseSolver(task: SolverTask): SolverChoice {
  const { cloths, drag, needsTrueForces, step, budget, names } = task;
  for (const name of ["euler", "implicit", "xpbd"]) {
    if (!names.includes(name)) throw new RangeError(`solver.type: auto needs ${name} in solvers`);
  }
  const hasMultigrid = task.hasWasm && cloths.every((cloth) => layoutsOf(cloth) !== null);
  const options = hasMultigrid ? MULTIGRID : {};
  const sum = (cost: (cloth: Cloth) => number): number =>
    cloths.reduce((total, cloth) => total + cost(cloth), 0);
  const substeps = eulerSubsteps(cloths, drag, step);
  const euler = sum((cloth) => substeps * cloth.particles.count * COSTS[cloth.model].euler);
  const perStep = sum("linear" in options ? multigridCost : directCost);
  const implicit = (perStep * roundUp(step / MAX_IMPLICIT_SUBSTEP - 1e-9)) / SUBSTEPS;
  const count =
    substeps > MAX_SUBSTEPS
      ? `over ${MAX_SUBSTEPS} substeps`
      : `${substeps} ${substeps === 1 ? "substep" : "substeps"}, about ${milliseconds(euler)}`;
  const within = budget < Infinity ? ` per step, within ${milliseconds(budget)}` : " per step";
  if (euler <= budget && EXPLICIT_MARGIN * euler <= implicit) {
    const reason = `euler needs ${count}${within}; implicit would take about ${milliseconds(implicit)}`;
    return { type: "euler", substeps: "auto", options: {}, reason };
  }
  const solver = "linear" in options ? "implicit with multigrid" : "implicit";
  if (implicit <= budget) {
    const reason = `${solver} takes about ${milliseconds(implicit)}${within}; euler would need ${count}`;
    return { type: "implicit", substeps: "auto", options, reason };
  }
  if (needsTrueForces) {
    const over = `${solver} takes about ${milliseconds(implicit)} per step, over the budget of ${milliseconds(budget)}`;
    const reason = `${over}; tearing by the tension of the material needs its forces`;
    return { type: "implicit", substeps: "auto", options, reason };
  }
  const others = `${solver} would take about ${milliseconds(implicit)} per step, and euler would need ${count}`;
  return xpbdFor(cloths, { step, budget, others });
}

/** Chooses xpbd with as many substeps as the budget allows. */
function xpbdFor(
  cloths: readonly Cloth[],
  { step, budget, others }: { step: number; budget: number; others: string },
): SolverChoice {
  const cost = cloths.reduce(
    (total, { particles, model }) => total + particles.count * COSTS[model].xpbd,
    0,
  );
  const affordable = Math.floor(budget / cost);
  const substeps = Math.max(MIN_XPBD_SUBSTEPS, Math.min(affordable, MAX_XPBD_SUBSTEPS));
  const edges = Math.max(...cloths.map(speedOf)) * (step / substeps);
  const times = Number((1 + SOFTNESS * edges * edges).toPrecision(2));
  const limit =
    affordable < MIN_XPBD_SUBSTEPS
      ? `over the budget of ${milliseconds(budget)} (fewer would look like rubber),`
      : `within ${milliseconds(budget)},`;
  const reason =
    `${others}; xpbd with ${substeps} substeps takes about ${milliseconds(substeps * cost)}, ${limit} ` +
    `but stretches under load about ${times} times as much as the material specifies`;
  return { type: "xpbd", substeps, options: {}, reason };
}

function multigridCost({ particles, model }: Cloth): number {
  return particles.count * COSTS[model].multigrid;
}

/** Cost of a step with the direct solver, or with conjugate gradients, s. */
function directCost({ particles: { count }, model }: Cloth): number {
  const factorization =
    count > MAX_DIRECT_PARTICLES ? ITERATIONS : FACTORIZATION * Math.sqrt(count);
  return SOLVES * count * (COSTS[model].direct + factorization);
}

/** Substeps of symplectic Euler in a step. */
function eulerSubsteps(cloths: readonly Cloth[], drag: number, step: number): number {
  let maxStable = Infinity;
  for (const cloth of cloths) {
    maxStable = Math.min(maxStable, stableStep("euler", restSpectrum(cloth, drag)));
  }
  return Math.max(1, -Math.floor(-step / (EXPLICIT_SAFETY * maxStable)));
}

/** Speed of sound, edges per second. */
function speedOf({ mesh: { edgeCount }, rest, material }: Cloth): number {
  let length = 0;
  for (let edge = 0; edge < edgeCount; edge++) length += rest.lengths[edge]!;
  const stiffest = Math.max(material.stiffness, material.warp, material.weft);
  return (Math.sqrt(stiffest / material.density) * edgeCount) / length;
}

function milliseconds(seconds: number): string {
  return `${Number((1000 * seconds).toPrecision(2))} ms`;
}
