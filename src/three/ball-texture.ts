import {
  Color,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  SRGBColorSpace,
  type ColorRepresentation,
} from "three";

const WIDTH = 256;
const HEIGHT = 128;
/** Stripes of each color around the ball, and the fraction of the height that each pole covers. */
const STRIPES = 3;
const POLE = 0.09;

/** A beach ball texture with stripes from pole to pole in two alternating colors, which makes the rolling visible. */
export function ballTexture(
  first: ColorRepresentation = 0xf3ead9,
  second: ColorRepresentation = 0x2f7f86,
): DataTexture {
  const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
  const colors = [first, second].map((color) => bytesOf(new Color(color)));
  for (let y = 0; y < HEIGHT; y++) {
    const height = (y + 0.5) / HEIGHT;
    const isPole = height < POLE || height > 1 - POLE;
    for (let x = 0; x < WIDTH; x++) {
      const isSecond = isPole || Math.floor((2 * STRIPES * x) / WIDTH) % 2 === 1;
      pixels.set(colors[isSecond ? 1 : 0]!, 4 * (y * WIDTH + x));
    }
  }
  const texture = new DataTexture(pixels, WIDTH, HEIGHT);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

function bytesOf(color: Color): number[] {
  const hex = color.getHex(SRGBColorSpace);
  return [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255];
}
