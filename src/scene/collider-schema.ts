import { z } from "zod";
import { COLLIDER_DEFAULTS } from "../collision/index.js";
import { direction, keyframes, notNegative, positive, transform, vector } from "./schema-parts.js";

// What the cloths cannot pass: colliders, which go where they are told, and bodies, which are pushed.

const surface = {
  friction: notNegative
    .default(COLLIDER_DEFAULTS.friction)
    .describe("Coulomb's coefficient; with that of the cloth it makes the geometric mean."),
  thickness: notNegative
    .default(COLLIDER_DEFAULTS.thickness)
    .describe("How far off the surface the cloth stays, m."),
};

const keyframe = z.strictObject({
  time: notNegative.describe("s."),
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
    .describe("Where it goes, linear between keyframes; absent: it stands still."),
};

const sphere = z.strictObject({
  type: z.literal("sphere"),
  center: vector.describe("m."),
  radius: positive.describe("m."),
  ...common,
});

const capsule = z
  .strictObject({
    type: z.literal("capsule"),
    from: vector.describe("One end of its middle line, m."),
    to: vector.describe("The other end, m."),
    radius: positive.describe("m."),
    ...common,
  })
  .describe("All that is within the radius of a line.");

const box = z.strictObject({
  type: z.literal("box"),
  center: vector.describe("m."),
  size: z.tuple([positive, positive, positive]).describe("Its three lengths, m."),
  rotation: vector.default([0, 0, 0]).describe("Euler angles in degrees, intrinsic XYZ."),
  ...common,
});

const halfSpace = z
  .strictObject({
    type: z.literal("half-space"),
    point: vector.default([0, 0, 0]).describe("A point on the surface, m."),
    normal: direction.default([0, 1, 0]).describe("Out of the solid, of any length."),
    ...common,
  })
  .describe("Everything on one side of a plane: a floor, a wall.");

const objFile = z.string().regex(/\.obj$/i, "expected a file that ends in .obj");

const shape = z.strictObject({
  time: notNegative.describe("s."),
  path: objFile.describe("An OBJ file with the vertices and the faces of the first; seen as path."),
});

const mesh = z
  .strictObject({
    type: z.literal("mesh"),
    path: objFile.optional().describe("An OBJ file, seen from the scene file; or give shapes."),
    shapes: keyframes(shape, 2)
      .optional()
      .describe("The shapes that it takes in turn, linear in between; or give a path."),
    scale: positive.default(1).describe("Metres a unit of the files."),
    transform,
    ...common,
  })
  .refine(({ path, shapes }) => (path === undefined) !== (shapes === undefined), {
    path: ["path"],
    message: "expected either path or shapes",
  })
  .describe("Any surface of triangles: a closed one is solid, an open one a sheet with two sides.");

export const collider = z.discriminatedUnion("type", [sphere, capsule, box, halfSpace, mesh]);

export const ball = z
  .strictObject({
    position: vector.describe("Of its middle, m."),
    radius: positive.describe("m."),
    mass: positive.describe("kg."),
    velocity: vector.default([0, 0, 0]).describe("m/s."),
    angularVelocity: vector.default([0, 0, 0]).describe("rad/s."),
    ...surface,
    time: notNegative.default(0).describe("From when on it is there, s."),
  })
  .describe("A ball that pushes the cloths and feels them.");
