import { Springs, Stages } from "../../cloth/index.js";
import { defaultKernels } from "../default-kernels.js";
import type { ClothSolver, SolverCloth, SolverModule } from "../solver.js";
import { ExplicitSubsteps } from "./explicit-substeps.js";
import { INTEGRATORS, type Integrator, type IntegratorName } from "./integrators.js";
import { DAMPING_SHARE } from "./spectrum.js";

/**
 * The times of the stages of a substep, computed once for all substeps of one length. The arrays contain boxed numbers
 * (see `BOXED`), so that passing them to functions does not allocate.
 */
export class StageTimes {
  #duration = NaN;
  /** Time from the start of the substep to each stage, s. */
  readonly offsets: (number | null)[] = [null];
  /** Weights of the rates of the stages. */
  readonly weights: (number | null)[] = [null];
  /** Weight of each stage times the duration, s: force times this is the impulse that the stage adds. */
  readonly weighted: (number | null)[] = [null];
  /** Time from the previous stage to each stage, and from the last stage to the end of the substep, s. */
  readonly intervals: (number | null)[] = [null];

  /** Computes the times of an integrator for a substep of `duration`, s. */
  update({ nodes, weights }: Integrator, duration: number): void {
    if (duration === this.#duration) return;
    this.#duration = duration;
    for (let i = 0; i < nodes.length; i++) {
      this.offsets[i] = nodes[i]! * duration;
      this.weights[i] = weights[i]!;
      this.weighted[i] = weights[i]! * duration;
      this.intervals[i] = i === 0 ? 0 : (nodes[i]! - nodes[i - 1]!) * duration;
    }
    this.intervals[nodes.length] = (1 - nodes.at(-1)!) * duration;
  }
}

/** The solver of one cloth by an explicit integrator. */
class ExplicitSolver implements ClothSolver {
  readonly solveStats = null;
  readonly isTrusted = true;
  readonly #cloth: SolverCloth;
  readonly #integrator: Integrator;
  readonly #limitDamping: boolean;
  readonly #stages = new Stages();
  readonly #times = new StageTimes();

  constructor(cloth: SolverCloth, integrator: Integrator, limitDamping: boolean) {
    this.#cloth = cloth;
    this.#integrator = integrator;
    this.#limitDamping = limitDamping;
  }

  /** Evaluates the forces at the start of the substep. */
  gatherForces(duration: number): void {
    if (this.#limitDamping) {
      const { elements } = this.#cloth.cloth;
      for (let i = 0; i < elements.length; i++) {
        const own = elements[i]!;
        if (own instanceof Springs) own.dampingTime = DAMPING_SHARE * duration;
      }
    }
    this.#times.update(this.#integrator, duration);
    this.#evaluateForces(0);
  }

  /** Runs the stages of the integrator, then applies the stretch limit (Provot). */
  substep(duration: number): void {
    const { kernels, cloth, stretchLimit } = this.#cloth;
    const { particles } = cloth;
    const { nodes, isSymplectic } = this.#integrator;
    const stages = this.#stages;
    const times = this.#times;
    if (isSymplectic) {
      kernels.applyForces(particles, duration);
      kernels.advance(particles, duration);
    } else {
      kernels.startStages(particles, stages);
      kernels.addStage(particles, stages, times.weights[0]!);
      for (let i = 1; i < nodes.length; i++) {
        kernels.moveToStage(particles, stages, times.offsets[i]!);
        this.#moveAttachments(times.intervals[i]!);
        this.#evaluateForces(i);
        kernels.addStage(particles, stages, times.weights[i]!);
      }
      kernels.finishStages(particles, stages, duration);
    }
    this.#moveAttachments(times.intervals[nodes.length]!);
    if (stretchLimit !== null) kernels.limitStretch(cloth, stretchLimit, duration);
  }

  /** Evaluates all forces at a stage: external forces, elements and grabs. */
  #evaluateForces(stage: number): void {
    const { kernels, cloth, attachments, constraints } = this.#cloth;
    const { particles, elements } = cloth;
    const weighted = this.#times.weighted[stage]!;
    this.#cloth.addExternalForces(this.#times.offsets[stage]!, 0);
    for (let i = 0; i < elements.length; i++) {
      kernels.addElementForces(particles, elements[i]!, weighted);
    }
    for (let i = 0; i < attachments.length; i++) {
      kernels.addAttachmentForces(particles, attachments[i]!, particles.forces);
    }
    kernels.constrainForces(particles, constraints, particles.forces);
  }

  #moveAttachments(duration: number): void {
    const { kernels, attachments } = this.#cloth;
    for (let i = 0; i < attachments.length; i++) kernels.moveAttachments(attachments[i]!, duration);
  }
}

function explicitModule(name: IntegratorName): SolverModule {
  return {
    name,
    fields: name === "euler" ? ["stretchLimit", "limitDamping"] : ["stretchLimit"],
    defaultSubsteps: "auto",
    hasTrueStrain: true,
    // The energy that symplectic Euler conserves depends on the length of the substep: with parts of substeps an
    // undamped sheet gained energy at each tear, and tore 95 times instead of 12.
    canDivideSubsteps: name !== "euler",
    ...(name === "euler" ? { kernels: defaultKernels } : {}),
    advice: () =>
      `forces that change too fast for ${name}; try more damping, or the solver implicit or xpbd`,
    solverOf: (cloth, { limitDamping = false }) =>
      new ExplicitSolver(cloth, INTEGRATORS[name], limitDamping),
    substepsOf: (context) => new ExplicitSubsteps(context, name),
  };
}

/** The solver `euler`: symplectic Euler. */
export const euler = /* @__PURE__ */ explicitModule("euler");
/** The solver `midpoint`: the midpoint method. */
export const midpoint = /* @__PURE__ */ explicitModule("midpoint");
/** The solver `rk4`: the classical Runge–Kutta method of fourth order. */
export const rk4 = /* @__PURE__ */ explicitModule("rk4");
/** The solver `forward-euler`: for comparison; unstable without damping. */
export const forwardEuler = /* @__PURE__ */ explicitModule("forward-euler");
