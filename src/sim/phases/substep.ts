import type { Vec3Tuple } from "../../math/vec3.js";
import type { Kernels } from "../../kernels/index.js";
import type { ClothContact } from "../../collision/index.js";
import type { WorldCloth } from "../cloth/world-cloth.js";
import type { Solids } from "../environment/solids.js";
import type { PhaseClock } from "./phase-clock.js";
import { flowCloth } from "./plastic-flow.js";
import { anyTearsAt } from "./tear.js";

/** What a substep works on. */
export interface SubstepContext {
  readonly cloths: readonly WorldCloth[];
  readonly kernels: Kernels;
  readonly environment: { readonly gravity: Vec3Tuple };
  readonly solids: Solids;
  readonly contact: ClothContact;
  readonly clock: PhaseClock;
  readonly substeps: { readonly start: number };
}

/** Advances all cloths and solids by a substep, or by a part of one, s: `forces`, `solve` and `collide`. */
export function advance(context: SubstepContext, duration: number): void {
  const { cloths, kernels, clock, solids } = context;
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    const { tears, forces, solver } = cloth;
    if (tears.resolve !== "step") {
      kernels.clearImpulses(cloth);
      forces.startMeasuring(duration);
    }
    solver.gatherForces(duration);
  }
  clock.end("forces");

  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    const { solver } = cloth;
    solver.substep(duration);
    if (cloth.yields) flowCloth(kernels, cloth, duration, solver.isTrusted);
  }
  clock.end("solve");

  solids.advance(context.environment.gravity, context.substeps, duration);
  const { contact } = context;
  const collides = !solids.isEmpty || contact.mode !== "off";
  if (collides) {
    for (let i = 0; i < cloths.length; i++) kernels.beginCollision(cloths[i]!, duration);
  }
  // Solids last: they do not give way to cloth.
  if (contact.mode !== "off") contact.resolve(duration);
  if (!solids.isEmpty) {
    for (let i = 0; i < cloths.length; i++) cloths[i]!.collision.collide(solids.all, duration);
  }
  for (let i = 0; i < cloths.length; i++) {
    const cloth = cloths[i]!;
    const { particles, holding } = cloth;
    // A contact may push a particle along its axis or plane, never off it.
    kernels.constrainPositions(particles, holding.constraints, duration);
    kernels.constrainVelocities(particles, holding.constraints);
  }
  if (contact.mode !== "off") {
    contact.guard(anyTearsAt(cloths, "substep") || anyTearsAt(cloths, "exact"));
  }
  if (collides) for (let i = 0; i < cloths.length; i++) kernels.endCollision(cloths[i]!);
  clock.end("collide");
}
