import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from "three";

/** Red, green, blue and, for holes, how much is there; from 0 to 255. */
type Pixel = readonly [red: number, green: number, blue: number, alpha?: number];

/** How often a texture lies along the width and the height of a sheet. */
type Repeat = number | readonly [u: number, v: number];

/** A texture of colours that is drawn with a brush. */
export function drawnTexture(
  size: number,
  repeat: Repeat,
  draw: (context: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const { canvas, context } = canvasOf(size);
  draw(context);
  return colours(textureOf(canvas, repeat));
}

/** A texture of colours, point by point; x and y go from 0 to under 1. */
export function colourTexture(
  size: number,
  repeat: Repeat,
  colour: (x: number, y: number) => Pixel,
): CanvasTexture {
  return colours(textureOf(canvasFrom(size, colour), repeat));
}

/** Heights from 0 to 1, point by point, as bump; x and y go from 0 to under 1. */
export function bumpTexture(
  size: number,
  repeat: Repeat,
  height: (x: number, y: number) => number,
): CanvasTexture {
  const grey = (x: number, y: number): Pixel => {
    const value = 255 * height(x, y);
    return [value, value, value];
  };
  return textureOf(canvasFrom(size, grey), repeat);
}

/** Heights of a plain weave: so many threads along each side, over and under in turn. */
export function plainWeave(threads: number): (x: number, y: number) => number {
  return (x, y) => {
    const [column, row] = [Math.floor(x * threads), Math.floor(y * threads)];
    return threadHeight(x * threads - column, y * threads - row, (column + row) % 2 === 0);
  };
}

/** Whether a warp thread lies above in a twill: over two, under one, one further in each row, which makes its diagonals. */
export function isWarpInTwill(column: number, row: number): boolean {
  return (((column - row) % 3) + 3) % 3 !== 0;
}

/** Heights of a twill; the number of threads has to be a multiple of three. */
export function twillWeave(threads: number): (x: number, y: number) => number {
  return (x, y) => {
    const [column, row] = [Math.floor(x * threads), Math.floor(y * threads)];
    return threadHeight(x * threads - column, y * threads - row, isWarpInTwill(column, row));
  };
}

/** A thread is round across; the one below is lower. */
function threadHeight(x: number, y: number, isUpright: boolean): number {
  const across = isUpright ? x : y;
  const along = isUpright ? y : x;
  const round = 1 - (2 * across - 1) ** 2;
  return (isUpright ? 1 : 0.85) * round * (0.75 + 0.25 * (1 - (2 * along - 1) ** 2));
}

/** Smooth chance from 0 to 1 that repeats without a seam; `cells` of the coarsest of its octaves along each side. */
export function noise(
  seed: number,
  cells: number | readonly [number, number],
  octaves = 4,
): (x: number, y: number) => number {
  const [across, up] = typeof cells === "number" ? [cells, cells] : cells;
  return (x, y) => {
    let [sum, weight, all] = [0, 1, 0];
    for (let octave = 0; octave < octaves; octave++) {
      const scale = 1 << octave;
      sum += weight * lattice(seed + octave, x, y, across * scale, up * scale);
      all += weight;
      weight /= 2;
    }
    return sum / all;
  };
}

/** Heights of crumpled sheet: flat faces that lean any way. */
export function facets(seed: number, count: number): (x: number, y: number) => number {
  const sites = Array.from({ length: count }, (_, i) => ({
    x: chance(seed, i, 0),
    y: chance(seed, i, 1),
    leanX: chance(seed, i, 2) - 0.5,
    leanY: chance(seed, i, 3) - 0.5,
  }));
  return (x, y) => {
    let [height, nearest] = [0, Infinity];
    for (const site of sites) {
      const [dx, dy] = [wrapped(x - site.x), wrapped(y - site.y)];
      const distance = dx * dx + dy * dy;
      if (distance >= nearest) continue;
      nearest = distance;
      height = 0.5 + Math.sqrt(count) * (site.leanX * dx + site.leanY * dy);
    }
    return Math.min(1, Math.max(0, height));
  };
}

/** The shorter way round. */
function wrapped(distance: number): number {
  return distance - Math.round(distance);
}

function lattice(seed: number, x: number, y: number, columns: number, rows: number): number {
  const [column, row] = [Math.floor(x * columns), Math.floor(y * rows)];
  const [s, t] = [smooth(x * columns - column), smooth(y * rows - row)];
  const at = (i: number, k: number): number =>
    chance(seed, (column + i) % columns, (row + k) % rows);
  const low = at(0, 0) + s * (at(1, 0) - at(0, 0));
  const high = at(0, 1) + s * (at(1, 1) - at(0, 1));
  return low + t * (high - low);
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

/** The same number from 0 to 1 for the same three. */
export function chance(seed: number, i: number, k: number): number {
  let h = Math.imul(seed, 374761393) ^ Math.imul(i, 668265263) ^ Math.imul(k, 2147483647 - 1013);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 15), 2246822519 | 0);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

function canvasFrom(size: number, colour: (x: number, y: number) => Pixel): HTMLCanvasElement {
  const { canvas, context } = canvasOf(size);
  const image = context.createImageData(size, size);
  for (let i = 0; i < size * size; i++) {
    const [red, green, blue, alpha = 255] = colour((i % size) / size, Math.floor(i / size) / size);
    image.data.set([red, green, blue, alpha], 4 * i);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

function textureOf(canvas: HTMLCanvasElement, repeat: Repeat): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  const [u, v] = typeof repeat === "number" ? [repeat, repeat] : repeat;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(u, v);
  texture.anisotropy = 8;
  return texture;
}

function colours(texture: CanvasTexture): CanvasTexture {
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function canvasOf(size: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  return { canvas, context: canvas.getContext("2d")! };
}
