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

/** Something immovable in a world: it goes where its keyframes or a hand take it, whatever pushes at it. */
export class Collider {
  readonly options: Tuples<ColliderOptions>;
  readonly solid: ColliderSolid;
  readonly #motion: ColliderMotion;
  readonly #start = new Pose();
  readonly #end = new Pose();
  /** When the next step begins, s. */
  #time = 0;
  /** Whether it has stood still since it was placed last. */
  #isPlaced = false;

  /** @param given Checked by `COLLIDER`. */
  constructor(given: ColliderOptions) {
    const options = withTuples(given);
    this.options = options;
    const { position, rotation = [0, 0, 0] as Vec3Tuple, solid } = make(options);
    this.solid = solid;
    this.#motion = new ColliderMotion(position, rotation, options.motion);
    this.place(new Float64Array(2));
  }

  /**
   * Moves it to `position`, m, until the end of the next step. It stays there, whatever its keyframes say. The position
   * is that of its center; of the point of a half-space; of the origin of a mesh.
   *
   * @param rotation As in a keyframe, degrees; default: as it is.
   */
  moveTo(position: Vec3, rotation?: Vec3): void {
    checkVector("position", position);
    if (rotation !== undefined) checkVector("rotation", rotation);
    this.#motion.moveTo(toTuple(position), rotation && toTuple(rotation), this.#time);
  }

  /** Where it is now: its middle, m, and the row-major rotation of its own axes. */
  get pose(): Pose {
    return this.#end;
  }

  /** Where the vertices of a mesh are now, m, three numbers each, as many as its options have; null for other shapes. */
  get vertices(): Float64Array | null {
    return this.solid instanceof MeshSolid ? this.solid.vertices() : null;
  }

  startStep(time: number, duration: number): void {
    this.#time = time + duration;
    this.#motion.startStep(time, duration);
  }

  /** Where it is at the start and at the end of a substep, whose times are given, s. */
  place(times: Float64Array): void {
    const isStill = this.#motion.isStill && this.solid.isStill;
    if (isStill && this.#isPlaced) return;
    this.#motion.poseAt(times, 0, this.#start);
    this.#motion.poseAt(times, 1, this.#end);
    this.solid.place(this.#start, this.#end, times);
    this.solid.begin();
    this.#isPlaced = isStill;
  }

  /** What a hand has done with it. */
  get state(): ColliderState | null {
    return this.#motion.state;
  }

  /** Goes back to a time between two steps. */
  restore(state: ColliderState | null, time: number): void {
    this.#time = time;
    this.#motion.state = state;
    this.#isPlaced = false;
    this.place(Float64Array.of(time, time));
  }
}

interface Made {
  position: Vec3Tuple;
  rotation?: Vec3Tuple | undefined;
  solid: ColliderSolid;
}

function make(options: Tuples<ColliderOptions>): Made {
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
