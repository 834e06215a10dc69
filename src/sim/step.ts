import { collide } from "../collision/index.js";
import { substepXpbd } from "../solvers/index.js";
import { measure, orderBySeverity, tear, type TearResult } from "../tearing/index.js";
import { addExternalForces, setWinds } from "./external-forces.js";
import type { World } from "./world.js";

/**
 * One time step from end to end; docs/step.md tells the same story in words.
 *
 *     input → substeps × [ forces → solve → collide ] → measure → tear → commit → report
 */
export function stepWorld(world: World, dt: number): void {
  const { cloths, kernels, clock, colliders } = world;
  const { substeps } = world.solver;
  const substep = dt / substeps;
  clock.start();

  for (const cloth of cloths) {
    cloth.stepDuration = dt;
    cloth.springs.impulses.fill(0);
    cloth.bendSprings.impulses.fill(0);
    for (const pin of cloth.pins) pin.drive(cloth, world.time, dt);
    for (const grab of cloth.grabs) grab.drive(dt);
    setWinds(world, cloth);
    kernels.beginStep(cloth);
  }
  world.windField.advance(world.wind, dt);
  clock.end("input");

  for (let i = 0; i < substeps; i++) {
    for (const cloth of cloths) {
      addExternalForces(world, cloth, world.time + i * substep, substep);
      kernels.applyForces(cloth.particles, substep);
    }
    clock.end("forces");

    for (const cloth of cloths) substepXpbd(kernels, cloth, cloth.attachments, substep);
    clock.end("solve");

    for (const cloth of cloths) collide(kernels, cloth.particles, colliders);
    clock.end("collide");
  }
  for (const cloth of cloths) kernels.endStep(cloth);

  let maxStretch = 0;
  for (const cloth of cloths) {
    const stretch = measure(cloth, cloth.tearing, cloth.candidates);
    if (stretch > maxStretch) maxStretch = stretch;
    orderBySeverity(cloth.candidates);
  }
  clock.end("measure");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    world.torn[i] = cloth.tearing === null ? null : tear(cloth, cloth.tearing, cloth.candidates);
  }
  clock.end("tear");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    for (const { edit } of world.torn[i]?.tears ?? []) cloth.replay(edit);
  }
  clock.end("commit");

  world.finishStep(dt, maxStretch);
  clock.end("report");
}

/** What tore in a step, cloth by cloth; null for a cloth that cannot tear. */
export type Torn = (TearResult | null)[];
