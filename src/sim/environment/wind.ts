import { checkOptions } from "../../math/check-options.js";
import { WIND } from "../options/checks.js";
import { WORLD_DEFAULTS, type Wind } from "../options/options.js";

/** A wind of its own, that can be changed without a change to the options, with defaults for what is missing. */
export function resolveWind(options: Partial<Wind> = {}): Wind {
  const { velocity = WORLD_DEFAULTS.wind.velocity, drag = WORLD_DEFAULTS.wind.drag } = options;
  return copyWind({ ...options, velocity, drag });
}

export function copyWind({ velocity, gusts, turbulence, ...wind }: Wind): Wind {
  return {
    ...wind,
    velocity: [...velocity],
    ...(gusts !== undefined && { gusts: { ...gusts } }),
    ...(turbulence !== undefined && { turbulence: { ...turbulence } }),
  };
}

/** Refuses a wind that makes no sense, as it may be changed at any time. */
export function checkWind(wind: Wind): void {
  checkOptions("wind", wind, WIND);
}
