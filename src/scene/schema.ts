import { z } from "zod";
import { MODELS, type Selection } from "../cloth/index.js";
import { CONTACT_RESPONSES, SELF_COLLISIONS } from "../collision/index.js";
import { CUT_DEFAULTS } from "../mesh/index.js";
import { WORLD_DEFAULTS } from "../sim/index.js";
import { ball, collider } from "./collider-schema.js";
import { material } from "./material-schema.js";
import { mesh } from "./mesh-schema.js";
import {
  direction,
  finite,
  keyframes,
  notNegative,
  pair,
  plainName,
  positive,
  seed,
  transform,
  vector,
} from "./schema-parts.js";
import { solver, STEP_TOLERANCE } from "./solver-schema.js";
import { strengthMap } from "./strength-map-schema.js";
import { tearing } from "./tearing-schema.js";

// The scene format. Every object is strict: an unknown field is an error. Values that a later version will support are
// listed in planned-fields.ts, so that the error can say so.

const keyframe = z.strictObject({
  time: notNegative.describe("Time, s."),
  translation: vector.describe("Displacement from the start, m."),
  rotation: vector
    .optional()
    .describe(
      "Rotation from the start about the center of the pinned particles, degrees, intrinsic XYZ; absent: none.",
    ),
});

const select = z
  .strictObject({
    uv: z
      .tuple([pair, pair])
      .refine(([low, high]) => low[0] <= high[0] && low[1] <= high[1], {
        message: "expected the lower corner first, then the upper one",
      })
      .optional()
      .describe(
        "Selects the vertices in a box of texture space, border included: lower corner, upper corner.",
      ),
    sphere: z
      .strictObject({
        center: vector.describe("Center, m."),
        radius: notNegative.describe("Radius, m."),
      })
      .optional()
      .describe(
        "Selects the vertices in a sphere, surface included, by their positions at the start.",
      ),
    ids: z
      .array(z.int().min(0))
      .min(1)
      .optional()
      .describe("Selects vertices of the mesh by number, from 0."),
    group: z
      .string()
      .optional()
      .describe('Selects a named group of vertices of the mesh, for example "top".'),
  })
  .refine((given) => Object.keys(given).length === 1, {
    message: "expected exactly one of uv, sphere, ids and group",
  })
  .meta({ minProperties: 1, maxProperties: 1 })
  .transform((given) => given as Selection);

const hold = z.union(
  [
    z.literal("point"),
    z.strictObject({
      axis: direction.describe(
        "The particles slide along this direction only, like rings on a rail.",
      ),
    }),
    z.strictObject({
      plane: direction.describe("The particles slide on a plane with this normal."),
    }),
  ],
  { error: 'expected "point", { "axis": [x, y, z] } or { "plane": [x, y, z] }' },
);

const pin = z
  .strictObject({
    select: select.describe("The particles to pin: exactly one of uv, sphere, ids and group."),
    hold: hold
      .default("point")
      .describe(
        "Fixed degrees of freedom: point (all three), or free along an axis, or free on a plane.",
      ),
    motion: keyframes(keyframe)
      .optional()
      .describe(
        "Displacement and rotation by keyframes, linear in between; absent: it does not move.",
      ),
    release: notNegative
      .optional()
      .describe("Time at which the pin releases its particles, s; absent: never."),
    repin: positive
      .optional()
      .describe(
        "Time at which it pins the same particles again, where they are then, s. Needs release or breakForce.",
      ),
    breakForce: positive
      .optional()
      .describe("Force of the cloth at which the pin tears off, N; absent: it never tears off."),
    breakPerParticle: z
      .boolean()
      .optional()
      .describe(
        "True: each particle tears off by its own force. Default false: all at once, by the sum of their forces.",
      ),
  })
  .refine(
    ({ release, repin, breakForce }) =>
      repin === undefined || repin > (release ?? (breakForce === undefined ? Infinity : 0)),
    { path: ["repin"], message: "expected a time after release" },
  )
  .refine(
    ({ breakPerParticle, breakForce }) => breakPerParticle !== true || breakForce !== undefined,
    {
      path: ["breakPerParticle"],
      message: "expected breakForce too, at which each particle tears off",
    },
  );

const seam = z
  .strictObject({
    select: select
      .optional()
      .describe(
        "The inner edges with both ends selected, which must form one path; or give a line.",
      ),
    line: z
      .array(pair)
      .min(2)
      .optional()
      .describe("Corners of a line in texture space; or give select."),
    openTime: notNegative
      .optional()
      .describe(
        "Time at which it opens, s; absent: it has a strength, and opens only where it tears.",
      ),
    openDuration: notNegative
      .optional()
      .describe(
        "Duration of opening from the first end to the last, like a zip, s; default 0: at once.",
      ),
    strength: positive
      .optional()
      .describe(
        "Strength across the seam, as a factor of the strength of the cloth. Below 1 it tears more easily, like perforated paper.",
      ),
  })
  .refine(({ select, line }) => (select === undefined) !== (line === undefined), {
    path: ["select"],
    message: "expected either select or line",
  })
  .refine(({ openTime, strength }) => openTime !== undefined || strength !== undefined, {
    path: ["openTime"],
    message: "expected a time at which it opens, a strength, or both",
  })
  .refine(({ openTime, openDuration }) => openTime !== undefined || openDuration === undefined, {
    path: ["openDuration"],
    message: "expected openTime too, the time at which it begins",
  });

const cloth = z.strictObject({
  name: plainName.optional().describe("Name of the cloth, used in the names of output files."),
  mesh,
  transform,
  material: material.default({ preset: "cotton" }),
  model: z
    .enum(MODELS)
    .default("springs")
    .describe("Elements that resist stretch, shear and bending; see docs/models.md."),
  pins: z.array(pin).default([]).describe("Pins: fixed or moved particles."),
  seams: z
    .array(seam)
    .default([])
    .describe("Seams: paths that open at a time, or are weaker than the rest."),
  strengthMap: strengthMap
    .optional()
    .describe("Strength factors over the cloth; absent: 1 everywhere."),
  tearing: tearing.optional().describe("Tearing; absent: the cloth does not tear."),
  imperfection: notNegative
    .max(0.001)
    .default(WORLD_DEFAULTS.imperfection)
    .describe(
      "Random displacement of the particles at the start, at most this much, m, so that a flat sheet can buckle.",
    ),
});

const gusts = z.strictObject({
  amplitude: notNegative.describe(
    "Change of the speed as a fraction of it: 0.5 means up to 50 % more or less.",
  ),
  period: positive.describe("Typical time from one gust to the next, s."),
});

const turbulence = z.strictObject({
  speed: notNegative.describe("Speed of the air in the strongest eddies, m/s."),
  size: positive.describe("Size of the eddies, m."),
});

const attractor = z
  .strictObject({
    type: z.literal("attractor"),
    point: vector.describe("Center of attraction, m."),
    acceleration: finite.describe("Acceleration at one radius, m/s²; negative: it repels."),
    radius: positive.describe("Radius, m: the acceleration fades to 0 inside it."),
  })
  .describe("Attracts cloth to a point, or repels it.");

const vortex = z
  .strictObject({
    type: z.literal("vortex"),
    point: vector.describe("A point on the axis, m."),
    axis: direction
      .default([0, 1, 0])
      .describe("Direction of the axis. Seen from its tip, the air rotates counterclockwise."),
    speed: finite.describe(
      "Speed of the air at one radius, where it is largest, m/s; negative: clockwise.",
    ),
    radius: positive.describe("Distance from the axis of the largest speed, m."),
  })
  .describe("Air that rotates about an axis.");

const knife = z
  .strictObject({
    motion: keyframes(
      z.strictObject({
        time: notNegative.describe("Time, s."),
        from: vector.describe("One end of the blade, m."),
        to: vector.describe("The other end of the blade, m."),
      }),
      2,
    ).describe("It appears at the first keyframe, moves linearly, and is removed at the last."),
    cloth: z
      .int()
      .min(0)
      .optional()
      .describe("Index of the cloth that it cuts, from 0; absent: all cloths."),
    snap: z
      .number()
      .gt(0)
      .lt(0.5)
      .default(CUT_DEFAULTS.snap)
      .describe("A cut snaps to a vertex that is nearer than this fraction of the edge."),
    minAngle: z
      .number()
      .min(0)
      .max(30)
      .default(CUT_DEFAULTS.minAngle)
      .describe("Smallest angle of triangles that a cut makes, degrees."),
  })
  .describe("A blade that cuts whatever it passes through, at any speed.");

/** The scene format. */
export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional().describe("URL or path of this schema, for editors."),
    name: plainName.min(1).describe("Name of the scene."),
    description: z.string().optional().describe("Description for readers."),
    gravity: vector.default([...WORLD_DEFAULTS.gravity]).describe("Gravity, m/s²."),
    wind: z
      .strictObject({
        velocity: vector
          .default([...WORLD_DEFAULTS.wind.velocity])
          .describe("Velocity of the air, m/s."),
        drag: notNegative
          .default(WORLD_DEFAULTS.wind.drag)
          .describe("Drag of the air per area, N·s/m³ (Phillips eq. 20)."),
        gusts: gusts.optional().describe("Random gusts; absent: the wind is steady."),
        turbulence: turbulence
          .optional()
          .describe("Eddies that the wind carries along; absent: the wind is uniform."),
      })
      .default({ velocity: [...WORLD_DEFAULTS.wind.velocity], drag: WORLD_DEFAULTS.wind.drag })
      .describe("Wind and air drag."),
    fields: z
      .array(z.discriminatedUnion("type", [attractor, vortex]))
      .default([])
      .describe("Force and wind fields."),
    cloths: z.array(cloth).min(1).describe("The cloths."),
    colliders: z
      .array(collider)
      .default([])
      .describe("Static or keyframed solids. The cloth does not push them."),
    balls: z.array(ball).default([]).describe("Balls, coupled both ways with the cloths."),
    knives: z.array(knife).default([]).describe("Knives that follow keyframes."),
    selfCollision: z
      .enum(SELF_COLLISIONS)
      .default(WORLD_DEFAULTS.selfCollision)
      .describe("Contact of cloth with itself and with other cloth; see docs/self-collision.md."),
    contactThickness: positive
      .optional()
      .describe(
        "Distance that layers of cloth keep, m; absent: their thickness, at least 1/20 of the mean edge.",
      ),
    contactResponse: z
      .enum(CONTACT_RESPONSES)
      .default(WORLD_DEFAULTS.contactResponse)
      .describe("What holds layers apart: projection of positions, or impulses and springs."),
    solver,
    duration: positive.max(100_000).default(4).describe("Simulated time, s."),
    frameRate: z.number().min(1).max(10_000).default(30).describe("Frames per second."),
    seed: seed.default(WORLD_DEFAULTS.seed).describe("Seed of all random numbers."),
    kernels: z
      .enum(["wasm", "reference"])
      .optional()
      .describe("Inner loops; absent: wasm for xpbd and euler where the engine has it."),
  })
  .refine(({ solver, frameRate }) => (solver.step ?? 0) * frameRate <= 1 + STEP_TOLERANCE, {
    path: ["solver", "step"],
    message: "expected at most the time between two frames (1 / frameRate)",
  });

/** A checked scene with all defaults filled in. */
export type Scene = z.output<typeof sceneSchema> & {
  solver: { step: number; substeps: number | "auto" };
};

/** A scene as it is written in a file: fields with a default may be absent. */
export type SceneInput = z.input<typeof sceneSchema>;

/** The scene format as JSON Schema, for editors. */
export function sceneJsonSchema(): object {
  return { ...z.toJSONSchema(sceneSchema, { io: "input" }), title: "Tatter scene" };
}
