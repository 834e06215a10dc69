import { withTuples, type Tuples } from "../math/vec3.js";
import { ConvexSolid } from "./solids/convex-solid.js";
import {
  COLLIDER_DEFAULTS,
  type BallOptions,
  type DrivenBodyOptions,
  type DrivenShape,
} from "./options.js";
import { BODY_NUMBERS, RigidBody } from "./response/rigid-body.js";
import { Box } from "./shapes/box.js";
import { Capsule } from "./shapes/capsule.js";
import { Placed } from "./shapes/placed.js";
import { Sphere } from "./shapes/sphere.js";
import type { Shape } from "./shapes/shape.js";

/** A ball at one time. */
export interface BallState {
  /** As they were when it was thrown. */
  options: Readonly<Tuples<BallOptions>>;
  /** The number of the ball in its world. */
  number: number;
  /** What `RigidBody.write` tells. */
  body: Float64Array;
}

/** A ball that flies, rolls, pushes the cloth and feels it. */
export class Ball extends RigidBody {
  #options: Readonly<Tuples<BallOptions>>;
  /** The number of the ball in its world, from 0. */
  readonly number: number;
  /** m. */
  readonly radius: number;
  readonly solid: ConvexSolid;

  /** @param options Checked by `BALL`. */
  constructor(options: Tuples<BallOptions>, number: number) {
    const { position, radius, mass, velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = options;
    const moment = 0.4 * mass * radius * radius; // of a solid ball
    super(mass, [moment, moment, moment]);
    // A copy: the caller may throw the next ball with the same object, changed.
    this.#options = {
      ...options,
      position: [...position],
      velocity: [...velocity],
      angularVelocity: [...angularVelocity],
    };
    this.number = number;
    this.radius = radius;
    this.solid = new ConvexSolid(new Sphere(radius), surfaceOf(options), this);
    this.position.set(position);
    this.velocity.set(velocity);
    this.angularVelocity.set(angularVelocity);
    this.place();
  }

  /** A ball as it was at some time. */
  static resume({ options, number, body }: BallState): Ball {
    const ball = new Ball(options, number);
    ball.#options = options; // by which states know it again
    ball.read(body);
    return ball;
  }

  /** As they were when it was thrown. */
  get options(): Readonly<Tuples<BallOptions>> {
    return this.#options;
  }

  get state(): BallState {
    const body = new Float64Array(BODY_NUMBERS);
    this.write(body);
    return { options: this.#options, number: this.number, body };
  }

  /** Whether a state is of this ball, and not of another one that had its number in another course of time. */
  isOf({ options, number }: BallState): boolean {
    return options === this.#options && number === this.number;
  }
}

/**
 * A body that another simulation moves. Cloth feels it, and what the cloth does to it is in `impulse` and `angularImpulse`
 * for that simulation to take; within a step its velocity changes by it.
 */
export class DrivenBody extends RigidBody {
  readonly options: Tuples<DrivenBodyOptions>;
  /** One for each of its shapes. */
  readonly solids: readonly ConvexSolid[];

  /** @param given Checked by `DRIVEN_BODY`. */
  constructor(given: DrivenBodyOptions) {
    const options = withTuples(given);
    const { shape, mass, inertia } = options;
    super(mass, inertia);
    this.options = options;
    const surface = surfaceOf(options);
    const shapes = (Array.isArray(shape) ? shape : [shape]) as readonly Tuples<DrivenShape>[];
    this.solids = shapes.map((one) => {
      const { friction = surface.friction } = one;
      return new ConvexSolid(shapeOf(one), { ...surface, friction }, this);
    });
  }
}

function surfaceOf(options: { friction?: number; thickness?: number }): {
  friction: number;
  thickness: number;
} {
  const { friction = COLLIDER_DEFAULTS.friction, thickness = COLLIDER_DEFAULTS.thickness } =
    options;
  return { friction, thickness };
}

function shapeOf(options: Tuples<DrivenShape>): Shape {
  const { position, rotation } = options;
  const shape = centredShapeOf(options);
  if (position === undefined && rotation === undefined) return shape;
  return new Placed(shape, position ?? [0, 0, 0], rotation ?? [0, 0, 0, 1]);
}

function centredShapeOf(shape: Tuples<DrivenShape>): Shape {
  switch (shape.type) {
    case "sphere":
      return new Sphere(shape.radius);
    case "capsule":
      return new Capsule([0, shape.length / 2, 0], shape.radius);
    default:
      return new Box(shape.size);
  }
}
