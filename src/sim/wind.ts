import { checkVector } from "../math/check-vector.js";
import { WORLD_DEFAULTS, type Wind } from "./options.js";

/** A wind of its own, that can be changed without a change to the options, with defaults for what is missing. */
export function resolveWind(options: Partial<Wind> = {}): Wind {
  const wind: Wind = { ...WORLD_DEFAULTS.wind, ...options };
  checkVector("wind.velocity", wind.velocity);
  wind.velocity = [...wind.velocity];
  if (wind.gusts) wind.gusts = { ...wind.gusts };
  if (wind.turbulence) wind.turbulence = { ...wind.turbulence };
  checkWind(wind);
  return wind;
}

/** Refuses a wind that makes no sense, as it may be changed at any time. */
export function checkWind({ velocity, drag, gusts, turbulence }: Wind): void {
  checkVector("wind.velocity", velocity);
  if (!(drag >= 0 && drag < Infinity)) refuse("drag", "0 N·s/m³ or more", drag);
  if (gusts) {
    const { strength, period } = gusts;
    if (!(strength >= 0 && strength < Infinity)) refuse("gusts.strength", "0 or more", strength);
    if (!(period > 0 && period < Infinity)) refuse("gusts.period", "a time over 0 s", period);
  }
  if (turbulence) {
    const { speed, size } = turbulence;
    if (!(speed >= 0 && speed < Infinity)) refuse("turbulence.speed", "0 m/s or more", speed);
    if (!(size > 0 && size < Infinity)) refuse("turbulence.size", "a length over 0 m", size);
  }
}

function refuse(field: string, expected: string, got: number): never {
  throw new RangeError(`wind.${field}: expected ${expected}, got ${got}`);
}
