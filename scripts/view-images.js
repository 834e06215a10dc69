// node scripts/view-images.js: updates the reference images of the lab's views in test/browser/pictures.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decode } from "fast-png";
import { withLab } from "./lab-page.js";
import { root } from "./setup.js";

const FOLDER = join(root, "test", "browser", "pictures");
/** In the order of their keyboard keys. */
export const VIEW_NAMES = ["material", "texture", "wireframe", "strain", "pieces"];
/** A sheet right after a cut. Bit-exact at this frame on every machine. */
export const SCENE = "?scene=slash";
export const FRAME = 45;
export const VIEWPORT = { width: 800, height: 440 };
const CLIP = { x: 200, y: 75, width: 400, height: 260 };
/** A style that hides all controls. */
const CLOTH_ONLY = "#shell { display: none !important }";
/** Side of the blocks whose mean colors are compared, pixels. */
const BLOCK = 8;

/**
 * The largest accepted `difference` between a view and its reference image, in levels of 255. Drivers differ in how
 * they smooth lines and shadows. The two most similar views differ by three times as much.
 */
export const TOLERANCE = 1.2;

/**
 * Hides all controls of a lab page and waits for the new layout. The lab fits the cloth into the area that the controls
 * leave free, so the initial view (v) changes.
 */
export async function hideControls(page) {
  await page.addStyleTag({ content: CLOTH_ONLY });
  await waitForResize(page);
}

/** Waits until the page's resize observers have run. They run in the order of their creation. */
export async function waitForResize(page) {
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

/** @returns {Promise<Buffer>} A screenshot of the cloth, PNG. */
export function takeScreenshot(page) {
  return page.screenshot({ clip: CLIP });
}

export function pathOf(view) {
  return join(FOLDER, `${view}.png`);
}

export function referenceImage(view) {
  return readFileSync(pathOf(view));
}

/**
 * The difference of two images, from 0 to 255: the mean absolute difference of the block means, over all blocks of
 * 8 × 8 pixels and red, green and blue. Lines that are shifted by half a pixel have almost no effect.
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

/** Takes screenshots until two in a row are identical. */
async function settledScreenshot(page) {
  let previous = null;
  for (;;) {
    await page.waitForTimeout(700);
    const image = await takeScreenshot(page);
    if (previous !== null && image.equals(previous)) return image;
    previous = image;
  }
}

async function updateAll({ browser, url }) {
  mkdirSync(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(`${url}${SCENE}&lockstep`);
  await page.waitForFunction(() => globalThis.tatterLab?.stats);
  await page.evaluate((frame) => globalThis.tatterLab.advance(frame), FRAME);
  await hideControls(page);
  await page.keyboard.press("v");
  for (const [i, view] of VIEW_NAMES.entries()) {
    await page.keyboard.press(String(i + 1));
    writeFileSync(pathOf(view), await settledScreenshot(page));
    console.log(pathOf(view));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await withLab(updateAll);
