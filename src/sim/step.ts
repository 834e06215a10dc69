import { collide } from "../collision/index.js";
import { measure, order, tear, type TearResult } from "../tearing/index.js";
import { setWinds } from "./external-forces.js";
import { openSeams } from "./open-seams.js";
import { gatherForces, moveParticles } from "./solve.js";
import { measurePins, tearPinsOff } from "./tear-off.js";
import type { World } from "./world.js";

/**
 * One time step from end to end; docs/step.md tells the same story in words.
 *
 *     input → substeps × [ forces → solve → collide ] → measure → tear → commit → report
 */
export function stepWorld(world: World, dt: number): void {
  const { cloths, kernels, clock, colliders, substeps } = world;
  clock.start();

  openSeams(world);
  substeps.begin(dt); // refuses what would explode before anything moves
  for (const cloth of cloths) {
    cloth.stepDuration = dt;
    for (const elements of cloth.elements) elements.impulses.fill(0);
    cloth.stretchLimit?.clear();
    cloth.implicit?.startStep();
    for (const pin of cloth.pins) pin.drive(world.time, dt);
    for (const grab of cloth.grabs) grab.drive(dt);
    setWinds(world, cloth);
    kernels.beginStep(cloth);
    kernels.holdVelocities(cloth.particles, cloth.holds);
  }
  world.windField.advance(world.wind, dt);
  clock.end("input");

  while (substeps.next()) {
    for (const cloth of cloths) gatherForces(world, cloth, substeps.duration);
    clock.end("forces");

    for (const cloth of cloths) moveParticles(world, cloth, substeps.duration);
    clock.end("solve");

    for (const cloth of cloths) {
      collide(kernels, cloth.particles, colliders);
      // A contact may push a ring along its rail, never off it.
      kernels.holdPositions(cloth.particles, cloth.holds, substeps.duration);
      kernels.holdVelocities(cloth.particles, cloth.holds);
    }
    clock.end("collide");
  }
  for (const cloth of cloths) kernels.endStep(cloth);

  let maxStretch = 0;
  for (const cloth of cloths) {
    const tearing = cloth.isTrusted ? cloth.tearing : null; // tearing waits for forces that can be trusted
    const stretch = measure(cloth, tearing, cloth.candidates);
    if (stretch > maxStretch) maxStretch = stretch;
    if (tearing !== null) {
      order(cloth.candidates, tearing.order, cloth, cloth.random);
    }
  }
  measurePins(world);
  clock.end("measure");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    world.torn[i] = cloth.tearing === null ? null : tear(cloth, cloth.tearing, cloth.candidates);
  }
  clock.end("tear");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    for (const { edits, moves } of world.torn[i]?.tears ?? []) {
      for (const edit of edits) cloth.replay(edit);
      for (const { vertex, position } of moves) cloth.particles.place(vertex, position);
    }
  }
  tearPinsOff(world);
  clock.end("commit");

  world.finishStep(dt, maxStretch);
  clock.end("report");
}

/** What tore in a step, cloth by cloth; null for a cloth that cannot tear. */
export type Torn = (TearResult | null)[];
