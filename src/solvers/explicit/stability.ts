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
/** The same for what whirls on stiff edges: with the growth above a shred at 50 m/s gained 5 m/s in a second. */
const WHIRL_GROWTH = 0.02;
const FREQUENCIES = 48;
/** Leaves the step a thousandth too short at most; it is asked for again and again in the course of a step. */
const HALVINGS = 10;

// Where the numbers of a swing stand; in an array, because numbers handed from call to call go on the heap.
const STIFFNESS = 0;
const DAMPING = 1;
const STEP = 2;
const REAL = 3;
const IMAGINARY = 4;
const SIZE = 5;
const swing = new Float64Array(6);

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
  swing[STEP] = low;
  if (isStable(name, spectrum)) {
    for (;;) {
      swing[STEP] = 2 * low;
      if (!(isStable(name, spectrum) && low < 1e6)) break;
      low *= 2;
    }
  } else {
    do {
      low /= 2;
      swing[STEP] = low;
    } while (low > 0 && !isStable(name, spectrum));
  }
  let high = 2 * low;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    swing[STEP] = middle;
    if (isStable(name, spectrum)) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether nothing grows in the step of `swing`. */
function isStable(name: IntegratorName, spectrum: Spectrum): boolean {
  const limit = 1 + GROWTH * swing[STEP]!;
  const { whirl = 0 } = spectrum;
  swing[STIFFNESS] = whirl * whirl;
  swing[DAMPING] = 0;
  amplify(name);
  if (!(swing[SIZE]! <= limit)) return false;
  if (name === "midpoint" && !(whirlGrowth(spectrum) <= WHIRL_GROWTH)) return false;
  for (let i = 0; i <= FREQUENCIES; i++) {
    const part = i / FREQUENCIES; // of ω²
    for (let air = 0; air < 2; air++) {
      swing[STIFFNESS] = part * part * spectrum.stiffness;
      swing[DAMPING] = part * part * spectrum.damping + air * spectrum.drag;
      amplify(name);
      if (!(swing[SIZE]! <= limit)) return false;
    }
  }
  return true;
}

/**
 * By how much midpoint speeds up what whirls on a stiff edge, as a part in a second. Half a step along the tangent the edge is
 * longer by (whirl dt)² / 8, and pulls by as much too hard, with a lever arm of half a step:
 *
 *     L₁ = L₀ (1 + (κ − κ₀) dt² / 2 + κ κ₀ dt⁴ / 4)     κ = κ₀ + ω² (whirl dt)² / 8, the pull over mass and length
 */
function whirlGrowth({ stiffness, whirl = 0 }: Spectrum): number {
  const dt = swing[STEP]!;
  return (stiffness * whirl * whirl * dt * dt * dt) / 16;
}

/** By how much one step multiplies the amplitude of x″ + c x′ + ω² x = 0. */
export function amplification(
  name: IntegratorName,
  stiffness: number,
  damping: number,
  dt: number,
): number {
  swing[STIFFNESS] = stiffness;
  swing[DAMPING] = damping;
  swing[STEP] = dt;
  amplify(name);
  return swing[SIZE]!;
}

/** The same of `swing`. */
function amplify(name: IntegratorName): void {
  const { isSymplectic, nodes } = INTEGRATORS[name];
  const stiffness = swing[STIFFNESS]!;
  const damping = swing[DAMPING]!;
  const dt = swing[STEP]!;
  if (isSymplectic) {
    // The eigenvalues of a 2×2 matrix.
    const trace = 2 - dt * damping - dt * dt * stiffness;
    const determinant = 1 - dt * damping;
    const root = (trace * trace) / 4 - determinant;
    swing[SIZE] =
      root <= 0 ? Math.sqrt(Math.abs(determinant)) : Math.abs(trace) / 2 + Math.sqrt(root);
    return;
  }
  // x′ = v, v′ = −ω² x − c v has the eigenvalues s with s² + c s + ω² = 0; a scheme of order p ≤ 4 with p stages
  // multiplies each motion by the first p + 1 terms of exp(s dt).
  const half = damping / 2;
  const root = half * half - stiffness;
  if (root < 0) {
    swing[REAL] = -half * dt;
    swing[IMAGINARY] = Math.sqrt(-root) * dt;
    sumSeries(nodes.length);
    return;
  }
  swing[IMAGINARY] = 0;
  swing[REAL] = (-half - Math.sqrt(root)) * dt;
  sumSeries(nodes.length);
  const fast = swing[SIZE]!;
  swing[REAL] = (-half + Math.sqrt(root)) * dt;
  sumSeries(nodes.length);
  swing[SIZE] = Math.max(fast, swing[SIZE]!);
}

/** |1 + z + z²/2 + … + zᵖ/p!| of a complex z. */
function sumSeries(order: number): void {
  const real = swing[REAL]!;
  const imaginary = swing[IMAGINARY]!;
  let x = 1;
  let y = 0;
  for (let n = order; n >= 1; n--) {
    const next = 1 + (x * real - y * imaginary) / n;
    y = (x * imaginary + y * real) / n;
    x = next;
  }
  swing[SIZE] = Math.sqrt(x * x + y * y);
}
