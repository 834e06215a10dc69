// npm run picture: rips the curtain of the lab with a mouse, as a person would, and takes the README's picture.
// npm run picture -- materials: hangs and rips a sheet of every material, for docs/materials.md.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LabPage, withLab } from "./lab-page.js";
import { takeMaterials } from "./material-pictures.js";
import { root, SetupError } from "./setup.js";

const FOLDER = join(root, "docs", "images");
/** Where the hand goes, in pixels of the page: each list is one drag. */
const DRAGS = [
  [
    [430, 400],
    [400, 490],
    [330, 610],
  ],
  [
    [610, 300],
    [650, 420],
    [700, 560],
  ],
];

async function takeCurtain({ browser, address }) {
  const lab = await LabPage.open(browser, address, { width: 1200, height: 750 }, false);
  await lab.simulated(4);
  for (const way of DRAGS) {
    await lab.drag(way);
    await lab.simulated(0.5);
  }
  await lab.simulated(1.5);
  const path = join(FOLDER, "torn-curtain.jpg");
  // A machine without a graphics card is slow, which the page would say.
  const style = "#signs { visibility: hidden }";
  await lab.page.screenshot({ path, type: "jpeg", quality: 84, style });
  console.log(`${await lab.stat("tears")} tears, ${await lab.stat("pieces")} pieces: ${path}`);
}

const [what = "curtain", ...names] = process.argv.slice(2);
const takes = { curtain: takeCurtain, materials: (lab) => takeMaterials(lab, FOLDER, names) };
if (!Object.hasOwn(takes, what)) {
  throw new SetupError(`npm run picture -- ${what}: expected ${Object.keys(takes).join(" or ")}`);
}
mkdirSync(FOLDER, { recursive: true });
await withLab(takes[what]);
