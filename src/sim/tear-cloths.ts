import { measure, order, tear, type TearingOptions } from "../tearing/index.js";
import type { WorldCloth } from "./world-cloth.js";
import type { World } from "./world.js";

/** Measures and tears the cloths that tear at such times: `measure`, `tear` and `commit` of a step. */
export function tearCloths(world: World, when: TearingOptions["resolve"]): void {
  const { cloths, clock, substeps } = world;
  let isTime = false;
  for (let i = 0; i < cloths.length; i++) if (cloths[i]!.resolve === when) isTime = true;
  if (!isTime) return;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.resolve !== when) continue;
    if (when !== "step") world.kernels.endStep(cloth);
    measureCloth(cloth);
    if (cloth.candidates.count > 0) {
      order(cloth.candidates, cloth.tearing!.order, cloth, cloth.random);
    }
  }
  clock.end("measure");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.resolve !== when) continue;
    if (cloth.candidates.count > 0) tearCloth(world, cloth, substeps.end);
    if (when !== "step") world.kernels.beginStep(cloth);
  }
}

/**
 * Collects what is over the limit; nothing where the forces cannot be trusted: then tearing waits. The largest stretch is
 * kept for the report.
 */
export function measureCloth(cloth: WorldCloth): void {
  const tearing = cloth.isTrusted ? cloth.tearing : null;
  cloth.largestStretch = measure(cloth, tearing, cloth.candidates);
  if (tearing !== null && tearing.resolve !== "step") {
    cloth.letGo.filter(cloth, tearing, cloth.candidates);
  }
}

/**
 * Tears the candidates in their sequence, as many as the cap of the step leaves, and lets all stores follow.
 *
 * @param time Of these tears, s after the start of the step.
 */
export function tearCloth(world: World, cloth: WorldCloth, time: number): void {
  const { clock, substeps } = world;
  const { candidates, torn } = cloth;
  if (candidates.count === 0) return; // at an exact time none may be left
  clock.resume();
  const tearing = cloth.tearing!;
  const result = tear(cloth, tearing, candidates, tearing.maxTearsPerStep - torn.tears.length);
  torn.add(result, world.time + time);
  clock.end("tear");

  for (const one of result.tears) cloth.followTear(one);
  cloth.wear(result.tears, tearing);
  if (tearing.resolve !== "step" && result.tears.length > 0) {
    cloth.letGo.add(cloth, tearing, result.letGo);
    substeps.replan(); // a light particle on stiff edges needs shorter ones
  }
  clock.end("commit");
}
