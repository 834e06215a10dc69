import { chromium, type Page } from "playwright";
import { createServer, type InlineConfig } from "vite";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.js";

/** Of a browser; null: there is none on this machine. */
export const executablePath = process.env["TATTER_CHROMIUM"] ?? findChromium();

export const LAB: InlineConfig = { configFile: "lab/vite.config.ts" };

/** ms: no test measures time, so this is only there to end what hangs. */
const PATIENCE = 90_000;
/** ms: what a page does by itself (files, other threads) takes less, however busy the machine is. */
const LONG_ENOUGH = 30_000;
/** ms from picture to picture, of the page's own clock. */
const PICTURE = 16;

export interface Viewport {
  width: number;
  height: number;
  /**
   * Pixels that are drawn for one of the page; default a half: without a graphics card drawing takes most of the time, and what is
   * tested is seldom in the fine print.
   */
  sharpness?: number;
}

/** A page of a real browser whose clock stands still, so that the speed of the machine does not matter. */
export interface OpenedPage {
  page: Page;
  /** Errors of the page. */
  problems: string[];
  /** Lets the page draw so many pictures, one after each interval of its clock. */
  draw: (pictures?: number) => Promise<void>;
  close: () => Promise<void>;
}

export async function openPage({
  sharpness: deviceScaleFactor = 0.5,
  ...viewport
}: Viewport): Promise<OpenedPage> {
  const problems: string[] = [];
  const browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport, deviceScaleFactor });
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  return {
    page,
    problems,
    async draw(pictures = 1) {
      for (let i = 0; i < pictures; i++) await page.clock.runFor(PICTURE);
    },
    close: () => browser.close(),
  };
}

/** Serves pages from their sources, as a developer does. */
export async function servePages(
  config: InlineConfig,
): Promise<{ address: string; close: () => Promise<void> }> {
  const server = await createServer({
    ...config,
    logLevel: "error",
    server: { ...config.server, port: 0, hmr: false, watch: null },
  });
  await server.listen();
  return { address: server.resolvedUrls!.local[0]!, close: () => server.close() };
}

/**
 * Waits for a state: looks, then lets the page go on by a moment, again and again. It gives up after many looks and a long
 * time, whichever comes last.
 */
export async function waitFor(
  isSo: () => Promise<boolean>,
  goOn: () => Promise<unknown>,
  looks: number,
): Promise<void> {
  const end = Date.now() + LONG_ENOUGH;
  for (let look = 0; look < looks || Date.now() < end; look++) {
    if (await isSo()) return;
    await goOn();
  }
  throw new Error(`waited in vain: not so after ${looks} looks`);
}
