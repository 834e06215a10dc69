import { z } from "zod";
import { MATERIALS } from "../cloth/index.js";
import { TEARING_DEFAULTS } from "../tearing/index.js";
import { WORLD_DEFAULTS } from "../sim/index.js";

// The scene format. Every object is strict: an unknown field is refused, never ignored.
// Names of values that a later version will know stand in planned.ts, so that they are refused by name.

const finite = z.number();
const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const vector = z.tuple([finite, finite, finite]);
const pair = z.tuple([finite, finite]);
const index = z.int().min(1).max(2000);

const grid = z
  .strictObject({
    type: z.literal("grid"),
    size: z.tuple([positive, positive]).describe("Width and height, m."),
    segments: z.tuple([index, index]).describe("Cells along the width and the height."),
    diagonals: z
      .enum(["one-way", "alternating"])
      .default("alternating")
      .describe("How cells are halved: all alike, or every second one mirrored."),
  })
  .describe(
    "A flat sheet in its local xy-plane, centred: u along x, v along y, uv (0,0) to (1,1).",
  );

const transform = z.strictObject({
  position: vector.default([0, 0, 0]).describe("m."),
  rotation: vector.default([0, 0, 0]).describe("Euler angles in degrees, intrinsic XYZ."),
});

const presetNames = Object.keys(MATERIALS) as [keyof typeof MATERIALS];

const material = z
  .strictObject({
    preset: z.enum(presetNames).default("cotton"),
    density: positive.optional().describe("Mass per area, kg/m²."),
    stiffness: positive.optional().describe("Tension per width and strain, N/m."),
    bendStiffness: notNegative.optional().describe("Stiffness of the bend-shear springs, N/m."),
    damping: notNegative.optional().describe("Damping along the springs, N·s/m."),
  })
  .describe("A preset; every other field overrides what the preset says.");

const keyframe = z.strictObject({
  time: notNegative.describe("s."),
  move: vector.describe("Displacement from the start, m."),
});

const pin = z.strictObject({
  select: z.strictObject({
    uv: z
      .tuple([pair, pair])
      .refine(([low, high]) => low[0] <= high[0] && low[1] <= high[1], {
        message: "expected the lower corner first, then the upper one",
      })
      .describe("Lower and upper corner of a box in texture space, borders included."),
  }),
  motion: z
    .array(keyframe)
    .min(1)
    .refine((keys) => keys.every((key, i) => i === 0 || key.time > keys[i - 1]!.time), {
      message: "expected keyframes with rising times",
    })
    .optional(),
  release: notNegative.optional().describe("Time at which the pin lets go, s."),
});

const tearing = z
  .strictObject({
    criterion: z
      .enum(["tension", "stretch"])
      .default(TEARING_DEFAULTS.criterion)
      .describe("Force along an edge, N, or its length over its unstressed length."),
    limit: positive
      .optional()
      .describe(`N for tension; a ratio over 1 for stretch (default ${TEARING_DEFAULTS.limit}).`),
    order: z.enum(["severest"]).default(TEARING_DEFAULTS.order),
    path: z.enum(["plane"]).default(TEARING_DEFAULTS.path),
    maxTearsPerStep: z.int().min(1).default(TEARING_DEFAULTS.maxTearsPerStep),
  })
  .refine((t) => t.criterion !== "stretch" || t.limit === undefined || t.limit > 1, {
    path: ["limit"],
    message: "expected a ratio over 1 for the criterion stretch",
  })
  .refine((t) => t.criterion !== "tension" || t.limit !== undefined, {
    path: ["limit"],
    message: "expected a force in N: the criterion tension has no default limit",
  });

const cloth = z.strictObject({
  name: z.string().optional(),
  mesh: z.discriminatedUnion("type", [grid]),
  transform: transform.default({ position: [0, 0, 0], rotation: [0, 0, 0] }),
  material: material.default({ preset: "cotton" }),
  pins: z.array(pin).default([]),
  tearing: tearing.optional().describe("How it tears; absent: not at all."),
  imperfection: notNegative
    .max(0.001)
    .default(WORLD_DEFAULTS.imperfection)
    .describe(
      "Particles start off the perfect shape by up to this much, m, so that it can buckle.",
    ),
});

const halfSpace = z.strictObject({
  type: z.literal("half-space"),
  point: vector.default([0, 0, 0]).describe("A point on the surface, m."),
  normal: vector
    .default([0, 1, 0])
    .refine((n) => n.some((x) => x !== 0), { message: "expected a direction, not (0, 0, 0)" })
    .describe("Out of the solid."),
  friction: notNegative.default(0.5),
  thickness: notNegative.default(0.002).describe("How far off the surface the cloth stays, m."),
});

export const sceneSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Where editors find this schema."),
    name: z.string().min(1),
    description: z.string().optional(),
    gravity: vector.default([...WORLD_DEFAULTS.gravity]).describe("m/s²."),
    wind: z
      .strictObject({
        velocity: vector.default([...WORLD_DEFAULTS.wind.velocity]).describe("m/s."),
        drag: notNegative.default(WORLD_DEFAULTS.wind.drag).describe("N·s/m³ (Phillips eq. 20)."),
      })
      .default({ velocity: [...WORLD_DEFAULTS.wind.velocity], drag: WORLD_DEFAULTS.wind.drag }),
    cloths: z.array(cloth).min(1),
    colliders: z.array(z.discriminatedUnion("type", [halfSpace])).default([]),
    bodies: z.array(z.never()).default([]),
    solver: z
      .strictObject({
        type: z.enum(["xpbd"]).default("xpbd"),
        step: z
          .number()
          .min(1e-5)
          .max(0.1)
          .optional()
          .describe(
            "Time step, s; default 1/60, or the time between two frames where that is less.",
          ),
        substeps: z.int().min(1).max(1000).default(WORLD_DEFAULTS.solver.substeps),
      })
      .default({ type: "xpbd", substeps: WORLD_DEFAULTS.solver.substeps }),
    duration: positive.max(100_000).default(4).describe("s."),
    frameRate: z.number().min(1).max(10_000).default(30).describe("Frames a second."),
    seed: z.int().min(0).max(4294967295).default(WORLD_DEFAULTS.seed),
  })
  .refine(({ solver, frameRate }) => (solver.step ?? 0) * frameRate <= 1 + 1e-9, {
    path: ["solver", "step"],
    message: "expected at most the time between two frames (1 / frameRate)",
  });

/** A checked scene with all defaults filled in. */
export type Scene = z.output<typeof sceneSchema> & { solver: { step: number } };

/** A scene as people write it. */
export type SceneInput = z.input<typeof sceneSchema>;

/** The same format as JSON Schema, for editors. */
export function sceneJsonSchema(): object {
  return { ...z.toJSONSchema(sceneSchema, { io: "input" }), title: "Tatter scene" };
}
