// npm run picture: tears the curtain of the lab with the mouse and takes the README's moving image.
// npm run picture -- materials: hangs and tears a sheet of every material, for docs/materials.md.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { withLab } from "./lab-page.js";
import { takeMaterials } from "./material-images.js";
import { takeMovingImage } from "./moving-image.js";
import { root, SetupError } from "./setup.js";

const FOLDER = join(root, "docs", "images");

const [what = "tearing", ...names] = process.argv.slice(2);
const takes = {
  tearing: (lab) => takeMovingImage(lab, FOLDER),
  materials: (lab) => takeMaterials(lab, FOLDER, names),
};
if (!Object.hasOwn(takes, what)) {
  throw new SetupError(`npm run picture -- ${what}: expected ${Object.keys(takes).join(" or ")}`);
}
mkdirSync(FOLDER, { recursive: true });
await withLab(takes[what]);
