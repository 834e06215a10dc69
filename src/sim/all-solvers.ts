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

/** Cloths, what acts on them, and time; with all solvers. */
export class World extends CoreWorld {
  protected override get ownSolvers(): readonly (SolverModule | SolverChooser)[] {
    return ALL;
  }
}

/**
 * Fills in what the options of a solver do not say.
 *
 * @throws RangeError that names the field.
 */
export function resolveSolver(given: Partial<SolverOptions> = {}): SolverOptions {
  return resolve(given, ALL);
}
