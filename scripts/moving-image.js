// The moving image of the README: the lab in lockstep, so that it is the same on every machine, encoded as a GIF.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode } from "fast-png";
import gifenc from "gifenc";
import { LabPage } from "./lab-page.js";

const { applyPalette, GIFEncoder, quantize } = gifenc;

const SIZE = { width: 560, height: 350 };
/** Steps of 1/60 s between two frames of the image, and the time that a frame is shown, ms. */
const STEPS_PER_FRAME = 4;
const FRAME_MS = 66;
const COLORS = 96;
/** The mouse goes through these points, as fractions of the page, in so many frames each; null: it lets go. */
const DRAG = [
  { to: [0.45, 0.62], frames: 4 },
  { to: [0.44, 0.72], frames: 8 },
  { to: [0.36, 0.9], frames: 12 },
  { to: null, frames: 10 },
  { to: [0.62, 0.5], frames: 1 },
  { to: [0.66, 0.66], frames: 8 },
  { to: [0.74, 0.88], frames: 12 },
  { to: null, frames: 14 },
];

/** Takes docs/images/tearing.gif. */
export async function takeMovingImage({ browser, url }, folder) {
  const lab = await LabPage.open(browser, `${url}?lockstep`, SIZE, true);
  const { page } = lab;
  await page.waitForFunction(() => globalThis.tatterLab?.isLoading === false);
  await page.evaluate(async () => {
    await globalThis.tatterLab.advance(150);
    for (let i = 0; i < 30; i++) await new Promise(requestAnimationFrame); // the view has settled
  });
  const frames = [];
  let at = DRAG[0].to;
  let isDown = false;
  await page.mouse.move(at[0] * SIZE.width, at[1] * SIZE.height);
  for (const { to, frames: count } of DRAG) {
    if (to === null) {
      await page.mouse.up();
      isDown = false;
    } else if (!isDown) {
      await page.mouse.move(to[0] * SIZE.width, to[1] * SIZE.height);
      await page.mouse.down();
      isDown = true;
      at = to;
    }
    for (let k = 1; k <= count; k++) {
      if (to !== null) {
        const [x, y] = [0, 1].map((i) => at[i] + ((to[i] - at[i]) * k) / count);
        await page.mouse.move(x * SIZE.width, y * SIZE.height);
      }
      await page.evaluate(async (steps) => {
        await globalThis.tatterLab.advance(steps);
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      }, STEPS_PER_FRAME);
      frames.push(pixelsOf(await page.screenshot({ type: "png" })));
    }
    if (to !== null) at = to;
  }
  const bytes = encode(frames);
  const path = join(folder, "tearing.gif");
  writeFileSync(path, bytes);
  console.log(`${await lab.stat("tears")} tears, ${Math.round(bytes.length / 1000)} kB: ${path}`);
}

/** Red, green, blue and alpha of a PNG. */
function pixelsOf(png) {
  const { width, height, data, channels } = decode(png);
  const rgba = new Uint8Array(4 * width * height).fill(255);
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < 3; k++) rgba[4 * i + k] = data[channels * i + k];
  }
  return rgba;
}

/** One palette for all frames, so that what stands still does not flicker. */
function encode(frames) {
  const sample = [0.1, 0.5, 0.9].map((part) => frames[Math.floor(part * frames.length)]);
  const all = new Uint8Array(sample.length * sample[0].length);
  for (const [i, pixels] of sample.entries()) all.set(pixels, i * pixels.length);
  const palette = quantize(all, COLORS);
  const gif = GIFEncoder();
  for (const pixels of frames) {
    const index = applyPalette(pixels, palette);
    gif.writeFrame(index, SIZE.width, SIZE.height, { palette, delay: FRAME_MS });
  }
  gif.finish();
  return gif.bytes();
}
