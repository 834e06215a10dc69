import { z } from "zod";
import { COLLIDER_DEFAULTS } from "../collision/index.js";
import { direction, keyframes, notNegative, positive, transform, vector } from "./schema-parts.js";

// Solids of a scene: colliders, which the cloth does not move, and balls, which it does.

const surface = {
  friction: notNegative
    .default(COLLIDER_DEFAULTS.friction)
    .describe("Coulomb friction coefficient; the geometric mean with that of the cloth is used."),
  thickness: notNegative
    .default(COLLIDER_DEFAULTS.thickness)
    .describe("Distance that the cloth stays from the surface, m."),
};

const keyframe = z.strictObject({
  time: notNegative.describe("Time, s."),
  translation: vector.default([0, 0, 0]).describe("Displacement from the start, m."),
  rotation: vector
    .default([0, 0, 0])
    .describe(
      "Rotation about its own center, on top of its initial rotation: Euler angles in degrees, intrinsic XYZ.",
    ),
});

const common = {
  ...surface,
  motion: keyframes(keyframe)
    .optional()
    .describe("Motion by keyframes, linear in between; absent: it is static."),
};

const sphere = z.strictObject({
  type: z.literal("sphere"),
  center: vector.describe("Center, m."),
  radius: positive.describe("Radius, m."),
  ...common,
});

const capsule = z
  .strictObject({
    type: z.literal("capsule"),
    from: vector.describe("One end of its axis, m."),
    to: vector.describe("Other end of its axis, m."),
    radius: positive.describe("Radius, m."),
    ...common,
  })
  .describe("All points within the radius of a line segment.");

const box = z.strictObject({
  type: z.literal("box"),
  center: vector.describe("Center, m."),
  size: z.tuple([positive, positive, positive]).describe("Edge lengths along x, y and z, m."),
  rotation: vector.default([0, 0, 0]).describe("Euler angles in degrees, intrinsic XYZ."),
  ...common,
});

const halfSpace = z
  .strictObject({
    type: z.literal("half-space"),
    point: vector.default([0, 0, 0]).describe("A point on the surface, m."),
    normal: direction
      .default([0, 1, 0])
      .describe("Normal that points out of the solid, of any length."),
    ...common,
  })
  .describe("Everything on one side of a plane, for example a floor or a wall.");

const objFile = z.string().regex(/\.obj$/i, "expected a file that ends in .obj");

const shape = z.strictObject({
  time: notNegative.describe("Time, s."),
  path: objFile.describe(
    "An OBJ file with the same vertices and faces as the first; relative to the scene file.",
  ),
});

const mesh = z
  .strictObject({
    type: z.literal("mesh"),
    path: objFile.optional().describe("An OBJ file, relative to the scene file; or give shapes."),
    shapes: keyframes(shape, 2)
      .optional()
      .describe("Shapes by keyframes, linear in between; or give a path."),
    scale: positive.default(1).describe("Meters per unit of the files."),
    transform,
    ...common,
  })
  .refine(({ path, shapes }) => (path === undefined) !== (shapes === undefined), {
    path: ["path"],
    message: "expected either path or shapes",
  })
  .describe("A triangle mesh. A closed mesh is solid; an open one is a two-sided sheet.");

/** A collider of a scene. */
export const collider = z.discriminatedUnion("type", [sphere, capsule, box, halfSpace, mesh]);

/** A ball of a scene. */
export const ball = z
  .strictObject({
    position: vector.describe("Position of the center, m."),
    radius: positive.describe("Radius, m."),
    mass: positive.describe("Mass, kg."),
    velocity: vector.default([0, 0, 0]).describe("Velocity, m/s."),
    angularVelocity: vector.default([0, 0, 0]).describe("Angular velocity, rad/s."),
    ...surface,
    time: notNegative.default(0).describe("Time at which it is added, s."),
  })
  .describe("A ball, coupled both ways with the cloths.");
