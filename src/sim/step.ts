import type { Kernels } from "../kernels/index.js";
import type { ClothContact } from "../collision/index.js";
import type { Substeps } from "../solvers/index.js";
import type { WorldCloth } from "./cloth/world-cloth.js";
import type { Environment } from "./environment/environment.js";
import type { Solids } from "./environment/solids.js";
import type { EventEmitter } from "./events.js";
import { checkForBlowUp, checkParticles } from "./phases/blow-up.js";
import { advanceToEachTear } from "./phases/exact-tears.js";
import type { PhaseClock } from "./phases/phase-clock.js";
import { addParts, measurePins, breakPins } from "./phases/pins.js";
import { countStep } from "./phases/report.js";
import { advance } from "./phases/substep.js";
import { anyTearsAt, tearCloths } from "./phases/tear.js";
import type { Stats } from "./stats.js";
import type { Knives } from "./tools/knives.js";

/** What a step works on. Each phase takes only the fields that it needs. */
export interface StepContext {
  /** Start of the step until its end, s. */
  time: number;
  readonly cloths: readonly WorldCloth[];
  readonly kernels: Kernels;
  readonly environment: Environment;
  readonly solids: Solids;
  readonly contact: ClothContact;
  readonly knives: Knives;
  readonly substeps: Substeps;
  readonly solverModule: { readonly canDivideSubsteps: boolean; advice(substeps: number): string };
  readonly events: EventEmitter;
  readonly stats: Stats;
  readonly clock: PhaseClock;
}

/**
 * Advances a world by one time step. docs/step.md describes the same phases.
 *
 *     input → substeps × [ forces → solve → collide ] → measure → tear → commit → report
 *
 * With `resolve: "substep"` cloths are measured and torn after each substep, with "exact" at each time within a substep
 * at which a limit is reached.
 */
export function stepWorld(context: StepContext, dt: number): void {
  const { cloths, kernels, clock, substeps, environment, events } = context;
  clock.start();

  openSeams(cloths, context.time, events);
  planStep(context, dt); // rejects an unstable step before anything moves
  for (let i = 0; i < cloths.length; i++) startCloth(context, i, dt);
  environment.advance(dt);
  context.solids.startStep(context.time, dt);
  context.contact.startStep(dt);
  context.knives.startStep(context.time, dt);
  clock.end("input");

  while (planSubstep(context)) {
    clock.startSubstep();
    if (anyTearsAt(cloths, "exact")) advanceToEachTear(context, substeps.duration);
    else advance(context, substeps.duration);
    addParts(context, "substep");
    tearCloths(context, "substep");
  }
  clock.resume();
  for (let i = 0; i < cloths.length; i++) kernels.endStep(cloths[i]!);
  checkForBlowUp(context, dt);

  // Pins come before cuts and tears, which would change the forces that the cloth applied.
  measurePins(cloths, environment.gravity);
  context.knives.cut();
  tearCloths(context, "step");
  breakPins(cloths, events, context.stats);

  context.time += dt;
  countStep(context);
}

/** The `input` phase: plans the substeps. Where no plan exists because the cloth has blown up, the error says so. */
function planStep(context: StepContext, dt: number): void {
  try {
    context.substeps.begin(dt);
  } catch (error) {
    for (let i = 0; i < context.cloths.length; i++) checkParticles(context, i);
    throw error;
  }
}

/** Plans the next substep, as above. Returns false at the end of the step. */
function planSubstep(context: StepContext): boolean {
  try {
    return context.substeps.next();
  } catch (error) {
    const { cloths, kernels, substeps } = context;
    substeps.jump();
    for (let i = 0; i < cloths.length; i++) kernels.endStep(cloths[i]!);
    for (let i = 0; i < cloths.length; i++) checkParticles(context, i);
    throw error;
  }
}

/** The `input` phase of a cloth: pins and grabs get their targets for the end of the step, and the wind is set. */
function startCloth(context: StepContext, number: number, dt: number): void {
  const { kernels, environment, time } = context;
  const cloth = context.cloths[number]!;
  const { holding, forces, tears, solver, collision, particles } = cloth;
  tears.startStep();
  forces.startStep();
  if (tears.resolve === "step") forces.startMeasuring(dt);
  solver.startStep?.();
  for (let k = 0; k < holding.pins.length; k++) holding.pins[k]!.drive(time, dt);
  for (let k = 0; k < holding.grabs.length; k++) holding.grabs[k]!.drive(dt);
  collision.startStep(dt);
  environment.setWinds(cloth, number, time);
  kernels.beginStep(cloth);
  kernels.constrainVelocities(particles, holding.constraints);
}

/** The `input` phase: opens seams that are due, before the substeps are planned. */
function openSeams(cloths: readonly WorldCloth[], time: number, events: EventEmitter): void {
  for (let i = 0; i < cloths.length; i++) {
    const { seams } = cloths[i]!;
    for (let seam = 0; seam < seams.length; seam++) {
      const edges = seams[seam]!.open(time);
      if (edges === null) continue;
      events.push({
        type: "seam-open",
        cloth: i,
        seam,
        edges,
        fraction: seams[seam]!.openFraction,
      });
    }
  }
}
