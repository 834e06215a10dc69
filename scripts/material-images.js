// Images of a sheet of every material, hanging and torn by the same drag, side by side.
import { join } from "node:path";
import { LabPage } from "./lab-page.js";

const SCENE = "hung-by-corners";
const VIEWPORT = { width: 400, height: 400 };
/** Side of an image in the result, pixels. */
const SIDE = 300;
/** Zoom factor relative to the initial view. */
const ZOOM = 1.5;
/** Time until the sheet hangs almost still, s. */
const SETTLE_TIME = 2.5;
/** A cut with the knife from the side to the center, then a drag, in pixels of the page. */
const NOTCH = [
  [40, 200],
  [150, 200],
];
const DRAG = [
  [185, 275],
  [175, 330],
  [150, 395],
];

/**
 * Takes materials-hanging.jpg and materials-torn.jpg.
 *
 * @param {{ browser: import("playwright").Browser, url: string }} lab
 * @param {string} folder
 * @param {string[]} names Names of materials; empty: all materials of the lab's menu.
 */
export async function takeMaterials({ browser, url }, folder, names) {
  const hanging = new Map();
  const torn = new Map();
  for (const name of names.length > 0 ? names : await namesInMenu(browser, url)) {
    const lab = await LabPage.open(browser, `${url}?scene=${SCENE}&material=${name}`, VIEWPORT);
    const take = async () => (await lab.page.screenshot()).toString("base64");
    await lab.waitSimulated(SETTLE_TIME);
    await lab.zoom(ZOOM);
    await lab.waitSimulated(0.2);
    hanging.set(name, await take());
    const before = await lab.stat("tears");
    await lab.page.keyboard.press("k");
    await lab.drag(NOTCH, 0.1);
    await lab.page.keyboard.press("h");
    await lab.drag(DRAG, 0.7, () => take().then((image) => torn.set(name, image)));
    console.log(
      `${name}: ${before} tears while hanging, ${await lab.stat("tears")} when torn, ` +
        `${await lab.stat("pieces")} pieces, ${await lab.stat("ms")} ms per step`,
    );
    await lab.page.close();
  }
  await compose(browser, hanging, join(folder, "materials-hanging.jpg"));
  await compose(browser, torn, join(folder, "materials-torn.jpg"));
}

async function namesInMenu(browser, url) {
  const { page } = await LabPage.open(browser, url, VIEWPORT);
  const names = await page.locator("#material option").allTextContents();
  await page.close();
  return names.filter((name) => !name.includes(","));
}

/** Arranges images in rows of five, each with its name. */
async function compose(browser, images, path) {
  const columns = Math.min(5, images.size);
  const width = (SIDE + 4) * columns - 4;
  const page = await browser.newPage({ viewport: { width, height: SIDE } });
  const figures = [...images].map(
    ([name, data]) =>
      `<figure><img src="data:image/png;base64,${data}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, ${SIDE}px); gap: 4px; background: #fff }
    figure { position: relative; margin: 0; height: ${SIDE}px }
    img { width: ${SIDE}px }
    figcaption { position: absolute; left: 12px; top: 8px; font: 600 18px system-ui, sans-serif; color: #2b2622 }
  </style>${figures.join("")}`);
  await page.screenshot({ path, type: "jpeg", quality: 82, fullPage: true });
  await page.close();
  console.log(path);
}
