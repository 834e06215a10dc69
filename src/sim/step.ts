import { advance } from "./advance.js";
import { checkForBlowUp } from "./blow-up.js";
import { advanceToEachTear } from "./exact-times.js";
import { driveKnives } from "./drive-knives.js";
import { setWinds } from "./external-forces.js";
import { finishStep } from "./finish-step.js";
import { openSeams } from "./open-seams.js";
import { tearCloths } from "./tear-cloths.js";
import { addPulls, measurePins, tearPinsOff } from "./tear-off.js";
import type { World } from "./world.js";

/**
 * One time step from end to end; docs/step.md tells the same story in words.
 *
 *     input → substeps × [ forces → solve → collide ] → measure → tear → commit → report
 *
 * With `resolve: "substep"` cloths are measured and torn after each substep, with "exact" at each time in it at which a
 * limit is reached.
 */
export function stepWorld(world: World, dt: number): void {
  const { cloths, kernels, clock, substeps } = world;
  clock.start();

  openSeams(world);
  substeps.begin(dt); // refuses what would explode before anything moves
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    cloth.torn.clear();
    cloth.stepPulls.clear();
    cloth.letGo.startStep();
    if (cloth.resolve === "step") cloth.startMeasuring(dt);
    cloth.implicit?.startStep();
    for (let k = 0; k < cloth.pins.length; k++) cloth.pins[k]!.drive(world.time, dt);
    for (let k = 0; k < cloth.grabs.length; k++) cloth.grabs[k]!.drive(dt);
    cloth.collision.startStep(dt);
    setWinds(world, cloth);
    kernels.beginStep(cloth);
    kernels.holdVelocities(cloth.particles, cloth.holds);
  }
  world.windField.advance(world.wind, dt);
  world.solids.startStep(world.time, dt);
  driveKnives(world, dt);
  for (let i = 0; i < world.knives.length; i++) world.knives[i]!.begin();
  clock.end("input");

  while (substeps.next()) {
    clock.startSubstep();
    if (isExact(cloths)) advanceToEachTear(world, substeps.duration);
    else advance(world, substeps.duration);
    addPulls(world, "substep");
    tearCloths(world, "substep");
  }
  clock.resume();
  for (let i = 0; i < cloths.length; i++) kernels.endStep(cloths[i]!);
  checkForBlowUp(world, dt);
  addPulls(world, "step");

  measurePins(world); // before anything is cut or torn: what the cloth has pulled with is then another matter
  for (let i = 0; i < world.knives.length; i++) world.knives[i]!.cut();
  tearCloths(world, "step");
  tearPinsOff(world);
  finishStep(world, dt);
  clock.end("report");
}

function isExact(cloths: World["cloths"]): boolean {
  for (let i = 0; i < cloths.length; i++) if (cloths[i]!.resolve === "exact") return true;
  return false;
}
