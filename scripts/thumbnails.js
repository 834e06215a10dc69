// npm run thumbnails: runs scenes in the lab up to a characteristic time and takes their thumbnails for the gallery.
// npm run thumbnails -- flag zip: only these scenes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LabPage, requestedNames, withLab } from "./lab-page.js";
import { root } from "./setup.js";
import { MOMENTS } from "./thumbnail-moments.js";

const FOLDER = join(root, "lab", "public", "thumbnails");
/** Twice the size of the thumbnails, for antialiasing. */
const VIEWPORT = { width: 512, height: 320 };
/** Used during the run, because software rendering slows down the simulation. */
const SMALL_VIEWPORT = { width: 96, height: 60 };
const [WIDTH, HEIGHT] = [256, 160];
const QUALITY = 0.9;
/** Time after the first tear, s. */
const AFTER_TEAR = 0.35;
/** Fraction of the duration, if nothing tears. */
const DEFAULT_FRACTION = 0.7;
/** Zoom factor relative to the initial view. */
const ZOOM = 1.3;

/** Names and durations of the requested library scenes. */
function scenes() {
  const folder = join(root, "scenes");
  const all = readdirSync(folder)
    .filter((file) => file.endsWith(".json") && !file.endsWith(".schema.json"))
    .map((file) => file.replace(/\.json$/, ""));
  return requestedNames("thumbnails", all).map((name) => ({
    name,
    duration: JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")).duration ?? 4,
  }));
}

/** Runs until a time, or until `afterTear` seconds after the first tear if that is earlier. */
function runTo(page, at, afterTear) {
  return page.evaluate(
    async ([at, afterTear]) => {
      const { tatterLab } = globalThis;
      let end = at - 1e-6;
      while (tatterLab.stats.time < end && (await tatterLab.advance(1)) === 1) {
        const { time, tears } = tatterLab.stats;
        if (tears > 0) end = Math.min(end, time + afterTear);
        if (tears > 0) afterTear = Infinity;
      }
    },
    [at, afterTear],
  );
}

/** Scales a screenshot down to a WebP thumbnail, in the browser. */
async function thumbnailOf(page, screenshot) {
  const dataUrl = await page.evaluate(
    async ([data, width, height, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      return canvas.toDataURL("image/webp", quality);
    },
    [screenshot.toString("base64"), WIDTH, HEIGHT, QUALITY],
  );
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}

async function take({ browser, url }, { name, duration }) {
  const moment = MOMENTS[name];
  const { at = DEFAULT_FRACTION * duration, zoom = ZOOM, drags = [] } = moment ?? {};
  const lab = await LabPage.open(browser, `${url}?scene=${name}&lockstep`, VIEWPORT);
  const { page } = lab;
  if (zoom !== 1) await lab.zoom(zoom);
  if (drags.length === 0) await page.setViewportSize(SMALL_VIEWPORT);
  await runTo(page, at, moment?.at === undefined ? AFTER_TEAR : Infinity);
  for (const drag of drags) await lab.drag(drag);
  await page.setViewportSize(VIEWPORT);
  await page.waitForTimeout(1000); // until it is redrawn
  const image = await thumbnailOf(page, await page.screenshot());
  writeFileSync(join(FOLDER, `${name}.webp`), image);
  const { time, tears } = await page.evaluate(() => globalThis.tatterLab.stats);
  console.log(`${name}: at ${time.toFixed(2)} s, ${tears} tears, ${image.length} bytes`);
  await page.close();
}

mkdirSync(FOLDER, { recursive: true });
await withLab(async (lab) => {
  for (const scene of scenes()) await take(lab, scene);
});
