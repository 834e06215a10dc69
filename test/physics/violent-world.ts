import { MATERIALS, MODELS, type ClothMaterial, type Model } from "../../src/cloth/index.js";
import type { BallOptions, ColliderOptions } from "../../src/collision/index.js";
import { Random } from "../../src/math/random.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateIrregular } from "../../src/generate/index.js";
import { generateDisc, generateGrid, type MeshData } from "../../src/mesh/index.js";
import {
  World,
  type ClothOptions,
  type Grab,
  type PinOptions,
  type SolverName,
} from "../../src/sim/index.js";
import { boxMesh } from "../collision/solid-meshes.js";
import { SOFT } from "./soft.js";

/** m: half the size of the box that contains everything; grabs and solids stay within two thirds of it. */
export const ROOM = 3;
const REACH = 2;
/** m/s, of grabs. */
const GRAB_SPEED = 100;
const STEP = 1 / 60;
const CALM: Vec3Tuple = [0, -9.81, 0];

const SOLVER_NAMES: readonly SolverName[] = ["xpbd", "implicit", "euler", "midpoint", "rk4"];

/** A randomly generated world with random violent inputs. */
export class ViolentWorld {
  readonly world: World;
  readonly solver: SolverName;
  readonly model: Model;
  /** m/s: the maximum speed of grabs, solids, gravity and wind in any step so far. */
  given = 0;
  readonly #random: Random;
  readonly #movable: number[] = [];
  #grabs: { grab: Grab; point: Vec3Tuple; velocity: Vec3Tuple }[] = [];

  constructor(seed: number) {
    const random = new Random(seed);
    this.#random = random;
    this.solver = SOLVER_NAMES[seed % SOLVER_NAMES.length]!;
    this.model = MODELS[Math.floor(seed / SOLVER_NAMES.length) % MODELS.length]!;
    const colliders = walls();
    for (let n = below(random, 3); n > 0; n--) {
      this.#movable.push(colliders.length);
      colliders.push(this.#collider());
    }
    this.world = new World({
      seed,
      gravity: CALM,
      solver: { type: this.solver },
      cloths: Array.from({ length: 1 + below(random, 2) }, () => this.#cloth()),
      colliders,
      balls: Array.from({ length: below(random, 3) }, () => this.#ball()),
    });
  }

  /** One step of violent inputs. */
  rage(): void {
    const random = this.#random;
    const { world } = this;
    if (random.next() < 0.1) this.#regrab();
    for (const pull of this.#grabs) {
      if (random.next() < 0.3) pull.velocity = this.#vector(GRAB_SPEED);
      pull.point = pull.point.map((x, k) =>
        Math.max(-REACH, Math.min(REACH, x + pull.velocity[k]! * STEP)),
      ) as unknown as Vec3Tuple;
      pull.grab.moveTo(pull.point);
    }
    if (this.#grabs.length > 0) this.#give(GRAB_SPEED * Math.sqrt(3));
    for (const i of this.#movable) {
      if (random.next() < 0.1) this.#teleport(i);
    }
    if (random.next() < 0.05) world.gravity = this.#vector(1000);
    if (random.next() < 0.05) world.wind.velocity = this.#vector(100);
    if (random.next() < 0.02) this.#give(speedOf(world.addBall(this.#ball()).velocity));
    this.#give(speedOf(world.wind.velocity) + Math.sqrt(2 * speedOf(world.gravity) * 2 * ROOM));
    world.step(STEP);
  }

  /** Releases everything. */
  calm(): void {
    for (const { grab } of this.#grabs.splice(0)) grab.release();
    this.world.gravity = CALM;
    this.world.wind.velocity = [0, 0, 0];
    // Nothing slows down a rolling ball, and one that rolls over cloth moves it.
    for (const ball of [...this.world.balls]) this.world.removeBall(ball);
  }

  #give(speed: number): void {
    this.given = Math.max(this.given, speed);
  }

  #regrab(): void {
    for (const { grab } of this.#grabs.splice(0)) grab.release();
    for (let n = 1 + below(this.#random, 3); n > 0; n--) {
      const cloth = below(this.#random, this.world.cloths.length);
      const { positions, particles } = this.world.cloths[cloth]!;
      const p = below(this.#random, particles.count);
      const point = [...positions.subarray(3 * p, 3 * p + 3)] as unknown as Vec3Tuple;
      const grab = this.world.grab({ point, cloth });
      if (grab !== null) this.#grabs.push({ grab, point, velocity: [0, 0, 0] });
    }
  }

  /** Moves a collider to another place by the end of the next step. */
  #teleport(i: number): void {
    const collider = this.world.colliders[i]!;
    const from = [...collider.pose.position];
    const to = this.#vector(REACH);
    collider.moveTo(to, this.#vector(180));
    // Its corners are up to 0.4 m from its center, and may go half around it.
    const distance = Math.hypot(...to.map((x, k) => x - from[k]!)) + 0.4 * Math.PI;
    this.#give(distance / STEP);
  }

  #cloth(): ClothOptions {
    const random = this.#random;
    return {
      mesh: this.#mesh(),
      model: this.model,
      material: this.#material(),
      transform: { position: this.#vector(0.5), rotation: this.#vector(180) },
      pins: this.#one([ROW, PATCH, []]),
      tearing:
        random.next() < 0.5
          ? null
          : {
              limit: random.uniform(1.1, 1.5),
              resolve: this.#one(["step", "substep", "exact"] as const),
            },
    };
  }

  #mesh(): MeshData {
    const segments = 4 + below(this.#random, 5);
    const size: [number, number] = [this.#random.uniform(0.5, 1), this.#random.uniform(0.5, 1)];
    switch (below(this.#random, 3)) {
      case 0:
        return generateDisc({ radius: size[0] / 2, rings: Math.ceil(segments / 2) });
      case 1:
        return generateIrregular({
          size,
          spacing: size[0] / segments,
          seed: below(this.#random, 1000),
        });
      default:
        return generateGrid({ size, segments: [segments, segments] });
    }
  }

  #material(): ClothMaterial {
    const canBeStiff = this.solver === "xpbd" || this.solver === "implicit";
    return canBeStiff ? this.#one(Object.values(MATERIALS)) : SOFT;
  }

  #collider(): ColliderOptions {
    const center = this.#vector(REACH);
    const size = this.#random.uniform(0.05, 0.2);
    switch (below(this.#random, 4)) {
      case 0:
        return { type: "sphere", center, radius: size };
      case 1:
        return { type: "box", center, size: [size, size, size] };
      case 2:
        return {
          type: "capsule",
          from: center,
          to: center.map((x) => x + size) as unknown as Vec3Tuple,
          radius: size / 2,
        };
      default:
        return {
          type: "mesh",
          ...boxMesh([size, 2 * size, size]),
          transform: { position: center },
        };
    }
  }

  #ball(): BallOptions {
    return {
      position: this.#vector(REACH),
      radius: this.#random.uniform(0.03, 0.15),
      mass: this.#random.uniform(0.01, 5),
      velocity: this.#vector(50),
    };
  }

  #one<T>(of: readonly T[]): T {
    return of[below(this.#random, of.length)]!;
  }

  /** Each coordinate is random. */
  #vector(max: number): Vec3Tuple {
    const at = (): number => this.#random.uniform(-max, max);
    return [at(), at(), at()];
  }
}

const ROW: PinOptions[] = [
  {
    select: {
      uv: [
        [0, 0.9],
        [1, 1],
      ],
    },
  },
];
const PATCH: PinOptions[] = [
  {
    select: {
      uv: [
        [0.3, 0.8],
        [0.7, 1],
      ],
    },
  },
];

/** Six walls around the box. */
function walls(): ColliderOptions[] {
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((sign): ColliderOptions => {
      const normal: [number, number, number] = [0, 0, 0];
      normal[axis] = -sign;
      const point = normal.map((x) => -ROOM * x) as unknown as Vec3Tuple;
      return { type: "half-space", point, normal };
    }),
  );
}

const below = (random: Random, count: number): number => Math.floor(random.next() * count);

const speedOf = (velocity: ArrayLike<number>): number =>
  Math.hypot(velocity[0]!, velocity[1]!, velocity[2]!);
