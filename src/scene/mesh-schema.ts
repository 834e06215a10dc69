import { z } from "zod";
import { T_SHIRT_DEFAULTS } from "../generate/index.js";
import { GRID_DIAGONALS } from "../mesh/index.js";
import { notNegative, pair, positive, seed } from "./schema-parts.js";

/** Number of cells. The upper bound is the limit of vertices, which is checked when the mesh is made. */
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
        "Diagonals of the cells: all the same, mirrored in every second row, or in every second cell.",
      ),
  })
  .describe(
    "A flat sheet in its local xy-plane, centered: u along x, v along y, uv (0,0) to (1,1).",
  );

const ring = z.array(pair).min(3);

const irregular = z
  .strictObject({
    type: z.literal("irregular"),
    size: z
      .tuple([positive, positive])
      .optional()
      .describe("Width and height of a centered rectangle, m; or give an outline."),
    outline: ring.optional().describe("Corners of a polygon, m; or give a size."),
    holes: z.array(ring).default([]).describe("Corners of polygons that are cut out, m."),
    spacing: positive.describe("Mean length of the edges, m."),
    refine: z
      .array(
        z.strictObject({
          at: pair.describe("Center, m."),
          radius: notNegative.describe("Radius, m."),
          spacing: positive.describe("Mean length of the edges within the radius, m."),
        }),
      )
      .default([])
      .describe("Places with a finer mesh. Outside of the radius it gradually becomes coarser."),
    seed: seed
      .default(1)
      .describe("Seed of the mesh: another seed gives another mesh of the same kind."),
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
    radius: positive.describe("Radius, m."),
    rings: cells.describe("Rings of triangles from the center to the rim."),
  })
  .describe(
    "A round flat sheet in its local xy-plane, uv (0,0) to (1,1) over the square around it.",
  );

const tube = z
  .strictObject({
    type: z.literal("tube"),
    radius: positive.describe("Radius, m."),
    height: positive.describe("Height, m."),
    segments: z
      .tuple([z.int().min(3), cells])
      .describe("Cells around and along; u runs around, v along y."),
  })
  .describe("A tube about the y axis, open at both ends, its seam closed.");

const tShirt = z
  .strictObject({
    type: z.literal("t-shirt"),
    width: positive.default(T_SHIRT_DEFAULTS.width).describe("Width of the body, m."),
    length: positive.default(T_SHIRT_DEFAULTS.length).describe("Length from hem to shoulder, m."),
    depth: positive.default(T_SHIRT_DEFAULTS.depth).describe("Depth from front to back, m."),
    spacing: positive
      .default(T_SHIRT_DEFAULTS.spacing)
      .describe("Mean length of the edges, m; finer at the armpits."),
    seed: seed.default(T_SHIRT_DEFAULTS.seed).describe("Seed of the mesh."),
  })
  .describe("A T-shirt of two panels: the front has u from 0 to 0.5, the back from 0.5 to 1.");

const keepOrDrop = z.enum(["drop", "keep"]);

const file = z
  .strictObject({
    type: z.literal("file"),
    path: z
      .string()
      .regex(/\.(obj|node|ele)$/i, "expected a file that ends in .obj, .node or .ele")
      .describe(
        "An OBJ file, or one of a pair of .node and .ele files; relative to the scene file.",
      ),
    scale: positive.default(1).describe("Meters per unit of the file."),
    weld: notNegative
      .optional()
      .describe("Joins vertices at most this far apart, m; absent: joins none."),
    duplicates: keepOrDrop
      .default("drop")
      .describe("Faces with the same three vertices: drop or keep."),
    zeroArea: keepOrDrop.default("drop").describe("Faces without area: drop or keep."),
  })
  .describe("A mesh from a file.");

/** The mesh of a cloth: generated, or read from a file. */
export const mesh = z.discriminatedUnion("type", [grid, irregular, disc, tube, tShirt, file]);
