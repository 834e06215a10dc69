import type { TearingOptions } from "../tearing/index.js";
import type { World } from "./world.js";

/** A step, a substep or a part of one is over: what the cloths that tear then have applied in it counts for the step. */
export function addPulls({ cloths, kernels }: World, when: TearingOptions["resolve"]): void {
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.resolve !== when) continue;
    if (when !== "step") kernels.endStep(cloth);
    cloth.stepPulls.add(cloth);
    if (when !== "step") kernels.beginStep(cloth);
  }
}

/** The `measure` phase: how hard the cloth has pulled at those pins of which somebody wants to know it. */
export function measurePins({ cloths, gravity }: World): void {
  for (const cloth of cloths) {
    for (let k = 0; k < 3; k++) cloth.stepGravity[k] = gravity[k]!;
    for (const pin of cloth.pins) pin.measure();
  }
}

/** The `commit` phase: pins let go of what was too much for them. */
export function tearPinsOff({ cloths, news, tally }: World): void {
  for (let i = 0; i < cloths.length; i++) {
    const { pins } = cloths[i]!;
    for (let pin = 0; pin < pins.length; pin++) {
      for (const { particles, force } of pins[pin]!.tearOff()) {
        tally.tearOffs++;
        news.push({ type: "tear-off", cloth: i, pin, particles, force });
      }
    }
  }
}
