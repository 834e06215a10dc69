// The lab in a headless browser, for scripts that take images of it.
import { join } from "node:path";
import { CHROMIUM_FLAGS, ensureChromium, CHROMIUM_HINT } from "./chromium.js";
import { root, setUp, SetupError } from "./setup.js";

/** A style that hides all controls. */
const CLOTH_ONLY = "#shell { display: none !important }";
/** Mouse moves between two points of a drag. */
const STEPS_PER_SEGMENT = 6;

/**
 * Runs the setup, and serves the lab while `use` runs.
 *
 * @param {(lab: { browser: import("playwright").Browser, url: string }) => Promise<void>} use
 */
export async function withLab(use) {
  setUp();
  const executablePath = ensureChromium();
  if (executablePath === null) throw new SetupError(`no browser: ${CHROMIUM_HINT}`);
  const { createServer } = await import("vite");
  const { chromium } = await import("playwright");
  const server = await createServer({
    configFile: join(root, "lab", "vite.config.ts"),
    logLevel: "error",
    server: { port: 0, hmr: false, watch: null }, // a changed file must not reload the page
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    await use({ browser, url: server.resolvedUrls.local[0] });
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The arguments of this script, of which each must be one of `names`; all names if there are none. */
export function requestedNames(script, names) {
  const requested = process.argv.slice(2);
  const unknown = requested.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    console.error(`npm run ${script} -- ${unknown}: expected ${names.join(", ")}`);
    process.exit(1);
  }
  return requested.length > 0 ? requested : names;
}

/**
 * A page of the lab, with user actions. By default it shows only the cloth (`isBare`). With `lockstep` in the URL the
 * images are the same on every machine.
 */
export class LabPage {
  /** @param {import("playwright").Page} page */
  constructor(page) {
    this.page = page;
  }

  static async open(browser, url, viewport, isBare = true) {
    const page = await browser.newPage({ viewport });
    await page.goto(url);
    if (new URL(url).searchParams.has("lockstep")) {
      await page.waitForFunction(() => globalThis.tatterLab?.isLoading === false);
      await page.evaluate(() => globalThis.tatterLab.advance(0));
    }
    if (isBare) await page.addStyleTag({ content: CLOTH_ONLY });
    return new LabPage(page);
  }

  async stat(name) {
    return Number(await this.page.locator(`[data-stat="${name}"]`).textContent());
  }

  /** Waits for `seconds` of simulated time. In one call, because a page with software rendering responds slowly. */
  async waitSimulated(seconds) {
    await this.page.evaluate(async (seconds) => {
      if ("tatterLab" in globalThis) {
        const end = tatterLab.stats.time + seconds - 1e-6;
        while (tatterLab.stats.time < end && (await tatterLab.advance(1)) === 1);
        return;
      }
      const shown = document.querySelector('[data-stat="time"]');
      const until = (Number(shown.textContent) || 0) + seconds;
      while (!(Number(shown.textContent) >= until)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }, seconds);
  }

  /** Zooms in by a factor, from the initial view. */
  async zoom(factor) {
    const { width, height } = this.page.viewportSize();
    await this.page.mouse.move(width / 2, height / 2);
    // One notch of the wheel zooms by a twentieth.
    await this.page.mouse.wheel(0, (100 * Math.log(factor)) / Math.log(0.95));
  }

  /** Drags the mouse along points, in pixels of the page; `seconds` of simulated time from one to the next. */
  async drag([start, ...rest], seconds = 0.9, beforeRelease = async () => {}) {
    await this.page.mouse.move(...start);
    await this.page.mouse.down();
    let [x, y] = start;
    for (const [toX, toY] of rest) {
      for (let k = 1; k <= STEPS_PER_SEGMENT; k++) {
        await this.page.mouse.move(
          x + ((toX - x) * k) / STEPS_PER_SEGMENT,
          y + ((toY - y) * k) / STEPS_PER_SEGMENT,
        );
        await this.waitSimulated(seconds / STEPS_PER_SEGMENT);
      }
      [x, y] = [toX, toY];
    }
    await beforeRelease();
    await this.page.mouse.up();
  }
}
