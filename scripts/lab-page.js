// The lab in a browser without a window, for scripts that take pictures of it.
import { join } from "node:path";
import { CHROMIUM_FLAGS, ensureChromium, HOW_TO_GET_ONE } from "./chromium.js";
import { root, setUp, SetupError } from "./setup.js";

/** Without what lies around the cloth. */
const ONLY_THE_CLOTH = "#shell { display: none !important }";
/** Parts of a drag between two of its places. */
const PARTS = 6;

/**
 * Sets everything up and serves the lab as long as `use` takes.
 *
 * @param {(lab: { browser: import("playwright").Browser, address: string }) => Promise<void>} use
 */
export async function withLab(use) {
  setUp();
  const executablePath = ensureChromium();
  if (executablePath === null) throw new SetupError(`no browser: ${HOW_TO_GET_ONE}`);
  const { createServer } = await import("vite");
  const { chromium } = await import("playwright");
  const server = await createServer({
    configFile: join(root, "lab", "vite.config.ts"),
    logLevel: "error",
    server: { port: 0, hmr: false, watch: null }, // a change of a file must not start the page anew
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    await use({ browser, address: server.resolvedUrls.local[0] });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** A page of the lab that shows nothing but the cloth, unless told, and what a person does with it. */
export class LabPage {
  /** @param {import("playwright").Page} page */
  constructor(page) {
    this.page = page;
  }

  static async open(browser, address, viewport, isBare = true) {
    const page = await browser.newPage({ viewport });
    await page.goto(address);
    if (isBare) await page.addStyleTag({ content: ONLY_THE_CLOTH });
    return new LabPage(page);
  }

  async stat(name) {
    return Number(await this.page.locator(`[data-stat="${name}"]`).textContent());
  }

  /** Waits so many seconds of the time of the cloth. In one call: a page that draws by software answers slowly. */
  async simulated(seconds) {
    await this.page.evaluate(async (seconds) => {
      const shown = document.querySelector('[data-stat="time"]');
      const until = (Number(shown.textContent) || 0) + seconds;
      while (!(Number(shown.textContent) >= until)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }, seconds);
  }

  /** So many times nearer, from the first view. */
  async approach(times) {
    const { width, height } = this.page.viewportSize();
    await this.page.mouse.move(width / 2, height / 2);
    // The view comes nearer by a twentieth a notch.
    await this.page.mouse.wheel(0, (100 * Math.log(times)) / Math.log(0.95));
  }

  /** Drags by hand from place to place, in pixels of the page; from one to the next takes so many seconds. */
  async drag([start, ...rest], seconds = 0.9, beforeItLetsGo = async () => {}) {
    await this.page.mouse.move(...start);
    await this.page.mouse.down();
    let [x, y] = start;
    for (const [toX, toY] of rest) {
      for (let k = 1; k <= PARTS; k++) {
        await this.page.mouse.move(x + ((toX - x) * k) / PARTS, y + ((toY - y) * k) / PARTS);
        await this.simulated(seconds / PARTS);
      }
      [x, y] = [toX, toY];
    }
    await beforeItLetsGo();
    await this.page.mouse.up();
  }
}
