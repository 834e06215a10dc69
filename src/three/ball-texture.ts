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
/** Stripes of each colour around the ball, and how much of its height a pole takes at each end. */
const STRIPES = 3;
const POLE = 0.09;

/** The pattern of a beach ball: stripes from pole to pole, of two colours in turn, so that it can be seen to roll. */
export function ballTexture(
  first: ColorRepresentation = 0xf3ead9,
  second: ColorRepresentation = 0x2f7f86,
): DataTexture {
  const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
  const colours = [first, second].map((colour) => bytesOf(new Color(colour)));
  for (let y = 0; y < HEIGHT; y++) {
    const height = (y + 0.5) / HEIGHT;
    const isPole = height < POLE || height > 1 - POLE;
    for (let x = 0; x < WIDTH; x++) {
      const isSecond = isPole || Math.floor((2 * STRIPES * x) / WIDTH) % 2 === 1;
      pixels.set(colours[isSecond ? 1 : 0]!, 4 * (y * WIDTH + x));
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

function bytesOf(colour: Color): number[] {
  const hex = colour.getHex(SRGBColorSpace);
  return [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255];
}
