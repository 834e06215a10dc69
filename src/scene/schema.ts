import { z } from "zod";
import { MODELS, type Selection } from "../cloth/index.js";
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

// The scene format. Every object is strict: an unknown field is refused, never ignored.
// Names of values that a later version will know stand in planned.ts, so that they are refused by name.

const keyframe = z.strictObject({
  time: notNegative.describe("s."),
  translation: vector.describe("Displacement from the start, m."),
});

const select = z
  .strictObject({
    uv: z
      .tuple([pair, pair])
      .refine(([low, high]) => low[0] <= high[0] && low[1] <= high[1], {
        message: "expected the lower corner first, then the upper one",
      })
      .optional()
      .describe("Lower and upper corner of a box in texture space, borders included."),
    sphere: z
      .strictObject({ center: vector.describe("m."), radius: notNegative.describe("m.") })
      .optional()
      .describe("A ball in the world, where the cloth is at the start, its surface included."),
    ids: z.array(z.int().min(0)).min(1).optional().describe("Vertex numbers of the mesh, from 0."),
    group: z.string().optional().describe("A named group of vertices of the mesh."),
  })
  .refine((given) => Object.keys(given).length === 1, {
    message: "expected exactly one of uv, sphere, ids and group",
  })
  .meta({ minProperties: 1, maxProperties: 1 })
  .transform((given) => given as Selection);

const hold = z.union(
  [
    z.literal("point"),
    z.strictObject({ axis: direction.describe("Free along this direction alone.") }),
    z.strictObject({ plane: direction.describe("The normal of a plane that it stays in.") }),
  ],
  { error: 'expected "point", { "axis": [x, y, z] } or { "plane": [x, y, z] }' },
);

const pin = z
  .strictObject({
    select,
    hold: hold.default("point").describe("What is held: a point, all but a line, or a plane."),
    motion: keyframes(keyframe).optional(),
    release: notNegative.optional().describe("Time at which the pin lets go, s."),
    repin: positive
      .optional()
      .describe(
        "Time at which it takes hold again, where the cloth is then, s: after release, or after it may have torn off.",
      ),
    breakForce: positive
      .optional()
      .describe("Force of the cloth that tears the pin off, N; absent: it never tears off."),
    breakPerParticle: z
      .boolean()
      .optional()
      .describe(
        "True: each particle tears off by its own force; default: all at once, by their sum.",
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
      .describe("The edges whose two ends are selected, which make one path; or give a line."),
    line: z
      .array(pair)
      .min(2)
      .optional()
      .describe("Corners in texture space of a line that it is cut along; or select edges."),
    openTime: notNegative
      .optional()
      .describe("Time at which it opens, s; absent: it has a strength, and opens where it tears."),
    openDuration: notNegative
      .optional()
      .describe("How long it takes to open from its first end to its last, s; default 0."),
    strength: positive
      .optional()
      .describe(
        "What of the strength of the cloth it bears across it: under 1 it tears more easily there, as perforated paper.",
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
  name: plainName.optional(),
  mesh,
  transform,
  material: material.default({ preset: "cotton" }),
  model: z
    .enum(MODELS)
    .default("springs")
    .describe("What resists stretch, shear and bending; see docs/models.md."),
  pins: z.array(pin).default([]),
  seams: z.array(seam).default([]).describe("Where it comes apart by itself, and when."),
  strengthMap: strengthMap
    .optional()
    .describe("Strength factors over the cloth; absent: 1 everywhere."),
  tearing: tearing.optional().describe("How it tears; absent: not at all."),
  imperfection: notNegative
    .max(0.001)
    .default(WORLD_DEFAULTS.imperfection)
    .describe(
      "Particles start off the perfect shape by up to this much, m, so that it can buckle.",
    ),
});

const gusts = z.strictObject({
  amplitude: notNegative.describe(
    "Part of the speed by which it changes: 0.5 is half more or less.",
  ),
  period: positive.describe("Typical time from one gust to the next, s."),
});

const turbulence = z.strictObject({
  speed: notNegative.describe("Of the air in the strongest eddies, m/s."),
  size: positive.describe("Of the eddies, m."),
});

const attractor = z
  .strictObject({
    type: z.literal("attractor"),
    point: vector.describe("m."),
    acceleration: finite.describe("Acceleration at one radius, m/s²; negative: it pushes."),
    radius: positive.describe("m."),
  })
  .describe("Draws cloth to a point, or pushes it away.");

const vortex = z
  .strictObject({
    type: z.literal("vortex"),
    point: vector.describe("A point on the axis, m."),
    axis: direction.default([0, 1, 0]).describe("Seen against it, the air turns anticlockwise."),
    speed: finite.describe("Of the air at one radius, where it is the fastest, m/s."),
    radius: positive.describe("m."),
  })
  .describe("Air that turns about an axis.");

const knife = z
  .strictObject({
    motion: keyframes(
      z.strictObject({
        time: notNegative.describe("s."),
        from: vector.describe("One end of the blade, m."),
        to: vector.describe("The other end of the blade, m."),
      }),
      2,
    ).describe("Drawn at the first keyframe, put away at the last, straight from one to the next."),
    cloth: z.int().min(0).optional().describe("Number of the cloth that it cuts; default: all."),
    snap: z
      .number()
      .gt(0)
      .lt(0.5)
      .default(CUT_DEFAULTS.snap)
      .describe("A cut moves into a vertex that is nearer than this part of the edge."),
    minAngle: z
      .number()
      .min(0)
      .max(30)
      .default(CUT_DEFAULTS.minAngle)
      .describe("No triangle that the cut makes gets a smaller angle, degrees."),
  })
  .describe("A blade that cuts what it passes through, however fast or slow.");

export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Where editors find this schema."),
    name: plainName.min(1),
    description: z.string().optional(),
    gravity: vector.default([...WORLD_DEFAULTS.gravity]).describe("m/s²."),
    wind: z
      .strictObject({
        velocity: vector.default([...WORLD_DEFAULTS.wind.velocity]).describe("m/s."),
        drag: notNegative.default(WORLD_DEFAULTS.wind.drag).describe("N·s/m³ (Phillips eq. 20)."),
        gusts: gusts.optional().describe("The wind swells and drops by chance; absent: steady."),
        turbulence: turbulence.optional().describe("Eddies in the wind; absent: none."),
      })
      .default({ velocity: [...WORLD_DEFAULTS.wind.velocity], drag: WORLD_DEFAULTS.wind.drag }),
    fields: z
      .array(z.discriminatedUnion("type", [attractor, vortex]))
      .default([])
      .describe("What else acts on the cloths."),
    cloths: z.array(cloth).min(1),
    colliders: z.array(collider).default([]).describe("What stands in the way of the cloths."),
    balls: z.array(ball).default([]).describe("Balls that push the cloths and are pushed by them."),
    knives: z.array(knife).default([]).describe("What cuts the cloths, and when."),
    solver,
    duration: positive.max(100_000).default(4).describe("s."),
    frameRate: z.number().min(1).max(10_000).default(30).describe("Frames a second."),
    seed: seed.default(WORLD_DEFAULTS.seed),
  })
  .refine(({ solver, frameRate }) => (solver.step ?? 0) * frameRate <= 1 + STEP_TOLERANCE, {
    path: ["solver", "step"],
    message: "expected at most the time between two frames (1 / frameRate)",
  });

/** A checked scene with all defaults filled in. */
export type Scene = z.output<typeof sceneSchema> & {
  solver: { step: number; substeps: number | "auto" };
};

/** A scene as people write it. */
export type SceneInput = z.input<typeof sceneSchema>;

/** The same format as JSON Schema, for editors. */
export function sceneJsonSchema(): object {
  return { ...z.toJSONSchema(sceneSchema, { io: "input" }), title: "Tatter scene" };
}
