import {
  also,
  length,
  number,
  numbersOf,
  object,
  optional,
  over0,
  typedArray,
  wholeNumber,
} from "../../math/check-options.js";
import { deriveSeed, valueNoise } from "../../math/noise.js";
import type { MeshData } from "../../mesh/index.js";

/**
 * Strength of a cloth from place to place, as factors of the limit. The factors of image, vertices and noise multiply.
 */
export interface StrengthMapOptions {
  /** A gray image over the texture: the cloth is weak where it is dark. */
  image?: GreyImage & {
    /** Factor where the image is black; default 0.25. */
    black?: number;
    /** Factor where the image is white; default 1. */
    white?: number;
  };
  /** One factor over 0 per vertex of the mesh. */
  vertices?: ArrayLike<number>;
  /** Random weak and strong places, from the seed of the world. */
  noise?: {
    /** Reduction at the weakest places, from 0 to below 1. */
    amount: number;
    /** Distance between weak places on the unstressed cloth, m. */
    size: number;
  };
}

/** A gray image. */
export interface GreyImage {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** One value per pixel, from 0 (black) to 1 (white), row by row from the top. */
  values: Float64Array;
}

/**
 * Defaults of the image of a strength map: the strength factors where it is black and where it is white.
 *
 * @example
 * import { STRENGTH_MAP_DEFAULTS } from "tatter";
 * console.log(STRENGTH_MAP_DEFAULTS.black, STRENGTH_MAP_DEFAULTS.white); // 0.25, 1
 */
export const STRENGTH_MAP_DEFAULTS = { black: 0.25, white: 1 } as const;

const factor = over0("a factor over 0");

type ImageOptions = NonNullable<StrengthMapOptions["image"]>;

const IMAGE_FIELDS = object<ImageOptions>({
  width: wholeNumber(1),
  height: wholeNumber(1),
  values: typedArray,
  black: optional(factor),
  white: optional(factor),
});

const grey = numbersOf(number("a number from 0 to 1", (value) => value >= 0 && value <= 1));

const IMAGE = also(IMAGE_FIELDS, ({ width, height, values }: GreyImage) => {
  if (values.length !== width * height) {
    return `.values: expected ${width * height} numbers, one per pixel, got ${values.length}`;
  }
  const fault = grey(values);
  return fault === null ? null : `.values${fault}`;
});

/** Checks of a strength map. The number of `vertices` is checked with the mesh. */
export const STRENGTH_MAP = object<StrengthMapOptions>(
  {
    image: optional(IMAGE),
    vertices: optional(numbersOf(factor)),
    noise: optional(
      object<NonNullable<StrengthMapOptions["noise"]>>({
        amount: number("a fraction from 0 to below 1", (amount) => amount >= 0 && amount < 1),
        size: length,
      }),
    ),
  },
  {},
  { map: "image" },
);

/** Index of the random stream for strengths, among those derived from the seed of a cloth. */
const STRENGTH_STREAM = 6271;

/**
 * One factor per vertex; null if the options are empty.
 *
 * @param mesh The unstressed cloth.
 * @param seed Seed of the cloth.
 * @throws RangeError that names the field.
 */
export function strengthsOf(
  options: StrengthMapOptions,
  mesh: MeshData,
  seed: number,
): Float64Array | null {
  const { image, vertices, noise } = options;
  if (image === undefined && vertices === undefined && noise === undefined) return null;
  const strengths = new Float64Array(mesh.positions.length / 3).fill(1);
  if (image !== undefined) multiplyByImage(strengths, image, mesh);
  if (vertices !== undefined) multiplyByVertices(strengths, vertices);
  if (noise !== undefined)
    multiplyByNoise(strengths, noise, mesh, deriveSeed(seed, STRENGTH_STREAM));
  return strengths;
}

/** A vertex on a seam of the texture has several uvs; the weakest one counts. */
function multiplyByImage(
  strengths: Float64Array,
  image: ImageOptions,
  { triangles, uvs }: MeshData,
): void {
  const { black = STRENGTH_MAP_DEFAULTS.black, white = STRENGTH_MAP_DEFAULTS.white } = image;
  const weakest = new Float64Array(strengths.length).fill(Infinity);
  for (const [corner, vertex] of triangles.entries()) {
    const strength =
      black + (white - black) * greyAt(image, uvs[2 * corner]!, uvs[2 * corner + 1]!);
    weakest[vertex] = Math.min(weakest[vertex]!, strength);
  }
  for (const [vertex, strength] of weakest.entries()) {
    if (strength !== Infinity) strengths[vertex]! *= strength;
  }
}

/**
 * Value of an image at a point of the texture, v up: bilinear between the centers of its pixels, constant beyond the
 * outermost centers and so outside of 0 to 1.
 */
export function greyAt({ width, height, values }: GreyImage, u: number, v: number): number {
  const x = clamp0(u * width - 0.5, width - 1);
  const y = clamp0((1 - v) * height - 0.5, height - 1);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, width - 1);
  const low = Math.min(top + 1, height - 1);
  const a = lerp(values[width * top + left]!, values[width * top + right]!, x - left);
  const b = lerp(values[width * low + left]!, values[width * low + right]!, x - left);
  return lerp(a, b, y - top);
}

function clamp0(x: number, max: number): number {
  return Math.min(Math.max(x, 0), max);
}

/** Linear interpolation. The result is between `a` and `b`, whatever the rounding. */
function lerp(a: number, b: number, t: number): number {
  return (1 - t) * a + t * b;
}

function multiplyByVertices(strengths: Float64Array, vertices: ArrayLike<number>): void {
  if (vertices.length !== strengths.length) {
    throw new RangeError(
      `strengthMap.vertices: expected ${strengths.length} numbers, one per vertex, got ${vertices.length}`,
    );
  }
  for (let vertex = 0; vertex < strengths.length; vertex++) {
    strengths[vertex]! *= vertices[vertex]!;
  }
}

function multiplyByNoise(
  strengths: Float64Array,
  { amount, size }: NonNullable<StrengthMapOptions["noise"]>,
  { positions }: MeshData,
  seed: number,
): void {
  for (let vertex = 0; vertex < strengths.length; vertex++) {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    strengths[vertex]! *= 1 - amount * valueNoise(seed, x! / size, y! / size, z! / size);
  }
}
