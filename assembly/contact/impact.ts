import { closestOfEdges, closestOnTriangle, squared } from "./closest";
import { froms, tos } from "./memory";

// When two features that move linearly come too near: additive advancement (Li et al., Codimensional Incremental Potential
// Contact, 2021, describes it). No point can come nearer than their distance minus the way that they move towards each other.

/** Address of four points at the time reached, and of their motion. */
const POINTS: usize = 3072;
const MOTION: usize = 3200;
/** Share of the distance above the limit that a step of the search may use up. */
const SHARE: f64 = 0.9;
/** After so many steps the features count as met. */
const MAX_STEPS: i32 = 256;

/** Result of `meets`: the time from 0 to 1. The closest points at that time are in `closest.ts`. */
export let time: f64 = 0;

/**
 * The largest approach of two features in the interval, m, an upper bound. Also prepares `meets` for the same features.
 */
export function approach(isPoint: bool, a: u32, b: u32, c: u32, d: u32): f64 {
  take(0, a);
  take(24, b);
  take(48, c);
  take(72, d);
  let mx: f64 = 0;
  let my: f64 = 0;
  let mz: f64 = 0;
  for (let i: usize = 0; i < 96; i += 24) {
    mx += load<f64>(MOTION + i);
    my += load<f64>(MOTION + i, 8);
    mz += load<f64>(MOTION + i, 16);
  }
  mx *= 0.25;
  my *= 0.25;
  mz *= 0.25;
  for (let i: usize = 0; i < 96; i += 24) {
    store<f64>(MOTION + i, load<f64>(MOTION + i) - mx);
    store<f64>(MOTION + i, load<f64>(MOTION + i, 8) - my, 8);
    store<f64>(MOTION + i, load<f64>(MOTION + i, 16) - mz, 16);
  }
  const l0 = way(0);
  const l1 = way(24);
  const l2 = way(48);
  const l3 = way(72);
  return isPoint
    ? sqrt<f64>(l0) + sqrt<f64>(max<f64>(max<f64>(l1, l2), l3))
    : sqrt<f64>(max<f64>(l0, l1)) + sqrt<f64>(max<f64>(l2, l3));
}

// @ts-ignore: decorator
@inline
function take(at: usize, particle: u32): void {
  const i = 24 * <usize>particle;
  for (let k: usize = 0; k < 24; k += 8) {
    const from = load<f64>(froms + i + k);
    store<f64>(POINTS + at + k, from);
    store<f64>(MOTION + at + k, load<f64>(tos + i + k) - from);
  }
}

// @ts-ignore: decorator
@inline
function way(at: usize): f64 {
  const x = load<f64>(MOTION + at);
  const y = load<f64>(MOTION + at, 8);
  const z = load<f64>(MOTION + at, 16);
  return x * x + y * y + z * z;
}

/**
 * True if the features that `approach` has prepared come nearer than `least`, m, before the end.
 *
 * @param distance Their distance at the start, m.
 * @param speed The largest approach.
 */
export function meets(isPoint: bool, distance: f64, speed: f64, least: f64): bool {
  time = 0;
  let now = distance;
  for (let step = 0; step < MAX_STEPS; step++) {
    const room = now - least;
    if (room <= 0) {
      if (step == 0) measure(isPoint);
      return true;
    }
    const stride = (SHARE * room) / speed;
    if (time + room / speed >= 1) return false;
    time += stride;
    for (let i: usize = 0; i < 96; i += 8) {
      store<f64>(POINTS + i, load<f64>(POINTS + i) + stride * load<f64>(MOTION + i));
    }
    measure(isPoint);
    now = sqrt<f64>(squared);
    // Within a hundredth of the limit nothing is gained by smaller steps.
    if (now - least <= 0.01 * least) return true;
  }
  return true;
}

function measure(isPoint: bool): void {
  if (isPoint) closestOnTriangle(POINTS, POINTS + 24, POINTS + 48, POINTS + 72);
  else closestOfEdges(POINTS, POINTS + 24, POINTS + 48, POINTS + 72);
}
