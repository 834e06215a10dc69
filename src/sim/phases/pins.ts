import type { Kernels } from "../../kernels/index.js";
import type { TearingOptions } from "../../tearing/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { EventEmitter } from "../events.js";
import type { Stats } from "../stats.js";
import { outsideKernels } from "./kernel-scope.js";

/**
 * After a step, a substep or a part of one: adds the impulses of the cloths that tear at such times to those of the
 * step.
 */
export function addParts(
  { cloths, kernels }: { readonly cloths: readonly WorldCloth[]; readonly kernels: Kernels },
  when: TearingOptions["resolve"],
): void {
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.tears.resolve !== when) continue;
    outsideKernels(kernels, cloth, addPart, null);
  }
}

function addPart({ forces }: WorldCloth): void {
  forces.addPart();
}

/** The `measure` phase: measures the force of the cloth on those pins that need it. */
export function measurePins(cloths: readonly WorldCloth[], gravity: ArrayLike<number>): void {
  for (const { forces, holding } of cloths) {
    for (let k = 0; k < 3; k++) forces.gravity[k] = gravity[k]!;
    for (const pin of holding.pins) pin.measure();
  }
}

/** The `commit` phase: overloaded pins tear off. */
export function breakPins(cloths: readonly WorldCloth[], events: EventEmitter, stats: Stats): void {
  for (let i = 0; i < cloths.length; i++) {
    const { pins } = cloths[i]!.holding;
    for (let pin = 0; pin < pins.length; pin++) {
      for (const { particles, force } of pins[pin]!.tearOff()) {
        stats.tearOffs++;
        events.push({ type: "tear-off", cloth: i, pin, particles, force });
      }
    }
  }
}
