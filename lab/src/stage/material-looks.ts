import { DoubleSide, MeshPhysicalMaterial, type MeshPhysicalMaterialParameters } from "three";
import {
  bumpTexture,
  randomAt,
  colorTexture,
  drawnTexture,
  facets,
  isWarpInTwill,
  noise,
  plainWeave,
  twillWeave,
} from "./textures.js";
import { shadeAsCloth, type ClothShading } from "./cloth-shader.js";

/** Appearance of a material. */
interface Look extends MeshPhysicalMaterialParameters, ClothShading {
  /** Intensity of the reflected environment. Absent: none. */
  mirrors?: number;
}

/** Appearance of the presets. Textures are generated, not loaded. */
const LOOKS: Readonly<Record<string, () => Look>> = {
  cotton: () => ({
    map: drawnTexture(1024, 1, drawCheck),
    bumpMap: bumpTexture(64, [90, 78], plainWeave(4)),
    bumpScale: 0.6,
    roughness: 0.85,
    sheen: 0.3,
    sheenRoughness: 0.6,
    sheenColor: 0xffe8dd,
    fuzz: [0.13, 0.08, 0.07],
  }),
  paper: () => ({
    map: drawnTexture(1024, 1, drawRuledPaper),
    bumpMap: bumpTexture(256, 4, noise(3, 32, 3)),
    bumpScale: 0.25,
    roughness: 0.92,
    specularIntensity: 0.35,
  }),
  card: () => ({
    color: 0xc9a877,
    bumpMap: bumpTexture(256, 6, noise(19, [24, 48], 3)),
    bumpScale: 0.2,
    roughness: 0.88,
    specularIntensity: 0.3,
  }),
  silk: () => ({
    color: 0x16705c,
    bumpMap: bumpTexture(128, [20, 4], noise(5, [64, 4], 1)),
    bumpScale: 0.05,
    roughness: 0.34,
    anisotropy: 0.8,
    anisotropyRotation: Math.PI / 2,
    specularColor: 0xd6ffe9,
    sheen: 1,
    sheenRoughness: 0.28,
    sheenColor: 0x8fe0bd,
    mirrors: 0.35,
    fuzz: [0.03, 0.1, 0.08],
  }),
  denim: () => ({
    map: colorTexture(192, 14, denimColor),
    bumpMap: bumpTexture(192, 14, twillWeave(24)),
    bumpScale: 0.8,
    roughness: 0.95,
    sheen: 0.25,
    sheenRoughness: 0.8,
    sheenColor: 0x9db4d6,
    back: [0.5, 0.56, 0.63, 0.75],
    fuzz: [0.07, 0.09, 0.12],
  }),
  canvas: () => ({
    map: colorTexture(256, 12, canvasColor),
    bumpMap: bumpTexture(256, 12, plainWeave(12)),
    bumpScale: 1.6,
    roughness: 1,
    specularIntensity: 0.3,
    fuzz: [0.1, 0.09, 0.08],
  }),
  wool: () => ({
    map: colorTexture(256, 9, tweedColor),
    bumpMap: bumpTexture(256, 18, noise(11, 24, 4)),
    bumpScale: 2.2,
    roughness: 1,
    specularIntensity: 0.15,
    sheen: 1,
    sheenRoughness: 0.9,
    sheenColor: 0xb9a58c,
    fuzz: [0.26, 0.23, 0.19],
  }),
  rubber: () => ({
    color: 0x17181a,
    bumpMap: bumpTexture(128, 30, noise(13, 32, 2)),
    bumpScale: 0.12,
    roughness: 0.48,
    mirrors: 0.25,
  }),
  foil: () => ({
    color: 0xe9ebee,
    metalness: 1,
    roughness: 0.24,
    bumpMap: bumpTexture(512, 1, crumpledHeight()),
    bumpScale: 2.5,
    mirrors: 1.1,
  }),
  net: () => ({
    map: colorTexture(256, 7, netColor),
    bumpMap: bumpTexture(256, 7, (x, y) => 1 - Math.min(1, cordDistance(x, y) / NET_CORD)),
    bumpScale: 1.5,
    alphaTest: 0.35,
    alphaToCoverage: true,
    roughness: 0.8,
    sheen: 0.3,
    sheenColor: 0x9fc7c0,
    fuzz: [0.05, 0.09, 0.08],
  }),
};

/** Other materials are a plain weave with a color derived from the name. */
function plainLook(name: string): Look {
  const hue = Math.floor(360 * randomAt(name.length, name.charCodeAt(0), name.charCodeAt(1)));
  return {
    map: drawnTexture(16, 1, (context) => {
      context.fillStyle = `hsl(${hue} 45% 45%)`;
      context.fillRect(0, 0, 16, 16);
    }),
    bumpMap: bumpTexture(64, 90, plainWeave(4)),
    bumpScale: 0.6,
    roughness: 0.85,
    sheen: 0.4,
    sheenRoughness: 0.6,
    fuzz: [0.1, 0.1, 0.1],
  };
}

/** Returns the three.js material for a preset, drawn on both sides. */
export function lookOf(
  name: string,
  room: () => NonNullable<MeshPhysicalMaterialParameters["envMap"]>,
): MeshPhysicalMaterial {
  const { back, fuzz, mirrors, ...look } = LOOKS[name]?.() ?? plainLook(name);
  const mirror = mirrors === undefined ? {} : { envMap: room(), envMapIntensity: mirrors };
  const material = new MeshPhysicalMaterial({ side: DoubleSide, ...look, ...mirror });
  shadeAsCloth(material, { ...(back && { back }), ...(fuzz && { fuzz }) });
  return material;
}

function drawCheck(context: CanvasRenderingContext2D): void {
  const size = context.canvas.width;
  context.fillStyle = "#b8412f";
  context.fillRect(0, 0, size, size);
  const cell = size / 12;
  const bands: [number, number, string][] = [
    [0, 0.5, "rgb(120 26 26 / 45%)"],
    [0.62, 0.06, "rgb(250 236 214 / 70%)"],
    [0.82, 0.06, "rgb(250 236 214 / 70%)"],
  ];
  for (let i = 0; i < 12; i++) {
    for (const [start, width, color] of bands) {
      context.fillStyle = color;
      context.fillRect((i + start) * cell, 0, width * cell, size);
      context.fillRect(0, (i + start) * cell, size, width * cell);
    }
  }
}

/** A ruled page of an exercise book. */
function drawRuledPaper(context: CanvasRenderingContext2D): void {
  const size = context.canvas.width;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = "rgb(70 120 190 / 60%)";
  for (let y = 110; y < size - 20; y += 38) context.fillRect(0, y, size, 3);
  context.fillStyle = "rgb(205 60 70 / 70%)";
  context.fillRect(130, 0, 4, size);
}

/** Indigo warp over white weft, in threads of slightly different blue. */
function denimColor(x: number, y: number): [number, number, number] {
  const [column, row] = [Math.floor(x * 24), Math.floor(y * 24)];
  const shade =
    0.85 + 0.3 * randomAt(7, column, isWarpInTwill(column, row) ? Math.floor(row / 6) : 0);
  return isWarpInTwill(column, row)
    ? [38 * shade, 62 * shade, 112 * shade]
    : [118 * shade, 140 * shade, 172 * shade];
}

/** Coarse threads of undyed yarn, with the shadow between them. */
function canvasColor(x: number, y: number): [number, number, number] {
  const height = plainWeave(12)(x, y);
  const [column, row] = [Math.floor(x * 12), Math.floor(y * 12)];
  const thread = (column + row) % 2 === 0 ? randomAt(8, column, 0) : randomAt(9, row, 1);
  const shade = 0.62 + 0.38 * Math.sqrt(height) + 0.12 * (thread - 0.5);
  return [214 * shade, 196 * shade, 160 * shade];
}

/** Herringbone in two browns, with flecks. */
function tweedColor(x: number, y: number): [number, number, number] {
  const threads = 32;
  const [column, row] = [Math.floor(x * threads), Math.floor(y * threads)];
  const stripe = Math.floor(column / 8) % 2 === 0 ? column : -column;
  const isLight = (((stripe + row) % 4) + 4) % 4 < 2;
  const fleck = randomAt(21, column, row);
  const fuzz = 0.8 + 0.4 * randomAt(22, Math.floor(x * 256), Math.floor(y * 256));
  if (fleck > 0.985) return [190 * fuzz, 120 * fuzz, 50 * fuzz];
  return isLight ? [142 * fuzz, 124 * fuzz, 103 * fuzz] : [70 * fuzz, 58 * fuzz, 49 * fuzz];
}

/** Half the width of the cords of a net, and radius of its knots, as fractions of a tile with four meshes. */
const NET_CORD = 0.042;
const NET_KNOT = 0.07;

/** Distance to the nearest of four lines. */
function toLine(t: number): number {
  return Math.abs(4 * t - Math.round(4 * t)) / 4;
}

/** Distance to the center of the nearest cord. Knots count as nearer. */
function cordDistance(x: number, y: number): number {
  const [across, up] = [toLine(x), toLine(y)];
  const knot = (Math.hypot(across, up) * NET_CORD) / NET_KNOT;
  return Math.min(across, up, knot);
}

/** Dark green cords with knots, and holes between them. */
function netColor(x: number, y: number): [number, number, number, number] {
  const distance = cordDistance(x, y) / NET_CORD;
  const twist = 0.85 + 0.3 * randomAt(31, Math.floor((x + y) * 96), 0);
  const alpha = 255 * Math.min(1, Math.max(0, 3.5 - 3 * distance));
  return [26 * twist, 84 * twist, 78 * twist, alpha];
}

/** Large and small creases. */
function crumpledHeight(): (x: number, y: number) => number {
  const [large, small] = [facets(17, 70), facets(18, 300)];
  return (x, y) => 0.82 * large(x, y) + 0.18 * small(x, y);
}
