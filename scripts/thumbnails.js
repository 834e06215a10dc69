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
/** The image is taken after this time even if the simulation has not reached the requested time, ms. */
const TIMEOUT_MS = 60_000;
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

/** Runs until a time, or `afterTear` seconds after the first tear, and pauses. Resolves to false after a timeout. */
function runTo(page, at, afterTear) {
  return page.evaluate(
    async ([at, afterTear, timeout]) => {
      const [time, tears] = ["time", "tears"].map((name) =>
        document.querySelector(`[data-stat="${name}"]`),
      );
      const now = () => Number(time.textContent) || 0;
      const end = performance.now() + timeout;
      let until = at;
      let isTorn = false;
      while (performance.now() < end && now() < until) {
        if (!isTorn && afterTear !== null && Number(tears.textContent) > 0) {
          isTorn = true;
          until = Math.min(until, now() + afterTear);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const isInTime = performance.now() < end;
      dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
      await new Promise((resolve) => setTimeout(resolve, 400));
      // A page with software rendering overshoots the time: rewind by the difference.
      const slider = document.querySelector("#rewind");
      const late = now() - until;
      if (isInTime && until > 0 && late > 0.02) {
        slider.value = String(Math.round((Number(slider.max) * until) / now()));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isInTime;
    },
    [at, afterTear, TIMEOUT_MS],
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
  const afterTear = moment === undefined ? AFTER_TEAR : null;
  const lab = await LabPage.open(browser, `${url}?scene=${name}`, VIEWPORT);
  const { page } = lab;
  await lab.waitSimulated(0.01); // until the cloth is visible
  if (zoom !== 1) await lab.zoom(zoom);
  let isInTime = true;
  if (drags.length === 0) await page.setViewportSize(SMALL_VIEWPORT);
  if (drags.length === 0) isInTime = await runTo(page, at, afterTear);
  else {
    await lab.waitSimulated(at);
    for (const drag of drags) await lab.drag(drag);
    isInTime = await runTo(page, 0, null);
  }
  await page.setViewportSize(VIEWPORT);
  await page.waitForTimeout(1000); // until it is redrawn
  const image = await thumbnailOf(page, await page.screenshot());
  writeFileSync(join(FOLDER, `${name}.webp`), image);
  const early = isInTime ? "" : " (timeout)";
  console.log(
    `${name}: at ${await lab.stat("time")} s, ${await lab.stat("tears")} tears, ${image.length} bytes${early}`,
  );
  await page.close();
}

mkdirSync(FOLDER, { recursive: true });
await withLab(async (lab) => {
  for (const scene of scenes()) await take(lab, scene);
});
