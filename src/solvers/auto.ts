import { withErrorPath } from "../mesh/error-path.js";
import type { MeshData } from "../mesh/index.js";
import { Cloth, MATERIALS, type ClothMaterial, type Model } from "../cloth/index.js";
import { EXPLICIT_SAFETY } from "./explicit/explicit-substeps.js";
import { SpectrumTracker } from "./explicit/spectrum.js";
import { stableStep } from "./explicit/stability.js";
import { MAX_DIRECT_PARTICLES } from "./implicit/linear-solver.js";
import { MAX_SUBSTEPS, type SolverKind, type SolverName } from "./options.js";

/** The solver that `auto` chose, and the reason. */
export interface SolverChoice {
  type: SolverName;
  substeps: number | "auto";
  /** One sentence: estimated times per step of the solvers. */
  reason: string;
}

/**
 * Estimated time per particle, s: in a substep of xpbd, in a substep of symplectic Euler, and in a solve of the
 * implicit solver without the factorization. Measured on one core of a 2-core cloud machine (`npm run bench --
 * solvers`). These are constants, not runtime measurements, so that a scene gets the same solver on every machine.
 */
const COSTS: Record<Model, { xpbd: number; euler: number; implicit: number }> = {
  springs: { xpbd: 0.17e-6, euler: 0.25e-6, implicit: 4e-6 },
  angles: { xpbd: 0.6e-6, euler: 0.7e-6, implicit: 9e-6 },
  "baraff-witkin": { xpbd: 0.5e-6, euler: 0.55e-6, implicit: 8e-6 },
  membrane: { xpbd: 0.5e-6, euler: 0.5e-6, implicit: 7e-6 },
};
/** A factorization of n particles takes this times n^1.5, s. */
const FACTORIZATION = 0.32e-6;
/** The conjugate gradients of one solve take this per particle, s. */
const ITERATIONS = 45e-6;
/** Linear solves per step of moving cloth: four substeps with about two iterations each. */
const SOLVES = 9;
/** With fewer substeps xpbd looks like rubber. */
const MIN_XPBD_SUBSTEPS = 20;
/** More substeps of xpbd bring no further improvement. */
const MAX_XPBD_SUBSTEPS = 200;
/** Under load, the excess stretch of xpbd is this times (c · substep / edge)², where c is the speed of sound. */
const SOFTNESS = 1.5;

/** The task that a solver is chosen for. */
export interface SolverTask {
  cloths: readonly { mesh: MeshData; material?: ClothMaterial; model?: Model }[];
  /** Drag coefficient of the air, N·s/m³. */
  drag: number;
  /** Time step, s. */
  step: number;
  /** Maximum real time per step, s. */
  budget: number;
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
 * Chooses the cheaper of the two solvers with accurate forces that fit the budget: symplectic Euler (for soft or coarse
 * cloth) or implicit. If neither fits, chooses xpbd with as many substeps as the budget allows.
 */
function chooseSolver({ cloths: given, drag, step, budget, names }: SolverTask): SolverChoice {
  for (const name of ["euler", "implicit", "xpbd"]) {
    if (!names.includes(name)) throw new RangeError(`solver.type: auto needs ${name} in solvers`);
  }
  const cloths = given.map((cloth, i) =>
    withErrorPath(`cloths.${i}`, () => profileOf(cloth, drag)),
  );
  const sum = (cost: (cloth: ClothProfile) => number): number =>
    cloths.reduce((total, cloth) => total + cost(cloth), 0);
  const maxStable = Math.min(...cloths.map(({ maxStep }) => maxStep));
  const substeps = Math.max(1, -Math.floor(-step / (EXPLICIT_SAFETY * maxStable)));
  const euler = sum(({ particles, costs }) => substeps * particles * costs.euler);
  const implicit = sum(
    ({ particles, costs }) =>
      SOLVES *
      particles *
      (costs.implicit +
        (particles > MAX_DIRECT_PARTICLES ? ITERATIONS : FACTORIZATION * Math.sqrt(particles))),
  );
  const count =
    substeps > MAX_SUBSTEPS
      ? `over ${MAX_SUBSTEPS} substeps`
      : `${substeps} ${substeps === 1 ? "substep" : "substeps"}, about ${milliseconds(euler)}`;
  const within = budget < Infinity ? ` per step, within ${milliseconds(budget)}` : " per step";
  if (euler <= budget && euler <= implicit) {
    const reason = `euler needs ${count}${within}; implicit would take about ${milliseconds(implicit)}`;
    return { type: "euler", substeps: "auto", reason };
  }
  if (implicit <= budget) {
    const reason = `implicit takes about ${milliseconds(implicit)}${within}; euler would need ${count}`;
    return { type: "implicit", substeps: "auto", reason };
  }
  return xpbdFor(cloths, step, budget, {
    cost: sum(({ particles, costs }) => particles * costs.xpbd),
    others: `implicit would take about ${milliseconds(implicit)} per step, and euler would need ${count}`,
  });
}

/** Chooses xpbd with as many substeps as the budget allows. */
function xpbdFor(
  cloths: readonly ClothProfile[],
  step: number,
  budget: number,
  { cost, others }: { cost: number; others: string },
): SolverChoice {
  const affordable = Math.floor(budget / cost);
  const substeps = Math.max(MIN_XPBD_SUBSTEPS, Math.min(affordable, MAX_XPBD_SUBSTEPS));
  const edges = Math.max(...cloths.map(({ speed }) => speed * (step / substeps)));
  const times = Number((1 + SOFTNESS * edges * edges).toPrecision(2));
  const late = affordable < MIN_XPBD_SUBSTEPS ? ", and fewer would look like rubber" : "";
  const reason =
    `${others}; xpbd takes about ${milliseconds(substeps * cost)} of ${milliseconds(budget)} with ${substeps} substeps${late}, ` +
    `but stretches under load about ${times} times as much as the material specifies`;
  return { type: "xpbd", substeps, reason };
}

/** Size and estimated costs of a cloth. */
interface ClothProfile {
  particles: number;
  costs: { xpbd: number; euler: number; implicit: number };
  /** Maximum stable step of symplectic Euler, s. */
  maxStep: number;
  /** Speed of sound, edges per second. */
  speed: number;
}

function profileOf(
  { mesh, material = MATERIALS.cotton, model }: SolverTask["cloths"][number],
  drag: number,
): ClothProfile {
  const cloth = new Cloth(mesh, material, undefined, model);
  const { edgeCount } = cloth.mesh;
  let length = 0;
  for (let edge = 0; edge < edgeCount; edge++) length += cloth.rest.lengths[edge]!;
  const stiffest = Math.max(cloth.material.stiffness, cloth.material.warp, cloth.material.weft);
  return {
    particles: cloth.particles.count,
    costs: COSTS[cloth.model],
    maxStep: stableStep("euler", new SpectrumTracker(cloth).measure(drag, [])),
    speed: (Math.sqrt(stiffest / cloth.material.density) * edgeCount) / length,
  };
}

function milliseconds(seconds: number): string {
  return `${Number((1000 * seconds).toPrecision(2))} ms`;
}
