import type { Collider } from "tatter";
import type { World } from "tatter";
import type { BallSource, ColliderSource } from "tatter/three";

/** Numbers per collider: position, then rotation matrix by rows. Per ball: number, radius, position, quaternion. */
const COLLIDER = 12;
const BALL = 9;

/** Poses of colliders and balls, as sent from the simulation to the page. */
export interface SolidsFrame {
  /** All colliders in their order, then all balls. */
  poses: Float32Array;
  /** Vertices of colliders that change their shape, m, one list per such collider. */
  shapes: Float32Array[];
}

export function packSolids({ colliders, balls }: World): SolidsFrame {
  const poses = new Float32Array(COLLIDER * colliders.length + BALL * balls.length);
  const shapes: Float32Array[] = [];
  let at = 0;
  for (const collider of colliders) {
    const { options, pose } = collider;
    poses.set(pose.position, at);
    poses.set(pose.matrix, at + 3);
    at += COLLIDER;
    if (changesShape(options)) shapes.push(Float32Array.from(collider.vertices!));
  }
  for (const { number, radius, position, rotation } of balls) {
    poses[at] = number;
    poses[at + 1] = radius;
    poses.set(position, at + 2);
    poses.set(rotation, at + 5);
    at += BALL;
  }
  return { poses, shapes };
}

/** Returns the buffers that are transferred and not copied. */
export function buffersOf({ poses, shapes }: SolidsFrame): ArrayBuffer[] {
  return [poses, ...shapes].map(({ buffer }) => buffer as ArrayBuffer);
}

type Options = Collider["options"];

/** Returns the colliders of a frame, in their order. */
export function collidersIn(
  { poses, shapes }: SolidsFrame,
  options: readonly Options[],
): ColliderSource[] {
  let shape = 0;
  return options.map((own, i) => {
    const at = COLLIDER * i;
    return {
      options: own,
      pose: {
        position: poses.subarray(at, at + 3),
        matrix: poses.subarray(at + 3, at + COLLIDER),
      },
      ...(changesShape(own) ? { vertices: shapes[shape++]! } : {}),
    };
  });
}

/** Returns the balls of a frame. */
export function ballsIn(
  { poses }: SolidsFrame,
  colliderCount: number,
): (BallSource & { number: number })[] {
  const balls = [];
  for (let at = COLLIDER * colliderCount; at < poses.length; at += BALL) {
    balls.push({
      number: poses[at]!,
      radius: poses[at + 1]!,
      position: poses.subarray(at + 2, at + 5),
      rotation: poses.subarray(at + 5, at + BALL),
    });
  }
  return balls;
}

function changesShape(options: Options): boolean {
  return options.type === "mesh" && options.shapes !== undefined;
}
