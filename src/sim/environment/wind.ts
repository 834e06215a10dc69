import { checkOptions } from "../../math/check-options.js";
import type { Tuples } from "../../math/vec3.js";
import { WIND } from "../options/checks.js";
import { WORLD_DEFAULTS, type Wind, type WindOptions } from "../options/options.js";

/**
 * Fills in the defaults of an assigned wind. Returns the same object if it is complete. `checkWind` checks the values.
 */
export function completeWind(wind: Tuples<WindOptions>): Wind {
  const isObject = typeof wind === "object" && wind !== null; // else `checkWind` refuses it
  const isComplete = !isObject || ("velocity" in wind && "drag" in wind);
  return isComplete ? (wind as Wind) : { ...WORLD_DEFAULTS.wind, ...wind };
}

/** A copy of the wind of the options, with defaults filled in. */
export function resolveWind(options: Partial<Wind> = {}): Wind {
  const { velocity = WORLD_DEFAULTS.wind.velocity, drag = WORLD_DEFAULTS.wind.drag } = options;
  return copyWind({ ...options, velocity, drag });
}

/** A deep copy. */
export function copyWind({ velocity, gusts, turbulence, ...wind }: Wind): Wind {
  return {
    ...wind,
    velocity: [...velocity],
    ...(gusts !== undefined && { gusts: { ...gusts } }),
    ...(turbulence !== undefined && { turbulence: { ...turbulence } }),
  };
}

/**
 * Checks the wind of a world, which may be changed between steps.
 *
 * @throws RangeError that names the field.
 */
export function checkWind(wind: Wind): void {
  checkOptions("wind", wind, WIND);
}
