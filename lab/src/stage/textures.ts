import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from "three";

/** Red, green, blue and alpha, from 0 to 255. */
type Pixel = readonly [red: number, green: number, blue: number, alpha?: number];

/** Repetitions along the width and the height of a sheet. */
type Repeat = number | readonly [u: number, v: number];

/** Creates a color texture with canvas drawing commands. */
export function drawnTexture(
  size: number,
  repeat: Repeat,
  draw: (context: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const { canvas, context } = canvasOf(size);
  draw(context);
  return colors(textureOf(canvas, repeat));
}

/** Creates a color texture per pixel. x and y are in [0, 1). */
export function colorTexture(
  size: number,
  repeat: Repeat,
  color: (x: number, y: number) => Pixel,
): CanvasTexture {
  return colors(textureOf(canvasFrom(size, color), repeat));
}

/** Creates a bump map from heights from 0 to 1. x and y are in [0, 1). */
export function bumpTexture(
  size: number,
  repeat: Repeat,
  height: (x: number, y: number) => number,
): CanvasTexture {
  const gray = (x: number, y: number): Pixel => {
    const value = 255 * height(x, y);
    return [value, value, value];
  };
  return textureOf(canvasFrom(size, gray), repeat);
}

/** Returns the heights of a plain weave with this number of threads along each side. */
export function plainWeave(threads: number): (x: number, y: number) => number {
  return (x, y) => {
    const [column, row] = [Math.floor(x * threads), Math.floor(y * threads)];
    return threadHeight(x * threads - column, y * threads - row, (column + row) % 2 === 0);
  };
}

/** True if the warp thread is on top in a twill: over two, under one, shifted by one in each row. */
export function isWarpInTwill(column: number, row: number): boolean {
  return (((column - row) % 3) + 3) % 3 !== 0;
}

/** Returns the heights of a twill. The number of threads must be a multiple of three. */
export function twillWeave(threads: number): (x: number, y: number) => number {
  return (x, y) => {
    const [column, row] = [Math.floor(x * threads), Math.floor(y * threads)];
    return threadHeight(x * threads - column, y * threads - row, isWarpInTwill(column, row));
  };
}

/** A thread has a round cross-section. The lower thread is darker. */
function threadHeight(x: number, y: number, isUpright: boolean): number {
  const across = isUpright ? x : y;
  const along = isUpright ? y : x;
  const round = 1 - (2 * across - 1) ** 2;
  return (isUpright ? 1 : 0.85) * round * (0.75 + 0.25 * (1 - (2 * along - 1) ** 2));
}

/** Returns tileable value noise from 0 to 1. `cells` is the number of cells of the coarsest octave along each side. */
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

/** Returns the heights of a crumpled sheet: flat faces with random slopes. */
export function facets(seed: number, count: number): (x: number, y: number) => number {
  const sites = Array.from({ length: count }, (_, i) => ({
    x: randomAt(seed, i, 0),
    y: randomAt(seed, i, 1),
    leanX: randomAt(seed, i, 2) - 0.5,
    leanY: randomAt(seed, i, 3) - 0.5,
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

/** Shortest distance on a tile. */
function wrapped(distance: number): number {
  return distance - Math.round(distance);
}

function lattice(seed: number, x: number, y: number, columns: number, rows: number): number {
  const [column, row] = [Math.floor(x * columns), Math.floor(y * rows)];
  const [s, t] = [smooth(x * columns - column), smooth(y * rows - row)];
  const at = (i: number, k: number): number =>
    randomAt(seed, (column + i) % columns, (row + k) % rows);
  const low = at(0, 0) + s * (at(1, 0) - at(0, 0));
  const high = at(0, 1) + s * (at(1, 1) - at(0, 1));
  return low + t * (high - low);
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Hashes three integers to a number from 0 to 1. */
export function randomAt(seed: number, i: number, k: number): number {
  let h = Math.imul(seed, 374761393) ^ Math.imul(i, 668265263) ^ Math.imul(k, 2147483647 - 1013);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 15), 2246822519 | 0);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

function canvasFrom(size: number, color: (x: number, y: number) => Pixel): HTMLCanvasElement {
  const { canvas, context } = canvasOf(size);
  const image = context.createImageData(size, size);
  for (let i = 0; i < size * size; i++) {
    const [red, green, blue, alpha = 255] = color((i % size) / size, Math.floor(i / size) / size);
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

function colors(texture: CanvasTexture): CanvasTexture {
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function canvasOf(size: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  return { canvas, context: canvas.getContext("2d")! };
}
