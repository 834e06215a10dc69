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
import { PlacedShape } from "./shapes/placed-shape.js";
import { Sphere } from "./shapes/sphere.js";
import type { Shape } from "./shapes/shape.js";

/** The state of a ball. */
export interface BallState {
  /** The options that it was created with. */
  options: Readonly<Tuples<BallOptions>>;
  /** Index of the ball in its world. */
  number: number;
  /** The numbers of `RigidBody.write`. */
  body: Float64Array;
}

/** A ball that flies, rolls, pushes the cloth and is pushed by it. */
export class Ball extends RigidBody {
  #options: Readonly<Tuples<BallOptions>>;
  /** Index of the ball in its world, from 0. */
  readonly number: number;
  /** m. */
  readonly radius: number;
  /** @internal */
  readonly solid: ConvexSolid;

  /**
   * @param options Checked by `BALL`.
   *
   * @internal
   */
  constructor(options: Tuples<BallOptions>, number: number) {
    const { position, radius, mass, velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = options;
    const moment = 0.4 * mass * radius * radius; // of a solid ball
    super(mass, [moment, moment, moment]);
    // Copied, because the caller may change and reuse its object.
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

  /**
   * Creates a ball from its state.
   *
   * @internal
   */
  static resume({ options, number, body }: BallState): Ball {
    const ball = new Ball(options, number);
    ball.#options = options; // states identify the ball by this object
    ball.read(body);
    return ball;
  }

  /** The options that it was created with. */
  get options(): Readonly<Tuples<BallOptions>> {
    return this.#options;
  }

  /** @internal */
  get state(): BallState {
    const body = new Float64Array(BODY_NUMBERS);
    this.write(body);
    return { options: this.#options, number: this.number, body };
  }

  /**
   * True if a state belongs to this ball, and not to another ball that had the same index before a rewind.
   *
   * @internal
   */
  matches({ options, number }: BallState): boolean {
    return options === this.#options && number === this.number;
  }
}

/**
 * A body that another simulation moves. Cloth collides with it. The impulses from the cloth are summed in `impulse` and
 * `angularImpulse` for that simulation to read; within a step they also change its velocity.
 */
export class DrivenBody extends RigidBody {
  readonly options: Tuples<DrivenBodyOptions>;
  /**
   * One solid per shape.
   *
   * @internal
   */
  readonly solids: readonly ConvexSolid[];

  /**
   * @param given Checked by `DRIVEN_BODY`.
   *
   * @internal
   */
  constructor(given: DrivenBodyOptions) {
    const options = withTuples(given);
    const { shape, mass, inertia } = options;
    super(mass, inertia);
    this.options = options;
    const surface = surfaceOf(options);
    const shapes = (Array.isArray(shape) ? shape : [shape]) as readonly Tuples<DrivenShape>[];
    this.solids = shapes.map((item) => {
      const { friction = surface.friction } = item;
      return new ConvexSolid(shapeOf(item), { ...surface, friction }, this);
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
  const shape = centeredShapeOf(options);
  if (position === undefined && rotation === undefined) return shape;
  return new PlacedShape(shape, position ?? [0, 0, 0], rotation ?? [0, 0, 0, 1]);
}

function centeredShapeOf(shape: Tuples<DrivenShape>): Shape {
  switch (shape.type) {
    case "sphere":
      return new Sphere(shape.radius);
    case "capsule":
      return new Capsule([0, shape.length / 2, 0], shape.radius);
    default:
      return new Box(shape.size);
  }
}
