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

/** What a pin has to do with. */
export interface PinContext {
  readonly particles: Particles;
  /** What pins hold on an axis or a plane. */
  readonly holds: AxisPlaneConstraints;
  readonly anchors: PinAnchors;
  /** Whether the forces of the latest step are near enough to what they should be. */
  readonly isTrusted: boolean;
  /** The particles of a selection as they are now, in rising order. */
  select(selection: Selection): number[];
  /** Adds what has to be held at a particle, N, as the mean over the latest step. */
  addForceOn(particle: number, into: Float64Array): void;
}

/** A line or a plane that particles are held on: its unit vector, along the one or across the other. */
interface HeldWay {
  mode: ConstraintMode;
  direction: Vec3Tuple;
}

/** What came off a pin at once: all that it held or, one by one, a particle of it. */
export interface TearOff {
  particles: number[];
  /** N: what the cloth pulled at them with. */
  force: Vec3Tuple;
}

/** A pin at one time. */
export interface PinState {
  options: Tuples<PinOptions>;
  selected: number[];
  particles: number[];
  /** Where its particles were when it took hold, m, three each. */
  anchors: number[];
  isHolding: boolean;
  /** s. */
  time: number;
  release: number;
  repin: number;
  /** m. */
  done: number[];
}

/** Particles held by a pin, and where it takes them. What two pins select belongs to the first that holds it. */
export class Pin {
  readonly #cloth: PinContext;
  /** Its number among the pins of the cloth, from 1. */
  readonly #number: number;
  readonly options: Tuples<PinOptions>;
  /** Null: it holds points. */
  readonly #hold: HeldWay | null;
  /** What it selected, and what was born of it: what it takes hold of when no other pin does. */
  #selected: number[];
  #particles: number[] = [];
  #isHolding = false;
  /** How often it has taken hold or let go. */
  changes = 0;
  /** s: start of the next step. */
  #time: number;
  /** Times that are still to come, s. */
  #release: number;
  #repin: number;
  /** What the motion had done when the pin took hold, m: from there on it is relative. */
  readonly #done = new Float64Array(3);
  readonly #move = new Float64Array(3);
  /** What the cloth pulled with in the latest step, N: all of it, and at one particle. */
  readonly #force = new Float64Array(3);
  readonly #own = new Float64Array(3);
  /** Whether somebody wants to know the force: its strength, or a reader. */
  #isMeasured: boolean;
  /** What will come off at the end of the step. */
  readonly #overloaded: TearOff[] = [];

  /**
   * A pin takes hold at once, of those particles that no other pin holds.
   *
   * @param options Checked by `PIN`.
   * @param selected Default: what the options select now.
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
    this.#time = time;
    this.#release = options.release ?? Infinity;
    this.#repin = options.repin ?? Infinity;
    this.#isMeasured = options.breakForce !== undefined;
    this.#selected = selected ?? cloth.select(options.select);
    this.#take();
    if (time > 0) moveAt(options.motion, time, this.#done);
  }

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
    };
  }

  /** Puts the pin back, for a cloth that has been put back as well and is held by nothing yet. */
  set state(state: PinState) {
    const { anchors } = this.#cloth;
    this.#selected = [...state.selected];
    this.#particles = [...state.particles];
    this.#isHolding = state.isHolding;
    this.#time = state.time;
    this.#release = state.release;
    this.#repin = state.repin;
    this.#done.set(state.done);
    if (!state.isHolding) return;
    for (const [i, particle] of state.particles.entries()) {
      anchors.pins[particle] = this.#number;
      anchors.positions.set(state.anchors.slice(3 * i, 3 * i + 3), 3 * particle);
      this.#takeParticle(particle);
    }
  }

  /** What it holds, or has held when it let go. */
  get particles(): readonly number[] {
    return this.#particles;
  }

  get isHolding(): boolean {
    return this.#isHolding;
  }

  /**
   * What the cloth pulled at it with in the latest step, N: the mean of the forces of all elements on all particles that
   * it holds, with their weight. On an axis or a plane only what is held of them. A pin that has let go bears nothing.
   * From the first question on a pin without a strength is measured in every step too.
   */
  get force(): Vec3Tuple {
    if (!this.#isMeasured && this.#isHolding) this.#measure();
    this.#isMeasured = true;
    const [x, y, z] = this.#force;
    return [x!, y!, z!];
  }

  /**
   * Lets go.
   *
   * @param only Of these alone, where it holds them; default: of all. What is left of the pin holds on. A pin that takes hold
   *   again by itself (`repin`) takes all that it was made for.
   */
  release(only?: readonly number[]): void {
    if (!this.#isHolding) return;
    if (only !== undefined) {
      const off = new Set(only);
      if (!this.#particles.some((particle) => off.has(particle))) return;
      this.changes++;
      this.#letGoOf(off);
      return;
    }
    this.#isHolding = false;
    this.changes++;
    this.#force.fill(0);
    for (const particle of this.#particles) this.#letGo(particle);
  }

  /** Lets go of some; a pin without any has let go as a whole. */
  #letGoOf(off: ReadonlySet<number>): void {
    const left = this.#particles.filter((particle) => !off.has(particle));
    if (left.length === 0) {
      this.release();
      return;
    }
    for (const particle of this.#particles) if (off.has(particle)) this.#letGo(particle);
    this.#particles = left;
  }

  #letGo(particle: number): void {
    const { particles, holds, anchors } = this.#cloth;
    anchors.pins[particle] = 0;
    if (this.#hold === null) particles.unpin(particle);
    else {
      particles.held[particle] = 0;
      holds.remove(particle);
    }
  }

  /** The `measure` phase: how the step has pulled at it, and what that is too much for. */
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
      if (this.#hold !== null) keepHeldPart(own, this.#hold);
      for (let k = 0; k < 3; k++) force[k]! += own[k]!;
      if (breakPerParticle && length(own, 0) > breakForce) this.#overload([particle], own);
    }
    if (!breakPerParticle && length(force, 0) > breakForce) this.#overload(this.#particles, force);
  }

  #overload(particles: readonly number[], [x, y, z]: Float64Array): void {
    if (!this.#cloth.isTrusted) return;
    this.#overloaded.push({ particles: [...particles], force: [x!, y!, z!] });
  }

  /** The `commit` phase: what was too much comes off. */
  tearOff(): readonly TearOff[] {
    const torn = this.#overloaded;
    if (torn.length === 0) return torn;
    if (this.options.breakPerParticle !== true) this.release();
    else this.#letGoOf(new Set(torn.flatMap(({ particles }) => particles)));
    return torn;
  }

  /**
   * Takes hold again of the particles that it let go or was torn off from, but for those that another pin holds now, where
   * they are. The motion goes on from there. A pin that still holds something stays as it is.
   */
  hold(): void {
    if (this.#isHolding) return;
    this.#take();
    moveAt(this.options.motion, this.#time, this.#done);
  }

  #take(): void {
    const { particles, anchors } = this.#cloth;
    this.#isHolding = true;
    this.changes++;
    this.#particles = this.#selected.filter(
      (particle) => anchors.pins[particle] === 0 && particles.pinned[particle] === 0,
    );
    for (const particle of this.#particles) {
      anchors.take(particle, this.#number, particles.positions);
      this.#takeParticle(particle);
    }
  }

  #takeParticle(particle: number): void {
    const { particles, holds } = this.#cloth;
    if (this.#hold === null) particles.pin(particle);
    else {
      particles.held[particle] = 1;
      holds.add(particle, this.#hold.mode, this.#hold.direction);
    }
  }

  /** Takes a particle that an edit has made from its own; its place is known already. */
  adopt(particle: number, origin: number): void {
    this.#particles.push(particle);
    this.#selected.push(particle);
    this.#takeParticle(particle);
    if (this.#hold !== null) this.#cloth.holds.follow(particle, origin);
  }

  /** Forgets the latest particle, which is no more, because the edit that made it was taken back. */
  disown(particle: number): void {
    // The lists rise, so that it can only be at their end.
    for (const list of [this.#particles, this.#selected]) if (list.at(-1) === particle) list.pop();
    if (this.#hold !== null) this.#cloth.holds.remove(particle);
  }

  /** Gives the particles the velocity that takes them to their places at the end of the step, or lets go. */
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
    const move = this.#move;
    moveAt(this.options.motion, time + dt, move);
    for (let k = 0; k < 3; k++) move[k]! -= this.#done[k]!;
    const { particles, holds } = this.#cloth;
    const { positions, velocities } = particles;
    const { positions: anchors } = this.#cloth.anchors;
    for (let i = 0; i < this.#particles.length; i++) {
      const particle = this.#particles[i]!;
      const p = 3 * particle;
      const x = (anchors[p]! + move[0]! - positions[p]!) / dt;
      const y = (anchors[p + 1]! + move[1]! - positions[p + 1]!) / dt;
      const z = (anchors[p + 2]! + move[2]! - positions[p + 2]!) / dt;
      if (this.#hold === null) {
        velocities[p] = x;
        velocities[p + 1] = y;
        velocities[p + 2] = z;
      } else {
        this.#own[0] = x;
        this.#own[1] = y;
        this.#own[2] = z;
        holds.drive(particle, this.#own);
      }
    }
  }
}

/** Takes that part out of a force that a line or a plane leaves free. */
function keepHeldPart(force: Float64Array, { mode, direction }: HeldWay): void {
  const along = force[0]! * direction[0] + force[1]! * direction[1] + force[2]! * direction[2];
  for (let k = 0; k < 3; k++) {
    force[k] = mode === AXIS ? force[k]! - along * direction[k]! : along * direction[k]!;
  }
}

/** Writes a keyframed displacement at a time to `out`. */
function moveAt(motion: Tuples<PinOptions>["motion"], time: number, out: Float64Array): void {
  out.fill(0);
  if (motion === undefined || motion.length === 0) return;
  let before = motion[0]!;
  let after = before;
  for (let i = 0; i < motion.length; i++) {
    after = motion[i]!;
    if (after.time > time) break;
    before = after;
  }
  const part = after === before ? 0 : (time - before.time) / (after.time - before.time);
  for (let k = 0; k < 3; k++) {
    out[k] = before.translation[k]! + part * (after.translation[k]! - before.translation[k]!);
  }
}

function holdOf({ hold = "point" }: Tuples<PinOptions>): HeldWay | null {
  if (hold === "point") return null;
  return "axis" in hold
    ? { mode: AXIS, direction: unitVector("hold.axis", hold.axis) }
    : { mode: PLANE, direction: unitVector("hold.plane", hold.plane) };
}
