import { Stages } from "../../cloth/index.js";
import type { ClothSolver, SolverCloth, SolverModule } from "../solver.js";
import { ExplicitSubsteps } from "./explicit-substeps.js";
import { INTEGRATORS, type Integrator, type IntegratorName } from "./integrators.js";

/**
 * The times of the stages of a substep, which are handed from call to call: found once for all substeps of one length, and kept
 * in lists of whatever there is, as `BOXED` tells.
 */
export class StageTimes {
  #duration = NaN;
  /** From the start of the substep to each stage, s. */
  readonly afters: (number | null)[] = [null];
  /** How much the rates of each stage count. */
  readonly weights: (number | null)[] = [null];
  /** How long the forces of each stage count in the substep, s: what they add to the impulses of the elements. */
  readonly weighted: (number | null)[] = [null];
  /** From the stage before to each stage, and from the last one to the end of the substep, s. */
  readonly ways: (number | null)[] = [null];

  find({ nodes, weights }: Integrator, duration: number): void {
    if (duration === this.#duration) return;
    this.#duration = duration;
    for (let i = 0; i < nodes.length; i++) {
      this.afters[i] = nodes[i]! * duration;
      this.weights[i] = weights[i]!;
      this.weighted[i] = weights[i]! * duration;
      this.ways[i] = i === 0 ? 0 : (nodes[i]! - nodes[i - 1]!) * duration;
    }
    this.ways[nodes.length] = (1 - nodes.at(-1)!) * duration;
  }
}

/** An explicit integrator: it goes on from all forces at the start of a substep, those of the cloth itself too. */
class ExplicitSolver implements ClothSolver {
  readonly figures = null;
  readonly isTrusted = true;
  readonly #cloth: SolverCloth;
  readonly #integrator: Integrator;
  readonly #stages = new Stages();
  readonly #times = new StageTimes();

  constructor(cloth: SolverCloth, integrator: Integrator) {
    this.#cloth = cloth;
    this.#integrator = integrator;
  }

  /** The forces at the start of the substep. */
  gatherForces(duration: number): void {
    this.#times.find(this.#integrator, duration);
    this.#evaluateForces(0);
  }

  /** From the forces at the start through the stages of the integrator; then Provot's limit draws together what is too long. */
  substep(duration: number): void {
    const { kernels, cloth, stretchLimit } = this.#cloth;
    const { particles } = cloth;
    const { nodes, isSymplectic } = this.#integrator;
    const stages = this.#stages;
    const times = this.#times;
    if (isSymplectic) {
      kernels.applyForces(particles, duration);
      kernels.predict(particles, duration);
    } else {
      kernels.startStages(particles, stages);
      kernels.addStage(particles, stages, times.weights[0]!);
      for (let i = 1; i < nodes.length; i++) {
        kernels.moveToStage(particles, stages, times.afters[i]!);
        this.#moveAttachments(times.ways[i]!);
        this.#evaluateForces(i);
        kernels.addStage(particles, stages, times.weights[i]!);
      }
      kernels.finishStages(particles, stages, duration);
    }
    this.#moveAttachments(times.ways[nodes.length]!);
    if (stretchLimit !== null) kernels.limitStretch(cloth, stretchLimit, duration);
  }

  /** Adds up the forces on the cloth as it stands at a stage: from outside, of its elements, of grabs. */
  #evaluateForces(stage: number): void {
    const { kernels, cloth, attachments, holds } = this.#cloth;
    const { particles, elements } = cloth;
    const weighted = this.#times.weighted[stage]!;
    this.#cloth.addExternalForces(this.#times.afters[stage]!, 0);
    for (let i = 0; i < elements.length; i++) {
      kernels.addElementForces(particles, elements[i]!, weighted);
    }
    for (let i = 0; i < attachments.length; i++) {
      kernels.addAttachmentForces(particles, attachments[i]!, particles.forces);
    }
    kernels.holdForces(holds, particles.forces);
  }

  #moveAttachments(duration: number): void {
    const { kernels, attachments } = this.#cloth;
    for (let i = 0; i < attachments.length; i++) kernels.moveAttachments(attachments[i]!, duration);
  }
}

function explicitModule(name: IntegratorName): SolverModule {
  return {
    name,
    fields: ["stretchLimit"],
    defaultSubsteps: "auto",
    hasTrueStrain: true,
    // Symplectic Euler keeps an energy that depends on the length of the substep: with parts of substeps an undamped sheet
    // gained energy at each tear, and tore 95 times instead of 12.
    canDivideSubsteps: name !== "euler",
    advice: () =>
      `forces that change too fast for ${name}; try more damping, or the solver implicit or xpbd`,
    solverOf: (cloth) => new ExplicitSolver(cloth, INTEGRATORS[name]),
    substepsOf: (context) => new ExplicitSubsteps(context, name),
  };
}

/** The solver `euler`: symplectic Euler. */
export const euler = /* @__PURE__ */ explicitModule("euler");
/** The solver `midpoint`. */
export const midpoint = /* @__PURE__ */ explicitModule("midpoint");
/** The solver `rk4`: Runge and Kutta's, of fourth order. */
export const rk4 = /* @__PURE__ */ explicitModule("rk4");
/** The solver `forward-euler`: for comparison. */
export const forwardEuler = /* @__PURE__ */ explicitModule("forward-euler");
