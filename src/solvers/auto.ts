import { withErrorPath } from "../mesh/error-path.js";
import type { MeshData } from "../mesh/index.js";
import { Cloth, MATERIALS, type ClothMaterial, type Model } from "../cloth/index.js";
import { EXPLICIT_SAFETY } from "./explicit/explicit-substeps.js";
import { SpectrumTracker } from "./explicit/spectrum.js";
import { stableStep } from "./explicit/stability.js";
import { MAX_DIRECT_PARTICLES } from "./implicit/linear-solver.js";
import { MAX_SUBSTEPS, type SolverKind, type SolverName } from "./options.js";

/** The solver that `auto` took, and why. */
export interface SolverChoice {
  type: SolverName;
  substeps: number | "auto";
  /** One sentence. */
  reason: string;
}

/**
 * Real time that a particle takes, s: in a substep of xpbd, in a substep of symplectic Euler, and in a solve of the
 * implicit solver beside the factorisation. Measured on one core of a 2-core cloud machine (`npm run bench -- solvers`);
 * figures, not clocks, so that the same scene gets the same solver everywhere.
 */
const COSTS: Record<Model, { xpbd: number; euler: number; implicit: number }> = {
  springs: { xpbd: 0.17e-6, euler: 0.25e-6, implicit: 4e-6 },
  angles: { xpbd: 0.6e-6, euler: 0.7e-6, implicit: 9e-6 },
  "baraff-witkin": { xpbd: 0.5e-6, euler: 0.55e-6, implicit: 8e-6 },
  membrane: { xpbd: 0.5e-6, euler: 0.5e-6, implicit: 7e-6 },
};
/** s: a factorisation of n particles takes this times n^1.5, iterations on more than can be factored this times n. */
const FACTORISATION = 0.32e-6;
const ITERATIONS = 45e-6;
/** Solves that a step of cloth in motion takes: four substeps, with two iterations each, or a few more. */
const SOLVES = 9;
/** Substeps of xpbd below which it looks like rubber, and above which more are of no use. */
const MIN_XPBD_SUBSTEPS = 20;
const MAX_XPBD_SUBSTEPS = 200;
/** Under load xpbd stretches by so many times (c · substep / edge)² more than it should, c being the speed of sound. */
const SOFTNESS = 1.5;

/** What a solver is picked for. */
export interface SolverTask {
  cloths: readonly { mesh: MeshData; material?: ClothMaterial; model?: Model }[];
  /** Of the air, N·s/m³. */
  drag: number;
  /** s. */
  step: number;
  /** Real time that a step may take, s. */
  budget: number;
  /** The solvers that there are. */
  names: readonly string[];
}

/** What picks a solver, in place of one. */
export interface SolverChooser extends SolverKind {
  choose(task: SolverTask): SolverChoice;
}

/** `auto`: picks the solver by figures of what each would cost. */
export const auto: SolverChooser = {
  name: "auto",
  fields: ["budget"],
  defaultSubsteps: "auto",
  choose: chooseSolver,
};

/**
 * The solver that carries these cloths within the budget: the cheaper of those with true forces, symplectic Euler (for
 * soft or coarse cloth) and implicit. Where neither can, xpbd with as many substeps as there is time for.
 */
function chooseSolver({ cloths: given, drag, step, budget, names }: SolverTask): SolverChoice {
  for (const name of ["euler", "implicit", "xpbd"]) {
    if (!names.includes(name)) throw new RangeError(`solver.type: auto needs ${name} in solvers`);
  }
  const cloths = given.map((cloth, i) => withErrorPath(`cloths.${i}`, () => lookAt(cloth, drag)));
  const sum = (cost: (cloth: Look) => number): number =>
    cloths.reduce((total, cloth) => total + cost(cloth), 0);
  const longest = Math.min(...cloths.map(({ longestStep }) => longestStep));
  const substeps = Math.max(1, -Math.floor(-step / (EXPLICIT_SAFETY * longest)));
  const euler = sum(({ particles, costs }) => substeps * particles * costs.euler);
  const implicit = sum(
    ({ particles, costs }) =>
      SOLVES *
      particles *
      (costs.implicit +
        (particles > MAX_DIRECT_PARTICLES ? ITERATIONS : FACTORISATION * Math.sqrt(particles))),
  );
  const count =
    substeps > MAX_SUBSTEPS
      ? "more substeps than anybody could wait for"
      : `${substeps} ${substeps === 1 ? "substep" : "substeps"}, about ${milliseconds(euler)}`;
  const within = budget < Infinity ? ` a step, within ${milliseconds(budget)}` : " a step";
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
    others: `implicit would take about ${milliseconds(implicit)} a step, and euler would need ${count}`,
  });
}

/** xpbd with as many substeps as there is time for. */
function xpbdFor(
  cloths: readonly Look[],
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
    `but stretches under load about ${times} times as much as the material says`;
  return { type: "xpbd", substeps, reason };
}

interface Look {
  particles: number;
  costs: { xpbd: number; euler: number; implicit: number };
  /** The longest stable step of symplectic Euler, s. */
  longestStep: number;
  /** Edges that sound passes a second. */
  speed: number;
}

function lookAt(
  { mesh, material = MATERIALS.cotton, model }: SolverTask["cloths"][number],
  drag: number,
): Look {
  const cloth = new Cloth(mesh, material, undefined, model);
  const { edgeCount } = cloth.mesh;
  let length = 0;
  for (let edge = 0; edge < edgeCount; edge++) length += cloth.rest.lengths[edge]!;
  const stiffest = Math.max(cloth.material.stiffness, cloth.material.warp, cloth.material.weft);
  return {
    particles: cloth.particles.count,
    costs: COSTS[cloth.model],
    longestStep: stableStep("euler", new SpectrumTracker(cloth).measure(drag, [])),
    speed: (Math.sqrt(stiffest / cloth.material.density) * edgeCount) / length,
  };
}

function milliseconds(seconds: number): string {
  return `${Number((1000 * seconds).toPrecision(2))} ms`;
}
