import { unitVector } from "../../math/check-vector.js";
import { length } from "../../math/vector.js";
import { pointAt, type Vec3Tuple, type Tuples } from "../../math/vec3.js";
import {
  AXIS,
  PLANE,
  type ConstraintMode,
  type AxisPlaneConstraints,
  type Particles,
  type Selection,
} from "../../cloth/index.js";
import { isDue, type PinOptions } from "../options/options.js";
import type { PinAnchors } from "./pin-anchors.js";
import { displacementAt, PinRotation, type PinRotationState } from "./pin-rotation.js";

/** The parts of a cloth that a pin uses. */
export interface PinContext {
  readonly particles: Particles;
  /** Particles that pins hold on an axis or a plane. */
  readonly constraints: AxisPlaneConstraints;
  readonly anchors: PinAnchors;
  /** True if the solver converged in the latest step. */
  readonly isTrusted: boolean;
  /** The selected particles at this time, in rising order. */
  select(selection: Selection): number[];
  /** Adds the force of the cloth on a particle, N, as the mean over the latest step. */
  addForceOn(particle: number, into: Float64Array): void;
}

/**
 * A line or a plane that particles slide on. `direction` is the unit vector along the line, or the normal of the plane.
 */
interface SlidingConstraint {
  mode: ConstraintMode;
  direction: Vec3Tuple;
}

/** Particles that tear off a pin together: all of them, or a single one. */
export interface TearOff {
  particles: number[];
  /** Force of the cloth on them, N. */
  force: Vec3Tuple;
}

/** State of a pin. */
export interface PinState {
  options: Tuples<PinOptions>;
  selected: number[];
  particles: number[];
  /** Positions of its particles when they were pinned, m, three numbers per particle. */
  anchors: number[];
  isHolding: boolean;
  /** Start of the next step, s. */
  time: number;
  /** Next time at which it releases its particles, s. */
  release: number;
  /** Next time at which it pins them again, s. */
  repin: number;
  /** Displacement by the keyframes when it was last pinned, m. */
  done: number[];
  /** Only if its keyframes rotate it. */
  rotation?: PinRotationState;
}

/**
 * A pin: particles that are fixed, or moved by keyframes. A particle that two pins select belongs to the first one.
 * Make a pin with the `pins` of a cloth or `World.pin`.
 */
export class Pin {
  readonly #cloth: PinContext;
  /** Its number among the pins of the cloth, from 1. */
  readonly #number: number;
  /** Its options. */
  readonly options: Tuples<PinOptions>;
  /** Null: all three coordinates are fixed. */
  readonly #hold: SlidingConstraint | null;
  /** The selected particles, and those that edits made from them. */
  #selected: number[];
  #particles: number[] = [];
  #isHolding = false;
  /**
   * How often it has been pinned or released.
   *
   * @internal
   */
  changes = 0;
  /** Start of the next step, s. */
  #time: number;
  /** Times that are still to come, s; Infinity: none. */
  #release: number;
  #repin: number;
  /** Displacement by the keyframes when the particles were pinned, m; the motion is relative to it. */
  readonly #done = new Float64Array(3);
  readonly #translation = new Float64Array(3);
  /** Null: the keyframes do not rotate it. */
  readonly #rotation: PinRotation | null;
  /** Displacement of a particle by the rotation, m. */
  readonly #turn = new Float64Array(3);
  /** Force of the cloth in the latest step, N: the sum, and on one particle. */
  readonly #force = new Float64Array(3);
  readonly #own = new Float64Array(3);
  /** True if the force is needed: the pin has a `breakForce`, or `force` was read. */
  #isMeasured: boolean;
  /** What tears off at the end of the step. */
  readonly #overloaded: TearOff[] = [];

  /**
   * Pins at once those particles that no other pin holds.
   *
   * @param options Checked by `PIN`.
   * @param time s.
   * @param selected Default: what the options select now.
   *
   * @internal
   */
  constructor(
    cloth: PinContext,
    options: Tuples<PinOptions>,
    number: number,
    time: number,
    selected?: number[],
  ) {
    this.#cloth = cloth;
    this.#number = number;
    this.options = options;
    this.#hold = holdOf(options);
    const { motion = [] } = options;
    const rotates = motion.some(({ rotation }) => rotation !== undefined);
    this.#rotation = rotates ? new PinRotation(motion) : null;
    this.#time = time;
    this.#release = options.release ?? Infinity;
    this.#repin = options.repin ?? Infinity;
    this.#isMeasured = options.breakForce !== undefined;
    this.#selected = selected ?? cloth.select(options.select);
    this.#pinSelected();
    if (time > 0) this.#startMotion();
  }

  /** @internal */
  get state(): PinState {
    const { positions: anchors } = this.#cloth.anchors;
    return {
      options: this.options,
      selected: [...this.#selected],
      particles: [...this.#particles],
      anchors: this.#particles.flatMap((particle) => pointAt(anchors, particle)),
      isHolding: this.#isHolding,
      time: this.#time,
      release: this.#release,
      repin: this.#repin,
      done: [...this.#done],
      ...(this.#rotation !== null && { rotation: this.#rotation.state }),
    };
  }

  /**
   * Restores a state, in a cloth that is restored already and has no pinned particles yet.
   *
   * @internal
   */
  set state(state: PinState) {
    const { anchors } = this.#cloth;
    this.#selected = [...state.selected];
    this.#particles = [...state.particles];
    this.#isHolding = state.isHolding;
    this.#time = state.time;
    this.#release = state.release;
    this.#repin = state.repin;
    this.#done.set(state.done);
    if (this.#rotation !== null && state.rotation !== undefined) {
      this.#rotation.state = state.rotation;
    }
    if (!state.isHolding) return;
    for (const [i, particle] of state.particles.entries()) {
      anchors.pins[particle] = this.#number;
      anchors.positions.set(state.anchors.slice(3 * i, 3 * i + 3), 3 * particle);
      this.#pinParticle(particle);
    }
  }

  /** The particles that it holds, or held when it was released. */
  get particles(): readonly number[] {
    return this.#particles;
  }

  /** True if it holds its particles now. */
  get isHolding(): boolean {
    return this.#isHolding;
  }

  /**
   * Force of the cloth on the pin in the latest step, N: the mean of the forces of all elements on its particles, and
   * their weight. With an axis or a plane only the fixed components count. 0 after a release. After the first read, a
   * pin without `breakForce` is measured in every step too.
   */
  get force(): Vec3Tuple {
    if (!this.#isMeasured && this.#isHolding) this.#measure();
    this.#isMeasured = true;
    const [x, y, z] = this.#force;
    return [x!, y!, z!];
  }

  /**
   * Releases the particles.
   *
   * @param only Releases only these; default: all. The rest stays pinned. `repin` pins all of them again.
   */
  release(only?: readonly number[]): void {
    if (!this.#isHolding) return;
    if (only !== undefined) {
      const released = new Set(only);
      if (!this.#particles.some((particle) => released.has(particle))) return;
      this.changes++;
      this.#releaseSome(released);
      return;
    }
    this.#isHolding = false;
    this.changes++;
    this.#force.fill(0);
    for (const particle of this.#particles) this.#releaseParticle(particle);
  }

  /** Releases some particles. If none is left, the pin is released as a whole. */
  #releaseSome(released: ReadonlySet<number>): void {
    const remaining = this.#particles.filter((particle) => !released.has(particle));
    if (remaining.length === 0) {
      this.release();
      return;
    }
    for (const particle of this.#particles)
      if (released.has(particle)) this.#releaseParticle(particle);
    this.#particles = remaining;
  }

  #releaseParticle(particle: number): void {
    const { particles, constraints, anchors } = this.#cloth;
    anchors.pins[particle] = 0;
    if (this.#hold === null) particles.unpin(particle);
    else {
      particles.constrained[particle] = 0;
      constraints.remove(particle);
    }
  }

  /**
   * The `measure` phase: measures the force of the step, and finds what is overloaded.
   *
   * @internal
   */
  measure(): void {
    this.#overloaded.length = 0;
    if (this.#isMeasured && this.#isHolding) this.#measure();
  }

  #measure(): void {
    const force = this.#force;
    const own = this.#own;
    const { breakForce = Infinity, breakPerParticle = false } = this.options;
    force.fill(0);
    for (let i = 0; i < this.#particles.length; i++) {
      const particle = this.#particles[i]!;
      own.fill(0);
      this.#cloth.addForceOn(particle, own);
      if (this.#hold !== null) projectToFixed(own, this.#hold);
      for (let k = 0; k < 3; k++) force[k]! += own[k]!;
      if (breakPerParticle && length(own, 0) > breakForce) this.#overload([particle], own);
    }
    if (!breakPerParticle && length(force, 0) > breakForce) this.#overload(this.#particles, force);
  }

  #overload(particles: readonly number[], [x, y, z]: Float64Array): void {
    if (!this.#cloth.isTrusted) return;
    this.#overloaded.push({ particles: [...particles], force: [x!, y!, z!] });
  }

  /**
   * The `commit` phase: overloaded particles tear off.
   *
   * @internal
   */
  tearOff(): readonly TearOff[] {
    const torn = this.#overloaded;
    if (torn.length === 0) return torn;
    if (this.options.breakPerParticle !== true) this.release();
    else this.#releaseSome(new Set(torn.flatMap(({ particles }) => particles)));
    return torn;
  }

  /**
   * Pins the particles again that were released or torn off, where they are now, except for those that another pin
   * holds. The motion continues from there. Does nothing if the pin holds any particle.
   */
  hold(): void {
    if (this.#isHolding) return;
    this.#pinSelected();
    this.#startMotion();
  }

  /** From now on the motion is relative to that at this time. */
  #startMotion(): void {
    displacementAt(this.options.motion, "translation", this.#time, this.#done);
    this.#rotation?.startAt(this.#time);
  }

  #pinSelected(): void {
    const { particles, anchors } = this.#cloth;
    this.#isHolding = true;
    this.changes++;
    this.#particles = this.#selected.filter(
      (particle) => anchors.pins[particle] === 0 && particles.pinned[particle] === 0,
    );
    for (const particle of this.#particles) {
      anchors.take(particle, this.#number, particles.positions);
      this.#pinParticle(particle);
    }
    this.#rotation?.centerOn(this.#particles, anchors.positions);
  }

  #pinParticle(particle: number): void {
    const { particles, constraints } = this.#cloth;
    if (this.#hold === null) particles.pin(particle);
    else {
      particles.constrained[particle] = 1;
      constraints.add(particle, this.#hold.mode, this.#hold.direction);
    }
  }

  /**
   * Adds a particle that an edit made from its own. Its anchor is set already.
   *
   * @internal
   */
  adopt(particle: number, origin: number): void {
    this.#particles.push(particle);
    this.#selected.push(particle);
    this.#pinParticle(particle);
    if (this.#hold !== null) this.#cloth.constraints.copyVelocity(particle, origin);
  }

  /**
   * Drops the latest particle, because the edit that made it was undone.
   *
   * @internal
   */
  disown(particle: number): void {
    // The lists are in rising order, so it can only be the last.
    for (const list of [this.#particles, this.#selected]) if (list.at(-1) === particle) list.pop();
    if (this.#hold !== null) this.#cloth.constraints.remove(particle);
  }

  /**
   * Releases or pins if that is due. Then sets the velocities that bring the particles to their targets at the end of
   * the step; times in s.
   *
   * @internal
   */
  drive(time: number, dt: number): void {
    this.#time = time;
    if (isDue(this.#release, time)) {
      this.#release = Infinity;
      this.release();
    }
    if (isDue(this.#repin, time)) {
      this.#repin = Infinity;
      this.hold();
    }
    this.#time = time + dt;
    if (!this.#isHolding) return;
    const translation = this.#translation;
    displacementAt(this.options.motion, "translation", time + dt, translation);
    for (let k = 0; k < 3; k++) translation[k]! -= this.#done[k]!;
    this.#rotation?.turnTo(time + dt);
    const turn = this.#turn;
    const { particles, constraints } = this.#cloth;
    const { positions, velocities } = particles;
    const { positions: anchors } = this.#cloth.anchors;
    for (let i = 0; i < this.#particles.length; i++) {
      const particle = this.#particles[i]!;
      const p = 3 * particle;
      this.#rotation?.shift(anchors, particle, turn);
      const x = (anchors[p]! + translation[0]! + turn[0]! - positions[p]!) / dt;
      const y = (anchors[p + 1]! + translation[1]! + turn[1]! - positions[p + 1]!) / dt;
      const z = (anchors[p + 2]! + translation[2]! + turn[2]! - positions[p + 2]!) / dt;
      if (this.#hold === null) {
        velocities[p] = x;
        velocities[p + 1] = y;
        velocities[p + 2] = z;
      } else {
        this.#own[0] = x;
        this.#own[1] = y;
        this.#own[2] = z;
        constraints.setVelocity(particle, this.#own);
      }
    }
  }
}

/** Removes the components of a force that a line or a plane leaves free. */
function projectToFixed(force: Float64Array, { mode, direction }: SlidingConstraint): void {
  const along = force[0]! * direction[0] + force[1]! * direction[1] + force[2]! * direction[2];
  for (let k = 0; k < 3; k++) {
    force[k] = mode === AXIS ? force[k]! - along * direction[k]! : along * direction[k]!;
  }
}

/** The line or plane of the options; null: all three coordinates are fixed. */
function holdOf({ hold = "point" }: Tuples<PinOptions>): SlidingConstraint | null {
  if (hold === "point") return null;
  return "axis" in hold
    ? { mode: AXIS, direction: unitVector("hold.axis", hold.axis) }
    : { mode: PLANE, direction: unitVector("hold.plane", hold.plane) };
}
