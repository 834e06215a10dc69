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

/** Options of `attractor`. */
export interface AttractorOptions {
  /** Center of attraction, m. */
  point: Vec3;
  /** Acceleration at one radius from the point, m/s²; negative: it repels. */
  acceleration: number;
  /**
   * Radius, m. Inside it the acceleration fades to 0 at the point; far outside it falls with the square of the
   * distance.
   */
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
 * Creates a field that pulls cloth toward a point, or pushes it away. With d the distance to the point in radii, the
 * acceleration is acceleration · √8 d / (1 + d²)^³ᐟ²: gravity softened at its center (Plummer 1911). The options may be
 * changed between steps.
 *
 * @throws RangeError that names the option.
 *
 * @example
 * import { attractor, generateGrid, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [10, 10] });
 * const pull = attractor({ point: [0, 1, 0], acceleration: 20, radius: 0.5 }); // m, m/s², m
 * const world = new World({ cloths: [{ mesh }], fields: [pull] });
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

/** Options of `vortex`. */
export interface VortexOptions {
  /** A point on the axis, m. */
  point: Vec3;
  /** Direction of the axis, of any length. Seen from its tip, the air rotates counterclockwise. */
  axis: Vec3;
  /** Speed of the air at one radius from the axis, where it is largest, m/s; negative: clockwise. */
  speed: number;
  /** Distance from the axis of the largest speed, m. */
  radius: number;
}

const VORTEX = object<VortexOptions>({
  point: vector,
  axis: direction,
  speed: anyNumber,
  radius: length,
});

/**
 * Creates a field of air that rotates about an axis. With r the distance from the axis in radii, its speed is speed ·
 * 2r / (1 + r²) (Kaufmann 1962): a rigid rotation near the axis, 1/r far away, free of divergence. It moves cloth
 * through the drag of the world's wind. The options may be changed between steps.
 *
 * @throws RangeError that names the option.
 *
 * @example
 * import { generateGrid, vortex, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [10, 10] });
 * const whirl = vortex({ point: [0, 0, 0], axis: [0, 1, 0], speed: 8, radius: 0.3 }); // m/s at 0.3 m
 * const world = new World({ cloths: [{ mesh }], fields: [whirl] });
 */
export function vortex(options: VortexOptions): Field {
  checkOptions("vortex", options, VORTEX);
  return {
    addWinds({ particles: { count, positions } }, winds) {
      const { speed, radius } = options;
      const [point, axis] = [toTuple(options.point), toTuple(options.axis)];
      const axisLength = norm(axis);
      const ax = axis[0] / axisLength;
      const ay = axis[1] / axisLength;
      const az = axis[2] / axisLength;
      for (let p = 0; p < count; p++) {
        const i = 3 * p;
        const x = (positions[i]! - point[0]) / radius;
        const y = (positions[i + 1]! - point[1]) / radius;
        const z = (positions[i + 2]! - point[2]) / radius;
        // The cross product with the axis is as long as the distance from the axis.
        const cx = ay * z - az * y;
        const cy = az * x - ax * z;
        const cz = ax * y - ay * x;
        const rate = (2 * speed) / (1 + cx * cx + cy * cy + cz * cz);
        winds[i]! += rate * cx;
        winds[i + 1]! += rate * cy;
        winds[i + 2]! += rate * cz;
      }
    },
  };
}
