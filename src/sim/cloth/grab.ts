import { checkVector } from "../../math/check-vector.js";
import { pointAt, type Vec3Tuple, type Tuples, toTuple, type Vec3 } from "../../math/vec3.js";
import { Attachments, type Cloth } from "../../cloth/index.js";
import type { GrabOptions } from "../options/options.js";

/** The grabbed cloth, and its grabs. */
export interface GrabContext {
  readonly cloth: Cloth;
  /** The grabs of the cloth now. */
  readonly grabs: Grab[];
  /** The attachments of these grabs, for the solver. */
  readonly attachments: Attachments[];
}

/** State of a grab. */
export interface GrabState {
  id: number;
  point: Vec3Tuple;
  particles: number[];
  /** From the point to each particle, m, three numbers per particle. */
  offsets: number[];
  /** Where the springs pull each particle, m, three numbers per particle. */
  targets: number[];
  /** N/m per particle. */
  stiffness: number;
  /** N per particle. */
  maxForce: number;
  /** N·s/m per particle. */
  damping: number;
}

/**
 * A grab: springs of limited force from a point that moves to some particles of a cloth. Make one with `World.grab`.
 */
export class Grab {
  /** Its number among all grabs of the world so far. */
  readonly id: number;
  readonly #attachments: Attachments;
  readonly #context: GrabContext;
  readonly #offsets: Float64Array;
  readonly #point: Float64Array;

  /**
   * Grabs the particles within the radius, or the nearest one if it is no farther than the longest edge at it.
   *
   * @returns Null if no particle is within reach.
   *
   * @internal
   */
  static start(context: GrabContext, options: Tuples<GrabOptions>, id: number): Grab | null {
    const { cloth } = context;
    const grabbed = particlesWithin(cloth, options.point, options.radius ?? 0.07);
    return grabbed.length === 0 ? null : Grab.resume(context, stateOf(cloth, options, grabbed, id));
  }

  /**
   * A grab from a saved state.
   *
   * @internal
   */
  static resume(context: GrabContext, state: GrabState): Grab {
    const grab = new Grab(context, state);
    context.grabs.push(grab);
    context.attachments.push(grab.#attachments);
    return grab;
  }

  private constructor(context: GrabContext, state: GrabState) {
    const { id, point, particles, offsets, targets, stiffness, maxForce, damping } = state;
    this.id = id;
    this.#context = context;
    this.#point = Float64Array.from(point);
    this.#attachments = new Attachments(particles, stiffness, maxForce, damping);
    this.#attachments.targets.set(targets);
    this.#offsets = Float64Array.from(offsets);
  }

  /** Position of the grab at the end of the next step, m. */
  get point(): Vec3Tuple {
    return pointAt(this.#point, 0);
  }

  /** @internal */
  get state(): GrabState {
    const { particles, targets, stiffness, maxForce, damping } = this.#attachments;
    return {
      id: this.id,
      point: this.point,
      particles: [...particles],
      offsets: [...this.#offsets],
      targets: [...targets],
      stiffness,
      maxForce,
      damping,
    };
  }

  /** Force on the cloth, N: the sum of the springs, each limited to its share of `maxForce`. */
  get force(): Vec3Tuple {
    const { particles, targets, stiffness, maxForce, count } = this.#attachments;
    const { positions } = this.#context.cloth.particles;
    const force: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      const x = targets[3 * i]! - positions[p]!;
      const y = targets[3 * i + 1]! - positions[p + 1]!;
      const z = targets[3 * i + 2]! - positions[p + 2]!;
      const distance = Math.sqrt(x * x + y * y + z * z);
      const pull = stiffness * distance > maxForce ? maxForce / distance : stiffness;
      force[0] += pull * x;
      force[1] += pull * y;
      force[2] += pull * z;
    }
    return force;
  }

  /** Moves the grab to a point, m, which it reaches at the end of the next step. */
  moveTo(point: Vec3): void {
    checkVector("moveTo", point);
    this.#point.set(toTuple(point));
  }

  /** Releases the cloth. */
  release(): void {
    const { grabs, attachments } = this.#context;
    const index = grabs.indexOf(this);
    if (index === -1) return;
    grabs.splice(index, 1);
    attachments.splice(index, 1);
  }

  /**
   * Sets the velocities of the targets so that they reach the grab at the end of the step; `dt` in s.
   *
   * @internal
   */
  drive(dt: number): void {
    const { targets, targetVelocities } = this.#attachments;
    for (let i = 0; i < targets.length; i++) {
      targetVelocities[i] = (this.#point[i % 3]! + this.#offsets[i]! - targets[i]!) / dt;
    }
  }
}

/** The state of a grab that starts now. */
function stateOf(
  { particles: { positions, masses } }: Cloth,
  { point, stiffness = 2000, maxForce = 60 }: Tuples<GrabOptions>,
  grabbed: number[],
  id: number,
): GrabState {
  const mass = grabbed.reduce((sum, particle) => sum + masses[particle]!, 0) / grabbed.length;
  const share = stiffness / grabbed.length;
  const targets = grabbed.flatMap((particle) => pointAt(positions, particle));
  return {
    id,
    point,
    particles: grabbed,
    offsets: targets.map((coordinate, i) => coordinate - point[i % 3]!),
    targets,
    stiffness: share,
    maxForce: maxForce / grabbed.length,
    // Half of the critical damping: a compromise between oscillation and sticking.
    damping: Math.sqrt(share * mass),
  };
}

/** The particles within a radius, or the nearest one if it is no farther than the longest edge at it. */
function particlesWithin(cloth: Cloth, point: Vec3Tuple, radius: number): number[] {
  const { positions, count } = cloth.particles;
  const near: number[] = [];
  let nearest = 0;
  let smallest = Infinity;
  for (let p = 0; p < count; p++) {
    const x = positions[3 * p]! - point[0];
    const y = positions[3 * p + 1]! - point[1];
    const z = positions[3 * p + 2]! - point[2];
    const squared = x * x + y * y + z * z;
    if (squared <= radius * radius) near.push(p);
    if (squared < smallest) {
      smallest = squared;
      nearest = p;
    }
  }
  if (near.length > 0) return near;
  // On a coarse mesh the point may lie between particles.
  let reach = 0;
  for (const edge of cloth.mesh.edgesOf(nearest))
    reach = Math.max(reach, cloth.rest.lengths[edge]!);
  return smallest <= reach * reach ? [nearest] : [];
}
