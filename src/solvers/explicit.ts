import type { Attachments, Cloth, Holds, Stages } from "../cloth/index.js";
import type { Kernels } from "../kernels/index.js";
import { INTEGRATORS, type IntegratorName } from "./integrators.js";

/** What an explicit substep needs to know. */
export interface ExplicitSubstep {
  kernels: Kernels;
  cloth: Cloth;
  attachments: readonly Attachments[];
  holds: Holds;
  stages: Stages;
  times: StageTimes;
  /** Adds all forces from outside at the time `after` the start of the substep, s, to cleared forces. */
  addExternalForces(after: number): void;
}

/**
 * The times of the stages of a substep, which are handed from call to call: found once for all substeps of one length, and kept
 * in lists of whatever there is, as `BOXED` tells.
 */
export class StageTimes {
  #name: IntegratorName | null = null;
  #duration = NaN;
  /** From the start of the substep to each stage, s. */
  readonly afters: (number | null)[] = [null];
  /** How much the rates of each stage count. */
  readonly weights: (number | null)[] = [null];
  /** How long the forces of each stage count in the substep, s: what they add to the impulses of the elements. */
  readonly weighted: (number | null)[] = [null];
  /** From the stage before to each stage, and from the last one to the end of the substep, s. */
  readonly ways: (number | null)[] = [null];

  find(name: IntegratorName, duration: number): void {
    if (name === this.#name && duration === this.#duration) return;
    this.#name = name;
    this.#duration = duration;
    const { nodes, weights } = INTEGRATORS[name];
    for (let i = 0; i < nodes.length; i++) {
      this.afters[i] = nodes[i]! * duration;
      this.weights[i] = weights[i]!;
      this.weighted[i] = weights[i]! * duration;
      this.ways[i] = i === 0 ? 0 : (nodes[i]! - nodes[i - 1]!) * duration;
    }
    this.ways[nodes.length] = (1 - nodes.at(-1)!) * duration;
  }
}

/** Adds up the forces on a cloth as it stands at a stage: from outside, of its elements, of hands. */
function evaluateForces(substep: ExplicitSubstep, stage: number): void {
  const { kernels, cloth, attachments, holds, times } = substep;
  const { particles, elements } = cloth;
  const weighted = times.weighted[stage]!;
  substep.addExternalForces(times.afters[stage]!);
  for (let i = 0; i < elements.length; i++) {
    kernels.addElementForces(particles, elements[i]!, weighted);
  }
  for (let i = 0; i < attachments.length; i++) {
    kernels.addAttachmentForces(particles, attachments[i]!, particles.forces);
  }
  kernels.holdForces(holds, particles.forces);
}

/** The `forces` phase of an explicit substep: the forces at its start. */
export function startExplicit(substep: ExplicitSubstep, name: IntegratorName, dt: number): void {
  substep.times.find(name, dt);
  evaluateForces(substep, 0);
}

/** The `solve` phase: from the forces at the start through the stages of the integrator to the end of the substep. */
export function substepExplicit(substep: ExplicitSubstep, name: IntegratorName, dt: number): void {
  const { kernels, cloth, stages, times } = substep;
  const { particles } = cloth;
  const { nodes, isSymplectic } = INTEGRATORS[name];
  if (isSymplectic) {
    kernels.applyForces(particles, dt);
    kernels.predict(particles, dt);
  } else {
    kernels.startStages(particles, stages);
    kernels.addStage(particles, stages, times.weights[0]!);
    for (let i = 1; i < nodes.length; i++) {
      kernels.moveToStage(particles, stages, times.afters[i]!);
      moveHands(substep, times.ways[i]!);
      evaluateForces(substep, i);
      kernels.addStage(particles, stages, times.weights[i]!);
    }
    kernels.finishStages(particles, stages, dt);
  }
  moveHands(substep, times.ways[nodes.length]!);
}

function moveHands({ kernels, attachments }: ExplicitSubstep, duration: number): void {
  for (let i = 0; i < attachments.length; i++) kernels.moveAttachments(attachments[i]!, duration);
}
