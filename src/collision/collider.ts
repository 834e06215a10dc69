import { checkVector, unitVector } from "../math/check-vector.js";
import {
  lerp,
  subtract,
  type Vec3Tuple,
  toTuple,
  withTuples,
  type Tuples,
  type Vec3,
} from "../math/vec3.js";
import { ColliderMotion, type ColliderState } from "./collider-motion.js";
import { ConvexSolid } from "./solids/convex-solid.js";
import { MeshSolid } from "./mesh-collider/mesh-solid.js";
import { COLLIDER_DEFAULTS, type ColliderOptions } from "./options.js";
import { Pose } from "./shapes/pose.js";
import { Box } from "./shapes/box.js";
import { Capsule } from "./shapes/capsule.js";
import { HalfSpace } from "./shapes/half-space.js";
import { Sphere } from "./shapes/sphere.js";
import type { ColliderSolid } from "./solids/solid.js";

/** An immovable solid of a world: it follows its keyframes or `moveTo`, and nothing can push it. */
export class Collider {
  readonly options: Tuples<ColliderOptions>;
  /** @internal */
  readonly solid: ColliderSolid;
  readonly #motion: ColliderMotion;
  readonly #start = new Pose();
  readonly #end = new Pose();
  /** Start time of the next step, s. */
  #time = 0;
  /** True if it is static and has been placed. */
  #isPlaced = false;

  /**
   * @param given Checked by `COLLIDER`.
   *
   * @internal
   */
  constructor(given: ColliderOptions) {
    const options = withTuples(given);
    this.options = options;
    const { position, rotation = [0, 0, 0] as Vec3Tuple, solid } = createSolid(options);
    this.solid = solid;
    this.#motion = new ColliderMotion(position, rotation, options.motion);
    this.place(new Float64Array(2));
  }

  /**
   * Moves it to `position`, m, by the end of the next step. It stays there and ignores its keyframes. The position is
   * that of its center; for a half-space, of its point; for a mesh, of its origin.
   *
   * @param rotation As in a keyframe, degrees; default: unchanged.
   */
  moveTo(position: Vec3, rotation?: Vec3): void {
    checkVector("position", position);
    if (rotation !== undefined) checkVector("rotation", rotation);
    this.#motion.moveTo(toTuple(position), rotation && toTuple(rotation), this.#time);
  }

  /** Current center, m, and row-major rotation matrix. */
  get pose(): Pose {
    return this.#end;
  }

  /**
   * Current positions of the vertices of a mesh, m, three numbers each, as many as in its options; null for other
   * shapes.
   */
  get vertices(): Float64Array | null {
    return this.solid instanceof MeshSolid ? this.solid.vertices() : null;
  }

  /**
   * Call at the start of a step, with its time and duration, s.
   *
   * @internal
   */
  startStep(time: number, duration: number): void {
    this.#time = time + duration;
    this.#motion.startStep(time, duration);
  }

  /**
   * Sets the poses at the start and at the end of a substep, whose times are given, s.
   *
   * @internal
   */
  place(times: Float64Array): void {
    const isStill = this.#motion.isStill && this.solid.isStill;
    if (isStill && this.#isPlaced) return;
    this.#motion.poseAt(times, 0, this.#start);
    this.#motion.poseAt(times, 1, this.#end);
    this.solid.place(this.#start, this.#end, times);
    this.solid.begin();
    this.#isPlaced = isStill;
  }

  /**
   * The placements of `moveTo`; null without any.
   *
   * @internal
   */
  get state(): ColliderState | null {
    return this.#motion.state;
  }

  /**
   * Restores a state, between two steps, at `time`, s.
   *
   * @internal
   */
  restore(state: ColliderState | null, time: number): void {
    this.#time = time;
    this.#motion.state = state;
    this.#isPlaced = false;
    this.place(Float64Array.of(time, time));
  }
}

interface SolidWithPose {
  position: Vec3Tuple;
  rotation?: Vec3Tuple | undefined;
  solid: ColliderSolid;
}

function createSolid(options: Tuples<ColliderOptions>): SolidWithPose {
  const { friction = COLLIDER_DEFAULTS.friction, thickness = COLLIDER_DEFAULTS.thickness } =
    options;
  const surface = { friction, thickness };
  switch (options.type) {
    case "sphere": {
      const { center, radius } = options;
      return { position: center, solid: new ConvexSolid(new Sphere(radius), surface) };
    }
    case "capsule": {
      const { from, to, radius } = options;
      const [x, y, z] = subtract(to, from);
      const shape = new Capsule([x / 2, y / 2, z / 2], radius);
      return { position: lerp(from, to, 0.5), solid: new ConvexSolid(shape, surface) };
    }
    case "box": {
      const { center, size, rotation } = options;
      return { position: center, rotation, solid: new ConvexSolid(new Box(size), surface) };
    }
    case "half-space": {
      const shape = new HalfSpace(unitVector("normal", options.normal));
      return { position: options.point, solid: new ConvexSolid(shape, surface) };
    }
    default: {
      const { position = [0, 0, 0] as Vec3Tuple, rotation } = options.transform ?? {};
      return { position, rotation, solid: new MeshSolid(options, surface) };
    }
  }
}
