import { checkOptions } from "../math/check-options.js";
import { WIND } from "./checks.js";
import { WORLD_DEFAULTS, type Wind } from "./options.js";

/** A wind of its own, that can be changed without a change to the options, with defaults for what is missing. */
export function resolveWind(options: Partial<Wind> = {}): Wind {
  const { velocity = WORLD_DEFAULTS.wind.velocity, drag = WORLD_DEFAULTS.wind.drag } = options;
  const wind: Wind = { ...options, velocity: [...velocity], drag };
  if (wind.gusts) wind.gusts = { ...wind.gusts };
  if (wind.turbulence) wind.turbulence = { ...wind.turbulence };
  return wind;
}

/** Refuses a wind that makes no sense, as it may be changed at any time. */
export function checkWind(wind: Wind): void {
  checkOptions("wind", wind, WIND);
}
