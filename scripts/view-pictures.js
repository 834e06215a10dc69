// node scripts/view-pictures.js: renews test/browser/pictures, which the views of the lab are compared with.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decode } from "fast-png";
import { LabPage, withLab } from "./lab-page.js";
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

/** Lets a page of the lab show the cloth at the step of the pictures, and nothing else. */
export async function standStill(page) {
  await page.evaluate(async (frame) => {
    const slider = document.querySelector("#rewind");
    while (!(Number(slider.max) >= frame)) await new Promise((resolve) => setTimeout(resolve, 50));
    slider.value = String(frame);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, FRAME);
  await page.addStyleTag({ content: BARE });
  // The lab keeps the cloth to what the controls leave free, which is all now: the first view is another one.
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.keyboard.press("v");
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
  await page.goto(address + SCENE);
  await new LabPage(page).simulated(FRAME / 60);
  await standStill(page);
  for (const [i, view] of VIEW_NAMES.entries()) {
    await page.keyboard.press(String(i + 1));
    writeFileSync(pathOf(view), await settledPicture(page));
    console.log(pathOf(view));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await withLab(renew);
