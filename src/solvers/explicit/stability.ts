import { INTEGRATORS, type IntegratorName } from "./integrators.js";

/** The highest rates of a system, which limit the step of explicit integrators. */
export interface Spectrum {
  /** Square of the highest frequency, 1/s²: the largest eigenvalue of stiffness over mass. */
  stiffness: number;
  /** Largest eigenvalue of damping over mass, 1/s. */
  damping: number;
  /** Rate at which air drag slows a sheet down, 1/s. */
  drag: number;
  /** Rotation rate of the fastest edge, 1/s: an undamped mode, because no length changes in it. Default: 0. */
  rotationRate?: number;
}

/** Growth per second, as a fraction, up to which a motion counts as stable: undamped midpoint has no other bound. */
const GROWTH = 0.1;
/** The same for rotation on stiff edges: with the growth above a shred at 50 m/s gained 5 m/s in a second. */
const ROTATION_GROWTH = 0.02;
/** Number of modes that are tested. */
const FREQUENCIES = 48;
/** Bisections: the step is at most a thousandth too short. Few, because it is computed many times per step. */
const HALVINGS = 10;

// Indices into `mode`, an array, because numbers passed between functions that are not inlined are allocated on the
// heap.
const STIFFNESS = 0;
const DAMPING = 1;
const STEP = 2;
const REAL = 3;
const IMAGINARY = 4;
/** Factor by which a step multiplies the amplitude. */
const AMPLIFICATION = 5;
const mode = new Float64Array(6);

/**
 * Returns the maximum step for which no mode of a damped oscillating system grows, s. Every mode is a damped oscillator
 * x″ + c x′ + ω² x = 0, whose amplitude an integrator multiplies by a known factor per step. The test covers modes from
 * slow to the fastest, with damping proportional to stiffness (as in the elements), with and without air drag; and
 * undamped rotation.
 */
export function stableStep(name: IntegratorName, spectrum: Spectrum): number {
  const { stiffness, damping, drag, rotationRate = 0 } = spectrum;
  const rate = Math.sqrt(stiffness) + damping + drag + rotationRate;
  if (rate === 0) return Infinity;
  if (!(rate < Infinity)) return 0; // infinite or NaN
  let low = 8 / rate;
  mode[STEP] = low;
  if (isStable(name, spectrum)) {
    for (;;) {
      mode[STEP] = 2 * low;
      if (!(isStable(name, spectrum) && low < 1e6)) break;
      low *= 2;
    }
  } else {
    do {
      low /= 2;
      mode[STEP] = low;
    } while (low > 0 && !isStable(name, spectrum));
  }
  let high = 2 * low;
  for (let i = 0; i < HALVINGS; i++) {
    const center = (low + high) / 2;
    mode[STEP] = center;
    if (isStable(name, spectrum)) low = center;
    else high = center;
  }
  return low;
}

/** True if no mode grows with the step in `mode`. */
function isStable(name: IntegratorName, spectrum: Spectrum): boolean {
  const limit = 1 + GROWTH * mode[STEP]!;
  const { rotationRate = 0 } = spectrum;
  mode[STIFFNESS] = rotationRate * rotationRate;
  mode[DAMPING] = 0;
  amplify(name);
  if (!(mode[AMPLIFICATION]! <= limit)) return false;
  if (name === "midpoint" && !(rotationGrowth(spectrum) <= ROTATION_GROWTH)) return false;
  for (let i = 0; i <= FREQUENCIES; i++) {
    const fraction = i / FREQUENCIES; // of the highest ω
    for (let air = 0; air < 2; air++) {
      mode[STIFFNESS] = fraction * fraction * spectrum.stiffness;
      mode[DAMPING] = fraction * fraction * spectrum.damping + air * spectrum.drag;
      amplify(name);
      if (!(mode[AMPLIFICATION]! <= limit)) return false;
    }
  }
  return true;
}

/**
 * Growth rate of rotation on a stiff edge with midpoint, as a fraction per second. With the rotation rate r, half a
 * step along the tangent lengthens the edge by (r dt)² / 8 and increases its pull by as much, with a lever arm of half
 * a step:
 *
 *     L₁ = L₀ (1 + (κ − κ₀) dt² / 2 + κ κ₀ dt⁴ / 4)     κ = κ₀ + ω² (r dt)² / 8, the pull over mass and length
 */
function rotationGrowth({ stiffness, rotationRate = 0 }: Spectrum): number {
  const dt = mode[STEP]!;
  return (stiffness * rotationRate * rotationRate * dt * dt * dt) / 16;
}

/**
 * Returns the factor by which one step multiplies the amplitude of x″ + c x′ + ω² x = 0.
 *
 * @param stiffness ω², 1/s².
 * @param damping c, 1/s.
 * @param dt Step, s.
 */
export function amplification(
  name: IntegratorName,
  stiffness: number,
  damping: number,
  dt: number,
): number {
  mode[STIFFNESS] = stiffness;
  mode[DAMPING] = damping;
  mode[STEP] = dt;
  amplify(name);
  return mode[AMPLIFICATION]!;
}

/** Computes the amplification of `mode`. */
function amplify(name: IntegratorName): void {
  const { isSymplectic, nodes } = INTEGRATORS[name];
  const stiffness = mode[STIFFNESS]!;
  const damping = mode[DAMPING]!;
  const dt = mode[STEP]!;
  if (isSymplectic) {
    // The largest absolute eigenvalue of a 2 × 2 matrix.
    const trace = 2 - dt * damping - dt * dt * stiffness;
    const determinant = 1 - dt * damping;
    const root = (trace * trace) / 4 - determinant;
    mode[AMPLIFICATION] =
      root <= 0 ? Math.sqrt(Math.abs(determinant)) : Math.abs(trace) / 2 + Math.sqrt(root);
    return;
  }
  // x′ = v, v′ = −ω² x − c v has the eigenvalues s with s² + c s + ω² = 0; a scheme of order p ≤ 4 with p stages
  // multiplies each motion by the first p + 1 terms of exp(s dt).
  const half = damping / 2;
  const root = half * half - stiffness;
  if (root < 0) {
    mode[REAL] = -half * dt;
    mode[IMAGINARY] = Math.sqrt(-root) * dt;
    sumSeries(nodes.length);
    return;
  }
  mode[IMAGINARY] = 0;
  mode[REAL] = (-half - Math.sqrt(root)) * dt;
  sumSeries(nodes.length);
  const fast = mode[AMPLIFICATION]!;
  mode[REAL] = (-half + Math.sqrt(root)) * dt;
  sumSeries(nodes.length);
  mode[AMPLIFICATION] = Math.max(fast, mode[AMPLIFICATION]!);
}

/** Computes |1 + z + z²/2 + … + zᵖ/p!| of the complex z in `mode`. */
function sumSeries(order: number): void {
  const real = mode[REAL]!;
  const imaginary = mode[IMAGINARY]!;
  let x = 1;
  let y = 0;
  for (let n = order; n >= 1; n--) {
    const next = 1 + (x * real - y * imaginary) / n;
    y = (x * imaginary + y * real) / n;
    x = next;
  }
  mode[AMPLIFICATION] = Math.sqrt(x * x + y * y);
}
