import type { Tuples } from "../../math/vec3.js";
import { length } from "../../math/vector.js";
import type { Cloth } from "../../cloth/index.js";
import type { Kernels } from "../../kernels/index.js";
import type { Holding } from "../cloth/holding.js";
import type { Environment } from "../environment/environment.js";
import type { Solids } from "../environment/solids.js";
import type { Field, TimedBall } from "../options/options.js";
import { BlowUpError } from "./blow-up-error.js";

/** What the check for blow-ups reads: what may blow up, and possible causes. */
export interface BlowUpContext {
  readonly cloths: readonly (Cloth & { readonly holding: Holding })[];
  readonly kernels: Pick<Kernels, "areWithin">;
  readonly environment: Environment;
  readonly solids: Solids;
  readonly substeps: { readonly count: number; readonly duration: number };
  /** Start of the step, s. */
  readonly time: number;
  readonly solverModule: { advice(substeps: number): string };
}

/** Largest allowed speed of a particle or ball, m/s. Far above any cloth: a bullet flies at 1e3. */
export const MAX_SPEED = 1e5;
/**
 * Largest allowed distance from the origin, m. Farther out, rounding exceeds a nanometer, and stiff edges stretch by
 * micrometers.
 */
export const MAX_DISTANCE = 1e7;

/** Thresholds above which something is named as the likely cause: m/s², m/s, m/s. */
const STRONG_GRAVITY = 1e4;
const STRONG_WIND = 300;
const FAST = 1e3;

const ORIGIN = new Float64Array(3);

/**
 * Checks every particle and every ball at the end of a step, before anything tears.
 *
 * @throws BlowUpError if one is beyond MAX_SPEED or MAX_DISTANCE, or not finite.
 */
export function checkForBlowUp(world: BlowUpContext, dt: number): void {
  const { cloths, solids, environment } = world;
  const { balls } = solids;
  const { gravity } = environment;
  for (let i = 0; i < cloths.length; i++) {
    if (!world.kernels.areWithin(cloths[i]!, MAX_DISTANCE, MAX_SPEED)) checkParticles(world, i);
  }
  for (let i = 0; i < balls.length; i++) {
    const { position, velocity } = balls[i]!;
    const isInBounds = length(velocity, 0) <= MAX_SPEED && length(position, 0) <= MAX_DISTANCE;
    if (!isInBounds) fail(world, `ball ${i}`, null, position, velocity, 0);
  }
  // Cloth that lies on a floor would stay still under any gravity.
  if (!(dt * length(gravity, 0) <= MAX_SPEED)) {
    const what = `cloth 0 gets ${short(dt * length(gravity, 0))} m/s of gravity per step`;
    throw blowUp(world, `${what}, expected at most ${MAX_SPEED} m/s`, 0, ORIGIN);
  }
}

/**
 * Checks every particle of a cloth.
 *
 * @throws BlowUpError if one is beyond MAX_SPEED or MAX_DISTANCE, or not finite.
 */
export function checkParticles(world: BlowUpContext, number: number): void {
  const cloth = world.cloths[number]!;
  const particle = firstOutOfBounds(cloth);
  if (particle === -1) return;
  const { positions, velocities } = cloth.particles;
  fail(
    world,
    `particle ${particle} of cloth ${number}`,
    number,
    positions,
    velocities,
    3 * particle,
  );
}

/**
 * Checks the start of a world, which could blow up in its first step.
 *
 * @throws RangeError that names the cloth or ball.
 */
export function checkStart(cloths: readonly Cloth[], balls: readonly Tuples<TimedBall>[]): void {
  for (const [i, { position, velocity }] of balls.entries()) {
    const speed = velocity === undefined ? 0 : length(velocity, 0);
    if (!(speed <= MAX_SPEED && length(position, 0) <= MAX_DISTANCE)) {
      throw new RangeError(
        `balls.${i}: it starts at ${vectorText(position, 0)} m with ${short(speed)} m/s; ` +
          `expected at most ${MAX_DISTANCE} m from the origin and ${MAX_SPEED} m/s`,
      );
    }
  }
  for (const [i, cloth] of cloths.entries()) {
    const { positions, masses, count } = cloth.particles;
    const particle = firstOutOfBounds(cloth);
    if (particle !== -1) {
      throw new RangeError(
        `cloths.${i}: particle ${particle} starts at ${vectorText(positions, 3 * particle)} m; ` +
          `expected at most ${MAX_DISTANCE} m from the origin`,
      );
    }
    for (let p = 0; p < count; p++) {
      // Vertices of triangles without area have no mass, and do not move.
      if (masses[p] === 0 || (1 / masses[p]! < Infinity && masses[p]! < Infinity)) continue;
      throw new RangeError(
        `cloths.${i}: particle ${p} has a mass of ${masses[p]} kg; expected a positive number in range`,
      );
    }
    if (masses.every((mass) => mass === 0)) {
      throw new RangeError(`cloths.${i}: it has no mass; expected a mesh with an area`);
    }
  }
}

/** The first particle that is too fast, too far away or not finite; −1: none. */
function firstOutOfBounds({ particles: { positions, velocities, count } }: Cloth): number {
  // By coordinate: a box is as good a bound as a ball, and comparisons with NaN are false.
  for (let i = 0; i < 3 * count; i++) {
    const x = positions[i]!;
    const v = velocities[i]!;
    const isInBounds = x <= MAX_DISTANCE && x >= -MAX_DISTANCE && v <= MAX_SPEED && v >= -MAX_SPEED;
    if (!isInBounds) return (i - (i % 3)) / 3;
  }
  return -1;
}

function fail(
  world: BlowUpContext,
  what: string,
  cloth: number | null,
  positions: ArrayLike<number>,
  velocities: ArrayLike<number>,
  at: number,
): never {
  const speed = length(velocities, at);
  const state =
    speed > MAX_SPEED
      ? `has a velocity of ${vectorText(velocities, at)} m/s, expected at most ${MAX_SPEED} m/s`
      : `is at ${vectorText(positions, at)} m, with a velocity of ${vectorText(velocities, at)} m/s`;
  const point = Float64Array.of(positions[at]!, positions[at + 1]!, positions[at + 2]!);
  throw blowUp(world, `${what} ${state}`, cloth, point);
}

/** @param point Where it happened, m. */
function blowUp(
  world: BlowUpContext,
  what: string,
  cloth: number | null,
  point: Float64Array,
): BlowUpError {
  const { time } = world;
  return new BlowUpError(
    `the simulation blew up at ${short(time, 6)} s: ${what}; likely cause: ${likelyCause(world, point)}`,
    time,
    cloth,
  );
}

/** The first plausible cause, in words. */
function likelyCause(world: BlowUpContext, point: Float64Array): string {
  const { environment, cloths, solids, substeps, solverModule } = world;
  const { gravity, wind, fields } = environment;
  const { colliders, balls } = solids;
  if (!(length(gravity, 0) <= STRONG_GRAVITY)) return `gravity of ${vectorText(gravity, 0)} m/s²`;
  const air = wind.velocity;
  if (!(length(air, 0) <= STRONG_WIND)) return `wind of ${vectorText(air, 0)} m/s`;
  for (const [i, field] of fields.entries()) {
    for (const cloth of cloths) if (isStrong(field, cloth, world.time)) return `field ${i}`;
  }
  for (const [i, { material }] of cloths.entries()) {
    const stiffest = Math.max(material.warp, material.weft);
    const isTooStiff = !(Math.sqrt(stiffest / material.density) <= MAX_SPEED);
    if (isTooStiff) {
      return `a stiffness of ${short(stiffest)} N/m of cloth ${i}, with ${short(material.density)} kg/m²`;
    }
  }
  for (const [i, { velocity }] of balls.entries()) {
    const speed = length(velocity, 0);
    if (speed > FAST) return `ball ${i}, which flies at ${short(speed)} m/s`;
  }
  for (const [i, { holding, particles }] of cloths.entries()) {
    for (const [k, pin] of holding.pins.entries()) {
      const particle = pin.isHolding ? pin.particles[0] : undefined;
      if (particle === undefined) continue;
      const speed = length(particles.velocities, 3 * particle);
      if (speed > FAST) return `pin ${k} of cloth ${i}, which moves at ${short(speed)} m/s`;
    }
  }
  const velocity = new Float64Array(3);
  for (const [i, { solid }] of colliders.entries()) {
    solid.surfaceVelocityAt(point, velocity, substeps.duration);
    const speed = length(velocity, 0);
    if (speed > FAST) return `collider ${i}, which moves at ${short(speed)} m/s there`;
  }
  return solverModule.advice(substeps.count);
}

/**
 * True if a field acts on some particle within bounds as hard as strong gravity or wind, or if no particle is within
 * bounds.
 */
function isStrong(field: Field, cloth: Cloth, time: number): boolean {
  const { count, positions, masses } = cloth.particles;
  const forces = new Float64Array(3 * count);
  const winds = new Float64Array(3 * count);
  field.addForces?.(cloth, forces, time);
  field.addWinds?.(cloth, winds, time);
  let hasParticles = false;
  for (let p = 0; p < count; p++) {
    if (!(length(positions, 3 * p) <= MAX_DISTANCE)) continue;
    hasParticles = true;
    const isWeak =
      length(forces, 3 * p) <= STRONG_GRAVITY * masses[p]! && length(winds, 3 * p) <= STRONG_WIND;
    if (!isWeak) return true;
  }
  return !hasParticles;
}

function vectorText(vectors: ArrayLike<number>, at: number): string {
  return `(${short(vectors[at]!)}, ${short(vectors[at + 1]!)}, ${short(vectors[at + 2]!)})`;
}

function short(value: number, digits = 3): string {
  return String(Number(value.toPrecision(digits)));
}
