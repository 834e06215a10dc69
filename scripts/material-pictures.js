// A sheet of every material, hanging and ripped by the same hand, side by side.
import { join } from "node:path";
import { LabPage } from "./lab-page.js";

const SCENE = "hung-by-corners";
const VIEWPORT = { width: 400, height: 400 };
/** So many times nearer than the first view. */
const NEARER = 1.5;
/** Until it hangs still enough, s. */
const HANGS = 2.5;
/** A notch from the side into the middle, by the knife, and where the hand then pulls, in pixels of the page. */
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
 * @param {{ browser: import("playwright").Browser, address: string }} lab
 * @param {string} folder
 * @param {string[]} names Of the materials; none: all that the menu of the lab has.
 */
export async function takeMaterials({ browser, address }, folder, names) {
  const hanging = new Map();
  const torn = new Map();
  for (const name of names.length > 0 ? names : await namesInMenu(browser, address)) {
    const lab = await LabPage.open(browser, `${address}?scene=${SCENE}&material=${name}`, VIEWPORT);
    const take = async () => (await lab.page.screenshot()).toString("base64");
    await lab.simulated(HANGS);
    await lab.approach(NEARER);
    await lab.simulated(0.2);
    hanging.set(name, await take());
    const before = await lab.stat("tears");
    await lab.page.keyboard.press("k");
    await lab.drag(NOTCH, 0.1);
    await lab.page.keyboard.press("h");
    await lab.drag(DRAG, 0.7, () => take().then((picture) => torn.set(name, picture)));
    console.log(
      `${name}: ${before} tears while it hung, ${await lab.stat("tears")} when it was ripped, ` +
        `${await lab.stat("pieces")} pieces, ${await lab.stat("ms")} ms a step`,
    );
    await lab.page.close();
  }
  await compose(browser, hanging, join(folder, "materials-hanging.jpg"));
  await compose(browser, torn, join(folder, "materials-torn.jpg"));
}

async function namesInMenu(browser, address) {
  const { page } = await LabPage.open(browser, address, VIEWPORT);
  const names = await page.locator("#material option").allTextContents();
  await page.close();
  return names.filter((name) => !name.includes(","));
}

/** Three in a row, each with its name. */
async function compose(browser, pictures, path) {
  const columns = Math.min(3, pictures.size);
  const page = await browser.newPage({ viewport: { width: 404 * columns - 4, height: 400 } });
  const figures = [...pictures].map(
    ([name, data]) =>
      `<figure><img src="data:image/png;base64,${data}"><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: repeat(${columns}, 400px); gap: 4px; background: #fff }
    figure { position: relative; margin: 0; height: 400px }
    figcaption { position: absolute; left: 14px; top: 10px; font: 600 20px system-ui, sans-serif; color: #2b2622 }
  </style>${figures.join("")}`);
  await page.screenshot({ path, type: "jpeg", quality: 82, fullPage: true });
  await page.close();
  console.log(path);
}
