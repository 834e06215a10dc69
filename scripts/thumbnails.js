// npm run thumbnails: runs scenes in the lab to a telling moment and takes their small pictures for the gallery.
// npm run thumbnails -- flag zip: of these scenes alone.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LabPage, withLab } from "./lab-page.js";
import { root, SetupError } from "./setup.js";
import { MOMENTS } from "./thumbnail-moments.js";

const FOLDER = join(root, "lab", "public", "thumbnails");
/** Twice the size of the pictures, so that they come out smooth. */
const VIEWPORT = { width: 512, height: 320 };
/** While nobody looks: drawing by software takes the time that the cloth needs. */
const BLIND = { width: 96, height: 60 };
const [WIDTH, HEIGHT] = [256, 160];
const QUALITY = 0.9;
/** What a slow solver has done after so long is taken as it is, ms. */
const PATIENCE = 60_000;
/** After the first tear, so that it can be seen, s. */
const TORN = 0.35;
/** Of its duration, where nothing tears. */
const USUAL_PART = 0.7;
/** So many times nearer than the first view. */
const NEARER = 1.3;

/** A scene of the library with what its file says. */
function scenes(names) {
  const folder = join(root, "scenes");
  const all = readdirSync(folder)
    .filter((file) => file.endsWith(".json") && !file.endsWith(".schema.json"))
    .map((file) => file.replace(/\.json$/, ""));
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new SetupError(`npm run thumbnails: no scene "${unknown}"`);
  return (names.length > 0 ? names : all).map((name) => ({
    name,
    duration: JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")).duration ?? 4,
  }));
}

/** Runs until a time, or until a tear is so many seconds old, and pauses there; false: patience was at an end before. */
function runTo(page, at, torn) {
  return page.evaluate(
    async ([at, torn, patience]) => {
      const [time, tears] = ["time", "tears"].map((name) =>
        document.querySelector(`[data-stat="${name}"]`),
      );
      const now = () => Number(time.textContent) || 0;
      const end = performance.now() + patience;
      let until = at;
      let isTorn = false;
      while (performance.now() < end && now() < until) {
        if (!isTorn && torn !== null && Number(tears.textContent) > 0) {
          isTorn = true;
          until = Math.min(until, now() + torn);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const isThere = performance.now() < end;
      dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
      await new Promise((resolve) => setTimeout(resolve, 400));
      // A page that draws by software looks at the time too seldom: go back by as much as it was late.
      const slider = document.querySelector("#rewind");
      const late = now() - until;
      if (isThere && until > 0 && late > 0.02) {
        slider.value = String(Math.round((Number(slider.max) * until) / now()));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isThere;
    },
    [at, torn, PATIENCE],
  );
}

/** A screenshot as a small picture, made by the browser itself. */
async function shrunk(page, screenshot) {
  const address = await page.evaluate(
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
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

async function take({ browser, address }, { name, duration }) {
  const moment = MOMENTS[name];
  const { at = USUAL_PART * duration, nearer = NEARER, drags = [] } = moment ?? {};
  const torn = moment === undefined ? TORN : null;
  const lab = await LabPage.open(browser, `${address}?scene=${name}`, VIEWPORT);
  const { page } = lab;
  await lab.simulated(0.01); // there is something to look at
  if (nearer !== 1) await lab.approach(nearer);
  let isThere = true;
  if (drags.length === 0) await page.setViewportSize(BLIND);
  if (drags.length === 0) isThere = await runTo(page, at, torn);
  else {
    await lab.simulated(at);
    for (const way of drags) await lab.drag(way);
    isThere = await runTo(page, 0, null);
  }
  await page.setViewportSize(VIEWPORT);
  await page.waitForTimeout(1000); // drawn anew
  const picture = await shrunk(page, await page.screenshot());
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
  const early = isThere ? "" : " (patience was at an end)";
  console.log(
    `${name}: at ${await lab.stat("time")} s, ${await lab.stat("tears")} tears, ${picture.length} bytes${early}`,
  );
  await page.close();
}

mkdirSync(FOLDER, { recursive: true });
await withLab(async (lab) => {
  for (const scene of scenes(process.argv.slice(2))) await take(lab, scene);
});
