// node scripts/view-pictures.js: renews test/browser/pictures, which the views of the lab are compared with.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decode } from "fast-png";
import { withLab } from "./lab-page.js";
import { root } from "./setup.js";

const FOLDER = join(root, "test", "browser", "pictures");
/** In the order of their keys. */
export const VIEW_NAMES = ["material", "texture", "wireframe", "strain", "pieces"];
/** A sheet that a blade has just gone through: the same at this step on every machine. */
export const SCENE = "?scene=slash";
export const FRAME = 45;
export const VIEWPORT = { width: 800, height: 440 };
const CLIP = { x: 200, y: 75, width: 400, height: 260 };
/** Nothing but the cloth. */
const BARE = "#shell { display: none !important }";
/** Pixels along the sides of the squares whose mean colours are compared. */
const BLOCK = 8;

/**
 * How far a view may be from its stored picture, as the mean difference of squares of 8 × 8 pixels in levels of 255: drivers
 * differ in how they smooth lines and shadows. The nearest two views are three times as far from each other.
 */
export const TOLERANCE = 1.2;

/**
 * Lets a page of the lab show nothing but the cloth, and waits until the page has made room for it. The lab keeps the cloth to
 * what the controls leave free, which is all then: the first view (v) is another one.
 */
export async function hideControls(page) {
  await page.addStyleTag({ content: BARE });
  await resized(page);
}

/** Waits until the page has heard of another size of its parts. Observers are told in the order in which they were made. */
export async function resized(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const last = new ResizeObserver(() => {
          last.disconnect();
          resolve();
        });
        last.observe(document.querySelector("#middle"));
      }),
  );
}

/** @returns {Promise<Buffer>} The cloth as the page shows it, as PNG. */
export function takePicture(page) {
  return page.screenshot({ clip: CLIP });
}

export function pathOf(view) {
  return join(FOLDER, `${view}.png`);
}

export function storedPicture(view) {
  return readFileSync(pathOf(view));
}

/**
 * How far two pictures are from each other: the mean over all squares of 8 × 8 pixels and over red, green and blue of the
 * difference of their means, from 0 to 255. Lines that lie half a pixel elsewhere do not count.
 */
export function difference(first, second) {
  const [a, b] = [blockMeans(first), blockMeans(second)];
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return sum / a.length;
}

function blockMeans(png) {
  const { data, width, height, channels } = decode(png);
  const [columns, rows] = [Math.floor(width / BLOCK), Math.floor(height / BLOCK)];
  const means = new Float64Array(3 * columns * rows);
  for (let y = 0; y < rows * BLOCK; y++) {
    for (let x = 0; x < columns * BLOCK; x++) {
      const block = Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK);
      for (let k = 0; k < 3; k++) {
        means[3 * block + k] += data[channels * (y * width + x) + k] / BLOCK ** 2;
      }
    }
  }
  return means;
}

/** Takes pictures until two in a row are the same. */
async function settledPicture(page) {
  let before = null;
  for (;;) {
    await page.waitForTimeout(700);
    const picture = await takePicture(page);
    if (before !== null && picture.equals(before)) return picture;
    before = picture;
  }
}

async function renew({ browser, address }) {
  mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(`${address}${SCENE}&lockstep`);
  await page.waitForFunction(() => globalThis.tatterLab?.figures);
  await page.evaluate((frame) => globalThis.tatterLab.advance(frame), FRAME);
  await hideControls(page);
  await page.keyboard.press("v");
  for (const [i, view] of VIEW_NAMES.entries()) {
    await page.keyboard.press(String(i + 1));
    writeFileSync(pathOf(view), await settledPicture(page));
    console.log(pathOf(view));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await withLab(renew);
