import { checkOptions } from "../../math/check-options.js";
import type { Tuples } from "../../math/vec3.js";
import { WIND } from "../options/checks.js";
import { WORLD_DEFAULTS, type Wind, type WindOptions } from "../options/options.js";

/** What was assigned, the same object where it is whole; else with defaults. Whether it makes sense, `checkWind` tells. */
export function completeWind(wind: Tuples<WindOptions>): Wind {
  const isWhole = typeof wind !== "object" || ["velocity", "drag"].every((name) => name in wind);
  return isWhole ? (wind as Wind) : { ...WORLD_DEFAULTS.wind, ...wind };
}

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
