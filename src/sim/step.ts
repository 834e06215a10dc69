import type { Kernels } from "../kernels/index.js";
import type { Substeps } from "../solvers/index.js";
import type { WorldCloth } from "./cloth/world-cloth.js";
import type { Environment } from "./environment/environment.js";
import type { Solids } from "./environment/solids.js";
import type { EventEmitter } from "./events.js";
import { checkForBlowUp } from "./phases/blow-up.js";
import { advanceToEachTear } from "./phases/exact-tears.js";
import type { PhaseClock } from "./phases/phase-clock.js";
import { addParts, measurePins, breakPins } from "./phases/pins.js";
import { countStep } from "./phases/report.js";
import { advance } from "./phases/substep.js";
import { doTear, tearCloths } from "./phases/tear.js";
import type { Stats } from "./stats.js";
import type { Knives } from "./tools/knives.js";

/** What a step works on. Each phase takes the part of it that it needs. */
export interface StepContext {
  /** s: of the start of the step, until its end. */
  time: number;
  readonly cloths: readonly WorldCloth[];
  readonly kernels: Kernels;
  readonly environment: Environment;
  readonly solids: Solids;
  readonly knives: Knives;
  readonly substeps: Substeps;
  readonly solverModule: { readonly canDivideSubsteps: boolean; advice(substeps: number): string };
  readonly events: EventEmitter;
  readonly stats: Stats;
  readonly clock: PhaseClock;
}

/**
 * One time step from end to end; docs/step.md tells the same story in words.
 *
 *     input → substeps × [ forces → solve → collide ] → measure → tear → commit → report
 *
 * With `resolve: "substep"` cloths are measured and torn after each substep, with "exact" at each time in it at which a
 * limit is reached.
 */
export function stepWorld(context: StepContext, dt: number): void {
  const { cloths, kernels, clock, substeps, environment, events } = context;
  clock.start();

  openSeams(cloths, context.time, events);
  substeps.begin(dt); // refuses what would explode before anything moves
  for (let i = 0; i < cloths.length; i++) startCloth(context, i, dt);
  environment.advance(dt);
  context.solids.startStep(context.time, dt);
  context.knives.startStep(context.time, dt);
  clock.end("input");

  while (substeps.next()) {
    clock.startSubstep();
    if (doTear(cloths, "exact")) advanceToEachTear(context, substeps.duration);
    else advance(context, substeps.duration);
    addParts(context, "substep");
    tearCloths(context, "substep");
  }
  clock.resume();
  for (let i = 0; i < cloths.length; i++) kernels.endStep(cloths[i]!);
  checkForBlowUp(context, dt);
  addParts(context, "step");

  // Pins before anything is cut or torn: what the cloth has pulled with is then another matter.
  measurePins(cloths, environment.gravity);
  context.knives.cut();
  tearCloths(context, "step");
  breakPins(cloths, events, context.stats);

  context.time += dt;
  countStep(context);
}

/** The `input` phase of a cloth: pins and grabs say where they want to be at the end of the step, and the air is set. */
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
  kernels.holdVelocities(particles, holding.holds);
}

/** The `input` phase: seams whose time has come open, before anything is planned for the step. */
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
