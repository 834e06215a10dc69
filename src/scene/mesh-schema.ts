import { z } from "zod";
import { T_SHIRT_DEFAULTS } from "../generate/index.js";
import { GRID_DIAGONALS } from "../mesh/index.js";
import { notNegative, pair, positive, seed } from "./schema-parts.js";

/** How many there may be says the limit of vertices, when the mesh is made. */
const cells = z.int().min(1);
const grid = z
  .strictObject({
    type: z.literal("grid"),
    size: z.tuple([positive, positive]).describe("Width and height, m."),
    segments: z.tuple([cells, cells]).describe("Cells along the width and the height."),
    diagonals: z
      .enum(GRID_DIAGONALS)
      .default("union-jack")
      .describe(
        "How cells are halved: all alike, every second row mirrored, or every second cell.",
      ),
  })
  .describe(
    "A flat sheet in its local xy-plane, centred: u along x, v along y, uv (0,0) to (1,1).",
  );

const ring = z.array(pair).min(3);

const irregular = z
  .strictObject({
    type: z.literal("irregular"),
    size: z
      .tuple([positive, positive])
      .optional()
      .describe("Width and height of a centred rectangle, m; or give an outline."),
    outline: ring.optional().describe("Corners of any polygon, m; or give a size."),
    holes: z.array(ring).default([]).describe("Polygons cut out of it, m."),
    spacing: positive.describe("Length of the edges, m."),
    refine: z
      .array(
        z.strictObject({
          at: pair.describe("m."),
          radius: notNegative.describe("m."),
          spacing: positive.describe("Length of the edges within the radius, m."),
        }),
      )
      .default([])
      .describe("Where the mesh is finer; it grows coarser by and by outside of the radius."),
    seed: seed.default(1).describe("Another seed, another mesh of the same kind."),
  })
  .refine(({ size, outline }) => (size === undefined) !== (outline === undefined), {
    path: ["size"],
    message: "expected either size or outline",
  })
  .describe(
    "An irregular flat sheet in its local xy-plane: u along x, v along y, uv (0,0) to (1,1).",
  );

const disc = z
  .strictObject({
    type: z.literal("disc"),
    radius: positive.describe("m."),
    rings: cells.describe("Rings of triangles from the centre to the rim."),
  })
  .describe(
    "A round flat sheet in its local xy-plane, uv (0,0) to (1,1) over the square around it.",
  );

const tube = z
  .strictObject({
    type: z.literal("tube"),
    radius: positive.describe("m."),
    height: positive.describe("m."),
    segments: z
      .tuple([z.int().min(3), cells])
      .describe("Cells around and along; u runs around, v along y."),
  })
  .describe("A tube about the y axis, open at both ends, its seam closed.");

const tShirt = z
  .strictObject({
    type: z.literal("t-shirt"),
    width: positive.default(T_SHIRT_DEFAULTS.width).describe("Of the body, m."),
    length: positive.default(T_SHIRT_DEFAULTS.length).describe("From hem to shoulder, m."),
    depth: positive.default(T_SHIRT_DEFAULTS.depth).describe("From front to back, m."),
    spacing: positive
      .default(T_SHIRT_DEFAULTS.spacing)
      .describe("Length of the edges, m; the armpits are finer."),
    seed: seed.default(T_SHIRT_DEFAULTS.seed),
  })
  .describe("A T-shirt of two panels, front in u 0 to 0.5, back in 0.5 to 1.");

const keepOrDrop = z.enum(["drop", "keep"]);

const file = z
  .strictObject({
    type: z.literal("file"),
    path: z
      .string()
      .regex(/\.(obj|node|ele)$/i, "expected a file that ends in .obj, .node or .ele")
      .describe("An OBJ file, or one of a pair of .node and .ele files; seen from the scene file."),
    scale: positive.default(1).describe("Metres a unit of the file."),
    weld: notNegative
      .optional()
      .describe("Vertices at most this far apart become one, m; absent: none."),
    duplicates: keepOrDrop.default("drop").describe("Faces on the same three vertices."),
    zeroArea: keepOrDrop.default("drop").describe("Faces whose corners lie on a line."),
  })
  .describe("A mesh that was made elsewhere.");

/** The mesh of a cloth: generated, or read from a file. */
export const mesh = z.discriminatedUnion("type", [grid, irregular, disc, tube, tShirt, file]);
