import type { ClothContact } from "../../collision/index.js";
import type { Kernels } from "../../kernels/index.js";
import { order, tear, type Tear, type TearingOptions } from "../../tearing/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import { outsideKernels } from "./kernel-scope.js";
import type { PhaseClock } from "./phase-clock.js";

/** What `measure`, `tear` and `commit` work on. */
export interface TearContext {
  readonly cloths: readonly WorldCloth[];
  readonly kernels: Kernels;
  readonly contact: ClothContact;
  readonly clock: PhaseClock;
  /** Start of the step, s. */
  readonly time: number;
  readonly substeps: {
    /** End of the substep, s after the start of the step. */
    readonly end: number;
    /** Recomputes the number of the remaining substeps. */
    replan(): void;
  };
}

/** The phases `measure`, `tear` and `commit`, for the cloths that tear at such times. */
export function tearCloths(context: TearContext, when: TearingOptions["resolve"]): void {
  const { cloths, clock, kernels } = context;
  if (!anyTearsAt(cloths, when)) return;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    if (cloth.tears.resolve !== when) continue;
    if (when === "step") measureInOrder(cloth);
    else outsideKernels(kernels, cloth, measureInOrder, null);
  }
  clock.end("measure");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    const { tears } = cloth;
    if (tears.resolve !== when || tears.candidates.count === 0) continue;
    if (when === "step") tearAtEnd(cloth, context);
    else outsideKernels(kernels, cloth, tearAtEnd, context);
  }
}

/** True if any cloth tears at such times. */
export function anyTearsAt(
  cloths: readonly WorldCloth[],
  when: TearingOptions["resolve"],
): boolean {
  for (let i = 0; i < cloths.length; i++) if (cloths[i]!.tears.resolve === when) return true;
  return false;
}

function measureInOrder({ tears, solver }: WorldCloth): void {
  tears.measure(solver.isTrusted);
  const { candidates, surface, random } = tears;
  if (candidates.count > 0) order(candidates, tears.options!.order, surface, random);
}

function tearAtEnd(cloth: WorldCloth, context: TearContext): void {
  tearCloth(context, cloth, context.substeps.end);
}

/**
 * Tears the candidates in order, as many as `maxTearsPerStep` allows, and updates all stores.
 *
 * @param time Time of these tears, s after the start of the step.
 */
export function tearCloth(context: TearContext, cloth: WorldCloth, time: number): void {
  const { clock, substeps } = context;
  const { tears } = cloth;
  const { candidates, torn, surface, hysteresis } = tears;
  if (candidates.count === 0) return; // at an exact time none may be left
  clock.resume();
  const options = tears.options!;
  const result = tear(surface, options, candidates, options.maxTearsPerStep - torn.tears.length);
  torn.add(result, context.time + time);
  clock.end("tear");

  tears.commit(result.tears, options);
  retractTips(context, cloth, result.tears);
  if (options.resolve !== "step" && result.tears.length > 0) {
    hysteresis.add(surface, options, result.relaxed);
    substeps.replan(); // light particles on stiff edges need shorter substeps
  }
  clock.end("commit");
}

/** Moves the tips that tears have retracted. With exact contact they go no farther than other cloth lets them. */
export function retractTips(
  { contact, cloths }: Pick<TearContext, "contact" | "cloths">,
  cloth: WorldCloth,
  tears: readonly Tear[],
): void {
  const moves = tears.flatMap((tear) => tear.moves);
  if (moves.length === 0) return;
  if (contact.mode === "exact") contact.place(cloths.indexOf(cloth), moves);
  else for (const { vertex, position } of moves) cloth.particles.place(vertex, position);
}
