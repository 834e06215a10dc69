import {
  also,
  length,
  number,
  numbersOf,
  object,
  optional,
  over0,
  typedArray,
  valuesOf,
  wholeNumber,
} from "../../math/check-options.js";
import { deriveSeed, valueNoise } from "../../math/noise.js";
import type { MeshData } from "../../mesh/index.js";

/** How strong a cloth is from place to place, as factors of what its material or its limit says. All that is given multiplies. */
export interface StrengthMapOptions {
  /** A picture over the texture: where it is dark the cloth is weak. */
  image?: GreyImage & {
    /** Strength where it is black; default 0.25. */
    black?: number;
    /** Strength where it is white; default 1. */
    white?: number;
  };
  /** One factor over 0 a vertex of the mesh. */
  vertices?: ArrayLike<number>;
  /** Weaker and stronger places by chance, from the seed of the world. */
  noise?: {
    /** How much weaker the weakest places are, from 0 to under 1. */
    amount: number;
    /** From one weak place to the next, on the unstressed cloth, m. */
    size: number;
  };
}

/** A picture in grey. */
export interface GreyImage {
  width: number;
  height: number;
  /** From 0 (black) to 1 (white), row by row from the top. */
  values: Float64Array;
}

export const STRENGTH_MAP_DEFAULTS = { black: 0.25, white: 1 } as const;

const factor = over0("a factor over 0");

type ImageOptions = NonNullable<StrengthMapOptions["image"]>;

/** A picture is data: it may hold more. */
const IMAGE_FIELDS = valuesOf<ImageOptions>({
  width: wholeNumber(1),
  height: wholeNumber(1),
  values: typedArray,
  black: optional(factor),
  white: optional(factor),
});

const grey = numbersOf(number("a number from 0 to 1", (value) => value >= 0 && value <= 1));

const IMAGE = also(IMAGE_FIELDS, ({ width, height, values }: GreyImage) => {
  if (values.length !== width * height) {
    return `.values: expected ${width * height} numbers, one a pixel, got ${values.length}`;
  }
  const fault = grey(values);
  return fault === null ? null : `.values${fault}`;
});

/** What the strength of a cloth has to be; whether there is one factor a vertex is checked with the mesh. */
export const STRENGTH_MAP = object<StrengthMapOptions>(
  {
    image: optional(IMAGE),
    vertices: optional(numbersOf(factor)),
    noise: optional(
      object<NonNullable<StrengthMapOptions["noise"]>>({
        amount: number("a part from 0 to under 1", (amount) => amount >= 0 && amount < 1),
        size: length,
      }),
    ),
  },
  {},
  { map: "image" },
);

/** Which of the streams of chance that come from the seed of a cloth is for its strength. */
const STRENGTHS = 6271;

/**
 * One factor a vertex; null where nothing is said.
 *
 * @param mesh The unstressed cloth.
 * @param seed Of the cloth.
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
  if (noise !== undefined) multiplyByNoise(strengths, noise, mesh, deriveSeed(seed, STRENGTHS));
  return strengths;
}

/** A vertex on a seam of the texture has several uvs: the weakest of them counts. */
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
 * What a picture shows at a point of the texture, v up: bilinear between the middles of its pixels. Beyond the middles
 * of the outermost ones, and so outside of 0 to 1, it goes on as it is there.
 */
export function greyAt({ width, height, values }: GreyImage, u: number, v: number): number {
  const x = within(u * width - 0.5, width - 1);
  const y = within((1 - v) * height - 0.5, height - 1);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = Math.min(left + 1, width - 1);
  const low = Math.min(top + 1, height - 1);
  const a = mix(values[width * top + left]!, values[width * top + right]!, x - left);
  const b = mix(values[width * low + left]!, values[width * low + right]!, x - left);
  return mix(a, b, y - top);
}

function within(x: number, most: number): number {
  return Math.min(Math.max(x, 0), most);
}

/** At most as far as `a` and `b`, whatever the rounding. */
function mix(a: number, b: number, t: number): number {
  return (1 - t) * a + t * b;
}

function multiplyByVertices(strengths: Float64Array, vertices: ArrayLike<number>): void {
  if (vertices.length !== strengths.length) {
    throw new RangeError(
      `strengthMap.vertices: expected ${strengths.length} numbers, one a vertex, got ${vertices.length}`,
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
