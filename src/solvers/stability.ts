import { INTEGRATORS, type IntegratorName } from "./integrators.js";

/** How fast the parts of a system can answer. */
export interface Spectrum {
  /** Square of the highest frequency, 1/s²: the largest eigenvalue of stiffness over mass. */
  stiffness: number;
  /** Largest eigenvalue of damping over mass, 1/s. */
  damping: number;
  /** Rate at which the air slows a sheet down, 1/s. */
  drag: number;
  /** How fast the fastest edge turns, 1/s: a swing that nothing damps, because no length changes in it. Default: 0. */
  whirl?: number;
}

/** A motion that grows by less than this part in a second counts as stable: undamped midpoint has no other bound. */
const GROWTH = 0.1;
const FREQUENCIES = 48;
/** Leaves the step a thousandth too short at most; it is asked for again and again in the course of a step. */
const HALVINGS = 10;

/**
 * The longest step for which no motion of a damped swinging system grows, s. Every mode is a damped swing
 * x″ + c x′ + ω² x = 0, of which an integrator multiplies the amplitude by a known factor each step. The modes are taken
 * from slow to the fastest, their damping as their stiffness (the damping of the elements goes with it), with and
 * without air; and what whirls without any.
 */
export function stableStep(name: IntegratorName, spectrum: Spectrum): number {
  const { stiffness, damping, drag, whirl = 0 } = spectrum;
  const rate = Math.sqrt(stiffness) + damping + drag + whirl;
  if (rate === 0) return Infinity;
  if (!(rate < Infinity)) return 0; // out of range, or no number at all
  let low = 8 / rate;
  if (isStable(name, spectrum, low)) {
    while (isStable(name, spectrum, 2 * low) && low < 1e6) low *= 2;
  } else {
    do low /= 2;
    while (low > 0 && !isStable(name, spectrum, low));
  }
  let high = 2 * low;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (isStable(name, spectrum, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function isStable(name: IntegratorName, spectrum: Spectrum, dt: number): boolean {
  const limit = 1 + GROWTH * dt;
  const { whirl = 0 } = spectrum;
  if (!(amplification(name, whirl * whirl, 0, dt) <= limit)) return false;
  for (let i = 0; i <= FREQUENCIES; i++) {
    const part = i / FREQUENCIES; // of ω²
    for (let air = 0; air < 2; air++) {
      const stiffness = part * part * spectrum.stiffness;
      const damping = part * part * spectrum.damping + air * spectrum.drag;
      if (!(amplification(name, stiffness, damping, dt) <= limit)) return false;
    }
  }
  return true;
}

/** By how much one step multiplies the amplitude of x″ + c x′ + ω² x = 0. */
export function amplification(
  name: IntegratorName,
  stiffness: number,
  damping: number,
  dt: number,
): number {
  const { isSymplectic, nodes } = INTEGRATORS[name];
  if (isSymplectic) {
    const trace = 2 - dt * damping - dt * dt * stiffness;
    return spectralRadius(trace, 1 - dt * damping);
  }
  // x′ = v, v′ = −ω² x − c v has the eigenvalues s with s² + c s + ω² = 0; a scheme of order p ≤ 4 with p stages
  // multiplies each motion by the first p + 1 terms of exp(s dt).
  const half = damping / 2;
  const root = half * half - stiffness;
  if (root < 0) return seriesSize(-half * dt, Math.sqrt(-root) * dt, nodes.length);
  const fast = seriesSize((-half - Math.sqrt(root)) * dt, 0, nodes.length);
  const slow = seriesSize((-half + Math.sqrt(root)) * dt, 0, nodes.length);
  return Math.max(fast, slow);
}

/** Largest absolute value of the eigenvalues of a 2×2 matrix. */
function spectralRadius(trace: number, determinant: number): number {
  const root = (trace * trace) / 4 - determinant;
  if (root <= 0) return Math.sqrt(Math.abs(determinant));
  return Math.abs(trace) / 2 + Math.sqrt(root);
}

/** |1 + z + z²/2 + … + zᵖ/p!| of a complex z. */
function seriesSize(real: number, imaginary: number, order: number): number {
  let [x, y] = [1, 0];
  for (let n = order; n >= 1; n--) {
    const next = 1 + (x * real - y * imaginary) / n;
    y = (x * imaginary + y * real) / n;
    x = next;
  }
  return Math.sqrt(x * x + y * y);
}
