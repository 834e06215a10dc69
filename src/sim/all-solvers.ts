import {
  auto,
  euler,
  forwardEuler,
  implicit,
  midpoint,
  resolveSolver as resolve,
  rk4,
  xpbd,
  type SolverChooser,
  type SolverModule,
  type SolverOptions,
} from "../solvers/index.js";
import { World as CoreWorld } from "./world.js";

const ALL: readonly (SolverModule | SolverChooser)[] = [
  auto,
  xpbd,
  implicit,
  euler,
  midpoint,
  rk4,
  forwardEuler,
];

/**
 * Cloths, what acts on them, and time. `step` advances the simulation; everything else may be called between steps.
 *
 * Units are SI, y is up. Vectors are `[x, y, z]` or `{ x, y, z }`.
 *
 * @example
 * import { generateGrid, World } from "tatter";
 *
 * const mesh = generateGrid({ size: [1, 1], segments: [20, 20] }); // 1 m × 1 m
 * const world = new World({ cloths: [{ mesh, pins: [{ select: { group: "top" } }], tearing: { limit: 1.3 } }] });
 * world.on("tear", ({ time, position }) => console.log(time, position));
 * for (let i = 0; i < 60; i++) world.step(); // one second
 */
export class World extends CoreWorld {
  /** @internal */
  protected override get ownSolvers(): readonly (SolverModule | SolverChooser)[] {
    return ALL;
  }
}

/**
 * Returns solver options with all defaults filled in.
 *
 * @throws RangeError that names the field.
 *
 * @example
 * import { resolveSolver } from "tatter";
 * console.log(resolveSolver({ type: "implicit" }).tolerance); // 0.0005
 */
export function resolveSolver(given: Partial<SolverOptions> = {}): SolverOptions {
  return resolve(given, ALL);
}
