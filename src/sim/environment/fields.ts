import {
  anyNumber,
  checkOptions,
  direction,
  length,
  object,
  vector,
} from "../../math/check-options.js";
import { norm, toTuple, type Vec3 } from "../../math/vec3.js";
import type { Field } from "../options/options.js";

export interface AttractorOptions {
  /** m. */
  point: Vec3;
  /** Acceleration at one radius from the point, m/s²; negative: it pushes. */
  acceleration: number;
  /** m: within it the pull fades to nothing, far outside it falls with the square of the distance. */
  radius: number;
}

const ATTRACTOR = object<AttractorOptions>(
  {
    point: vector,
    acceleration: anyNumber,
    radius: length,
  },
  {},
  { strength: "acceleration" },
);

/**
 * Draws cloth to a point, or pushes it away: with d the way to the point in radii, strength · √8 d / (1 + d²)^³ᐟ²,
 * which is gravity softened at its centre (Plummer 1911). The options may be changed between steps.
 */
export function attractor(options: AttractorOptions): Field {
  checkOptions("attractor", options, ATTRACTOR);
  return {
    addForces({ particles: { count, positions, masses } }, forces) {
      const { acceleration, radius } = options;
      const point = toTuple(options.point);
      for (let p = 0; p < count; p++) {
        const i = 3 * p;
        const x = (point[0] - positions[i]!) / radius;
        const y = (point[1] - positions[i + 1]!) / radius;
        const z = (point[2] - positions[i + 2]!) / radius;
        const soft = (1 + x * x + y * y + z * z) / 2;
        const pull = (masses[p]! * acceleration) / (soft * Math.sqrt(soft));
        forces[i]! += pull * x;
        forces[i + 1]! += pull * y;
        forces[i + 2]! += pull * z;
      }
    },
  };
}

export interface VortexOptions {
  /** A point on the axis, m. */
  point: Vec3;
  /** The direction of the axis; any length. Seen against it, the air turns anticlockwise. */
  axis: Vec3;
  /** Speed of the air at one radius from the axis, where it is the fastest, m/s; negative: the other way round. */
  speed: number;
  /** m. */
  radius: number;
}

const VORTEX = object<VortexOptions>({
  point: vector,
  axis: direction,
  speed: anyNumber,
  radius: length,
});

/**
 * Air that turns about an axis: with r the distance in radii, as fast as speed · 2r / (1 + r²) (Kaufmann 1962). Near
 * the axis it turns like a wheel, far away it falls with the distance, and it has no divergence. It moves cloth by the
 * drag of the world's wind. The options may be changed between steps.
 */
export function vortex(options: VortexOptions): Field {
  checkOptions("vortex", options, VORTEX);
  return {
    addWinds({ particles: { count, positions } }, winds) {
      const { speed, radius } = options;
      const [point, axis] = [toTuple(options.point), toTuple(options.axis)];
      const axisSize = norm(axis);
      const ax = axis[0] / axisSize;
      const ay = axis[1] / axisSize;
      const az = axis[2] / axisSize;
      for (let p = 0; p < count; p++) {
        const i = 3 * p;
        const x = (positions[i]! - point[0]) / radius;
        const y = (positions[i + 1]! - point[1]) / radius;
        const z = (positions[i + 2]! - point[2]) / radius;
        // The cross product with the axis is as long as the distance from it.
        const cx = ay * z - az * y;
        const cy = az * x - ax * z;
        const cz = ax * y - ay * x;
        const turn = (2 * speed) / (1 + cx * cx + cy * cy + cz * cz);
        winds[i]! += turn * cx;
        winds[i + 1]! += turn * cy;
        winds[i + 2]! += turn * cz;
      }
    },
  };
}
