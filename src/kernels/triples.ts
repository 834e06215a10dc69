import { Conditions, type Elements, type Particles } from "../cloth/index.js";

// Elements with three conditions on three particles, the triangles of a sheet: the same laws as for other elements,
// with the three conditions solved together.

const at = new Conditions();

/** Maximum displacement of conditions solved together, relative to that of conditions solved one by one. */
const MAX_DISPLACEMENT = 1.2;

/** Adds the elastic and damping forces of elements: F = −Σ (k C + d Ċ) ∇C. */
export function addTripleForces(particles: Particles, elements: Elements, dt: number): void {
  const { positions, velocities, forces } = particles;
  const { count, particles: stencils, stiffnesses, dampings, impulses } = elements;
  const { values, gradients: g } = at;
  for (let element = 0; element < count; element++) {
    const first = 3 * element;
    if (stencils[first] === -1 || !elements.evaluate(element, positions, at)) continue;
    let p0 = stiffnesses[first]! * values[0]!;
    let p1 = stiffnesses[first + 1]! * values[1]!;
    let p2 = stiffnesses[first + 2]! * values[2]!;
    const d0 = dampings[first]!;
    const d1 = dampings[first + 1]!;
    const d2 = dampings[first + 2]!;
    if (d0 !== 0 || d1 !== 0 || d2 !== 0) {
      for (let n = 0; n < 3; n++) {
        const i = 3 * stencils[first + n]!;
        const x = velocities[i]!;
        const y = velocities[i + 1]!;
        const z = velocities[i + 2]!;
        const j = 3 * n;
        p0 += d0 * (g[j]! * x + g[j + 1]! * y + g[j + 2]! * z);
        p1 += d1 * (g[j + 9]! * x + g[j + 10]! * y + g[j + 11]! * z);
        p2 += d2 * (g[j + 18]! * x + g[j + 19]! * y + g[j + 20]! * z);
      }
    }
    impulses[first]! += p0 * dt;
    impulses[first + 1]! += p1 * dt;
    impulses[first + 2]! += p2 * dt;
    for (let n = 0; n < 3; n++) {
      const i = 3 * stencils[first + n]!;
      const j = 3 * n;
      forces[i]! -= p0 * g[j]! + p1 * g[j + 9]! + p2 * g[j + 18]!;
      forces[i + 1]! -= p0 * g[j + 1]! + p1 * g[j + 10]! + p2 * g[j + 19]!;
      forces[i + 2]! -= p0 * g[j + 2]! + p1 * g[j + 11]! + p2 * g[j + 20]!;
    }
  }
}

/**
 * One XPBD sweep. The three pulls p of an element are coupled: with W = ∇C M⁻¹ ∇Cᵀ, stiffness s = k dt² and
 * damping t = d dt, the law of a single condition becomes
 *
 *     p + (s + t) W p = s C + t ∇C · (x − xₚ)
 *
 * three equations whose matrix is never singular, because W has no negative eigenvalue.
 *
 * If a triangle has nearly collapsed to a line, the gradients are nearly parallel and the conditions contradict one
 * another: each alone requires a small displacement, all together a very large one. Then they are solved one by one,
 * each in the pose that the previous one left.
 */
export function projectTriples(particles: Particles, elements: Elements, dt: number): void {
  const { positions, previousPositions, inverseMasses } = particles;
  const { count, particles: stencils, stiffnesses, dampings, impulses, workingValues } = elements;
  const { values, gradients: g } = at;
  const inverseDt = 1 / dt;
  const dtSquared = dt * dt;
  for (let element = 0; element < count; element++) {
    const first = 3 * element;
    if (stencils[first] === -1 || !elements.evaluate(element, positions, at)) continue;
    let s0 = stiffnesses[first]! * dtSquared;
    let s1 = stiffnesses[first + 1]! * dtSquared;
    let s2 = stiffnesses[first + 2]! * dtSquared;
    let r0 = s0 * values[0]!;
    let r1 = s1 * values[1]!;
    let r2 = s2 * values[2]!;
    const t0 = dampings[first]! * dt;
    const t1 = dampings[first + 1]! * dt;
    const t2 = dampings[first + 2]! * dt;
    const isDamped = t0 !== 0 || t1 !== 0 || t2 !== 0;
    let w00 = 0;
    let w11 = 0;
    let w22 = 0;
    let w01 = 0;
    let w02 = 0;
    let w12 = 0;
    for (let n = 0; n < 3; n++) {
      const particle = stencils[first + n]!;
      const w = inverseMasses[particle]!;
      const j = 3 * n;
      const x0 = g[j]!;
      const y0 = g[j + 1]!;
      const z0 = g[j + 2]!;
      const x1 = g[j + 9]!;
      const y1 = g[j + 10]!;
      const z1 = g[j + 11]!;
      const x2 = g[j + 18]!;
      const y2 = g[j + 19]!;
      const z2 = g[j + 20]!;
      w00 += w * (x0 * x0 + y0 * y0 + z0 * z0);
      w11 += w * (x1 * x1 + y1 * y1 + z1 * z1);
      w22 += w * (x2 * x2 + y2 * y2 + z2 * z2);
      w01 += w * (x0 * x1 + y0 * y1 + z0 * z1);
      w02 += w * (x0 * x2 + y0 * y2 + z0 * z2);
      w12 += w * (x1 * x2 + y1 * y2 + z1 * z2);
      if (!isDamped) continue;
      const i = 3 * particle;
      const dx = positions[i]! - previousPositions[i]!;
      const dy = positions[i + 1]! - previousPositions[i + 1]!;
      const dz = positions[i + 2]! - previousPositions[i + 2]!;
      r0 += t0 * (x0 * dx + y0 * dy + z0 * dz);
      r1 += t1 * (x1 * dx + y1 * dy + z1 * dz);
      r2 += t2 * (x2 * dx + y2 * dy + z2 * dz);
    }
    s0 += t0;
    s1 += t1;
    s2 += t2;
    // Rows of I + (s + t) W, and Cramer's rule.
    const a = 1 + s0 * w00;
    const b = s0 * w01;
    const c = s0 * w02;
    const d = s1 * w01;
    const e = 1 + s1 * w11;
    const f = s1 * w12;
    const h = s2 * w02;
    const k = s2 * w12;
    const l = 1 + s2 * w22;
    const m0 = e * l - f * k;
    const m1 = f * h - d * l;
    const m2 = d * k - e * h;
    const inverse = 1 / (a * m0 + b * m1 + c * m2);
    const p0 = (r0 * m0 + r1 * (c * k - b * l) + r2 * (b * f - c * e)) * inverse;
    const p1 = (r0 * m1 + r1 * (a * l - c * h) + r2 * (c * d - a * f)) * inverse;
    const p2 = (r0 * m2 + r1 * (b * h - a * k) + r2 * (a * e - b * d)) * inverse;
    const jointSquared =
      p0 * p0 * w00 +
      p1 * p1 * w11 +
      p2 * p2 * w22 +
      2 * (p0 * p1 * w01 + p0 * p2 * w02 + p1 * p2 * w12);
    const separateSquared =
      (w00 * r0 * r0) / (a * a) + (w11 * r1 * r1) / (e * e) + (w22 * r2 * r2) / (l * l);
    if (!(jointSquared <= MAX_DISPLACEMENT * MAX_DISPLACEMENT * separateSquared)) {
      projectOneByOne(particles, elements, element, dt);
      continue;
    }
    impulses[first]! += p0 * inverseDt;
    impulses[first + 1]! += p1 * inverseDt;
    impulses[first + 2]! += p2 * inverseDt;
    if (first < workingValues.length) {
      const scale = 0.5 / dtSquared;
      workingValues[first] = (scale * (p0 + a * p0 + b * p1 + c * p2)) / stiffnesses[first]!;
      workingValues[first + 1] =
        (scale * (p1 + d * p0 + e * p1 + f * p2)) / stiffnesses[first + 1]!;
      const shear = stiffnesses[first + 2]!;
      workingValues[first + 2] =
        shear === 0 ? values[2]! : (scale * (p2 + h * p0 + k * p1 + l * p2)) / shear;
    }
    for (let n = 0; n < 3; n++) {
      const particle = stencils[first + n]!;
      const w = inverseMasses[particle]!;
      const i = 3 * particle;
      const j = 3 * n;
      positions[i]! -= w * (p0 * g[j]! + p1 * g[j + 9]! + p2 * g[j + 18]!);
      positions[i + 1]! -= w * (p0 * g[j + 1]! + p1 * g[j + 10]! + p2 * g[j + 19]!);
      positions[i + 2]! -= w * (p0 * g[j + 2]! + p1 * g[j + 11]! + p2 * g[j + 20]!);
    }
  }
}

/** Projects the three conditions of one element one after the other, each by the law of a single condition. */
function projectOneByOne(
  { positions, previousPositions, inverseMasses }: Particles,
  elements: Elements,
  element: number,
  dt: number,
): void {
  const { particles: stencils, stiffnesses, dampings, impulses } = elements;
  const { values, gradients: g } = at;
  const first = 3 * element;
  for (let c = 0; c < 3; c++) {
    if (!elements.evaluate(element, positions, at)) return;
    const stiffness = stiffnesses[first + c]! * dt * dt;
    const damping = dampings[first + c]! * dt;
    let w = 0;
    let growth = 0; // change of the condition since the start of the substep
    for (let n = 0; n < 3; n++) {
      const i = 3 * stencils[first + n]!;
      const j = 9 * c + 3 * n;
      for (let k = 0; k < 3; k++) {
        w += inverseMasses[stencils[first + n]!]! * g[j + k]! * g[j + k]!;
        growth += g[j + k]! * (positions[i + k]! - previousPositions[i + k]!);
      }
    }
    const pull = (stiffness * values[c]! + damping * growth) / ((stiffness + damping) * w + 1);
    impulses[first + c]! += pull / dt;
    for (let n = 0; n < 3; n++) {
      const i = 3 * stencils[first + n]!;
      const scale = inverseMasses[stencils[first + n]!]! * pull;
      for (let k = 0; k < 3; k++) positions[i + k]! -= scale * g[9 * c + 3 * n + k]!;
    }
  }
}
