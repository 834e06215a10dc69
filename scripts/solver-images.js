// npm run solver-images: the same scenes with XPBD and with true forces, side by side, for docs/solvers.md.
// npm run solver-images -- rip: only this pair.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { LabPage, requestedNames, withLab } from "./lab-page.js";
import { root } from "./setup.js";

const FOLDER = join(root, "docs", "images");
const SIDE = 400;
const VIEWPORT = { width: SIDE, height: SIDE };
const GAP = 4;
const QUALITY = 80;

/** The two sides of each pair, with their labels. */
const SOLVERS = {
  xpbd: { type: "xpbd" },
  "true forces": { type: "implicit", integrator: "bdf2", linear: "multigrid" },
};

/**
 * `scene`: name of a library scene. `change`: changes it, for both solvers. `time`: moment of the pictures, s.
 * `zoom`: zoom factor relative to the initial view.
 */
const PAIRS = {
  hanging: {
    scene: "hung-by-corners",
    time: 3,
    zoom: 1.35,
    change({ cloths: [cloth] }) {
      cloth.model = "springs";
      cloth.material = { preset: "denim" };
      cloth.mesh.segments = [72, 72];
      for (const pin of cloth.pins) delete pin.motion;
      delete cloth.tearing;
    },
  },
  rip: { scene: "notched-rip", time: 0.8, zoom: 1.35, change() {} },
};

/** Runs a scene in the lab until a moment, and takes a picture. */
async function takePicture({ browser, url }, scene, { time, zoom }) {
  // The page starts with any scene; the changed one is then opened as a file.
  const lab = await LabPage.open(browser, `${url}?scene=slash&lockstep`, VIEWPORT);
  const { page } = lab;
  await page.waitForFunction(() => globalThis.tatterLab?.stats);
  await page.keyboard.press("g"); // opens the gallery
  await page.locator("#own-files").setInputFiles({
    name: `${scene.name}.json`,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(scene)),
  });
  await page.waitForTimeout(1000); // until the file is read
  await page.waitForFunction(() => !globalThis.tatterLab.isLoading);
  await page.keyboard.press("v");
  await page.waitForTimeout(500);
  await lab.zoom(zoom);
  const steps = Math.round(time * (scene.frameRate ?? 60));
  await page.evaluate((steps) => globalThis.tatterLab.advance(steps), steps);
  await page.waitForTimeout(1500); // until it is drawn
  const picture = (await page.screenshot()).toString("base64");
  const { tears, pieces } = await page.evaluate(() => globalThis.tatterLab.stats);
  console.log(`${scene.name}, ${scene.solver.type}: ${tears} tears, ${pieces} pieces`);
  await page.close();
  return picture;
}

/** Arranges the two pictures of a pair, each with its label. */
async function compose(browser, pictures, path) {
  const width = pictures.size * (SIDE + GAP) - GAP;
  const page = await browser.newPage({ viewport: { width, height: SIDE } });
  const figures = [...pictures].map(
    ([label, data]) =>
      `<figure><img src="data:image/png;base64,${data}"><figcaption>${label}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 0; display: flex; gap: ${GAP}px; background: #fff }
    figure { position: relative; margin: 0; height: ${SIDE}px }
    figcaption { position: absolute; left: 14px; top: 10px; font: 600 18px system-ui, sans-serif; color: #2b2622 }
  </style>${figures.join("")}`);
  await page.screenshot({ path, type: "jpeg", quality: QUALITY });
  await page.close();
  console.log(`${path}: ${statSync(path).size} bytes`);
}

async function takePair(lab, name) {
  const pair = PAIRS[name];
  const pictures = new Map();
  for (const [label, solver] of Object.entries(SOLVERS)) {
    const scene = JSON.parse(readFileSync(join(root, "scenes", `${pair.scene}.json`), "utf8"));
    pair.change(scene);
    scene.solver = solver;
    pictures.set(label, await takePicture(lab, scene, pair));
  }
  await compose(lab.browser, pictures, join(FOLDER, `true-forces-${name}.jpg`));
}

const names = requestedNames("solver-images", Object.keys(PAIRS));
mkdirSync(FOLDER, { recursive: true });
await withLab(async (lab) => {
  for (const name of names) await takePair(lab, name);
});
