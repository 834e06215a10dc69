// npm run picture: rips the curtain of the lab with a mouse, as a person would, and takes the README's picture.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CHROMIUM_FLAGS, ensureChromium, HOW_TO_GET_ONE } from "./chromium.js";
import { root, setUp, SetupError } from "./setup.js";

const FILE = join(root, "docs", "images", "torn-curtain.jpg");
/** Where the hand goes, in pixels of the page: each list is one drag. */
const DRAGS = [
  [
    [330, 420],
    [300, 520],
    [230, 640],
  ],
  [
    [560, 330],
    [600, 460],
    [640, 600],
  ],
];

async function takePicture(executablePath) {
  const { createServer } = await import("vite");
  const { chromium } = await import("playwright");
  const server = await createServer({
    configFile: join(root, "lab", "vite.config.ts"),
    logLevel: "error",
    server: { port: 0 },
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    await page.goto(server.resolvedUrls.local[0]);
    await page.addStyleTag({ content: "header, footer, #panel { visibility: hidden }" });
    const stat = async (name) => Number(await page.locator(`[data-stat="${name}"]`).textContent());
    const simulated = async (seconds) => {
      const until = ((await stat("time")) || 0) + seconds;
      while (!((await stat("time")) >= until)) await page.waitForTimeout(50);
    };
    await simulated(4);
    for (const [start, ...rest] of DRAGS) {
      await page.mouse.move(...start);
      await page.mouse.down();
      let [x, y] = start;
      for (const [toX, toY] of rest) {
        for (let k = 1; k <= 30; k++) {
          await page.mouse.move(x + ((toX - x) * k) / 30, y + ((toY - y) * k) / 30);
          await simulated(0.03);
        }
        [x, y] = [toX, toY];
      }
      await page.mouse.up();
      await simulated(0.5);
    }
    await simulated(1.5);
    mkdirSync(join(FILE, ".."), { recursive: true });
    const clip = { x: 60, y: 40, width: 640, height: 650 }; // the cloth stands left of the panel
    await page.screenshot({ path: FILE, type: "jpeg", quality: 88, clip });
    console.log(`${await stat("tears")} tears, ${await stat("pieces")} pieces: ${FILE}`);
  } finally {
    await browser.close();
    await server.close();
  }
}

setUp();
const executablePath = ensureChromium();
if (executablePath === null) throw new SetupError(`no browser: ${HOW_TO_GET_ONE}`);
await takePicture(executablePath);
