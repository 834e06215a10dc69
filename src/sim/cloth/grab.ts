import { checkVector } from "../../math/check-vector.js";
import { pointAt, type Vec3Tuple, type Tuples, toTuple, type Vec3 } from "../../math/vec3.js";
import { Attachments, type Cloth } from "../../cloth/index.js";
import type { GrabOptions } from "../options/options.js";

/** The cloth that is grabbed, and all that grabs hold of it. */
export interface GrabContext {
  readonly cloth: Cloth;
  /** The hands that hold it now. */
  readonly grabs: Grab[];
  /** What these hands hold, for the solver. */
  readonly attachments: Attachments[];
}

/** A hand at one time. */
export interface GrabState {
  id: number;
  point: Vec3Tuple;
  particles: number[];
  /** m, three a particle: from the hand, and where the hand wants it. */
  offsets: number[];
  targets: number[];
  /** N/m, N and N·s/m, per particle. */
  stiffness: number;
  maxForce: number;
  damping: number;
}

/** A hand that holds some cloth. Make one with `World.grab`. */
export class Grab {
  /** Its number among all hands of the world so far. */
  readonly id: number;
  readonly #attachments: Attachments;
  readonly #context: GrabContext;
  readonly #offsets: Float64Array;
  readonly #point: Float64Array;

  /** A hand on what is within its radius, or on the nearest particle if that is no farther than its edges. */
  static start(context: GrabContext, options: Tuples<GrabOptions>, id: number): Grab | null {
    const { cloth } = context;
    const held = particlesWithin(cloth, options.point, options.radius ?? 0.07);
    return held.length === 0 ? null : Grab.resume(context, stateOf(cloth, options, held, id));
  }

  /** A hand as it was at some time. */
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

  /** Where the hand will be at the end of the next step, m. */
  get point(): Vec3Tuple {
    return pointAt(this.#point, 0);
  }

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

  /** What it pulls at the cloth with, N: the springs to what it holds, each at most as strong as the hand lets it be. */
  get force(): Vec3Tuple {
    const { particles, targets, stiffness, maxForce, count } = this.#attachments;
    const { positions } = this.#context.cloth.particles;
    const force: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const p = 3 * particles[i]!;
      const x = targets[3 * i]! - positions[p]!;
      const y = targets[3 * i + 1]! - positions[p + 1]!;
      const z = targets[3 * i + 2]! - positions[p + 2]!;
      const way = Math.sqrt(x * x + y * y + z * z);
      const pull = stiffness * way > maxForce ? maxForce / way : stiffness;
      force[0] += pull * x;
      force[1] += pull * y;
      force[2] += pull * z;
    }
    return force;
  }

  /** Where the hand will be at the end of the next step. */
  moveTo(point: Vec3): void {
    checkVector("moveTo", point);
    this.#point.set(toTuple(point));
  }

  /** Lets go. */
  release(): void {
    const { grabs, attachments } = this.#context;
    const place = grabs.indexOf(this);
    if (place === -1) return;
    grabs.splice(place, 1);
    attachments.splice(place, 1);
  }

  /** Sets the speed at which the held points reach the hand at the end of the step. */
  drive(dt: number): void {
    const { targets, targetVelocities } = this.#attachments;
    for (let i = 0; i < targets.length; i++) {
      targetVelocities[i] = (this.#point[i % 3]! + this.#offsets[i]! - targets[i]!) / dt;
    }
  }
}

/** A hand that takes hold now. */
function stateOf(
  { particles: { positions, masses } }: Cloth,
  { point, stiffness = 2000, maxForce = 60 }: Tuples<GrabOptions>,
  held: number[],
  id: number,
): GrabState {
  const mass = held.reduce((sum, particle) => sum + masses[particle]!, 0) / held.length;
  const share = stiffness / held.length;
  const targets = held.flatMap((particle) => pointAt(positions, particle));
  return {
    id,
    point,
    particles: held,
    offsets: targets.map((coordinate, i) => coordinate - point[i % 3]!),
    targets,
    stiffness: share,
    maxForce: maxForce / held.length,
    // Half of the critical damping, so that the hand neither swings nor clings.
    damping: Math.sqrt(share * mass),
  };
}

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
