import { chromium, type Page } from "playwright";
import { createServer, type InlineConfig } from "vite";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.js";

/** Path of the browser. Null: none is installed. */
export const executablePath = process.env["TATTER_CHROMIUM"] ?? findChromium();

export const LAB: InlineConfig = { configFile: "lab/vite.config.ts" };

/** Timeout of page actions, ms. No test measures time, so it only ends tests that hang. */
const TIMEOUT = 90_000;
/** Minimum time to wait for a condition, ms. Loading files and other threads take less. */
const MIN_WAIT = 30_000;
/** Frame interval of the page's clock, ms. */
const FRAME_INTERVAL = 16;

export interface Viewport {
  width: number;
  height: number;
  /** Device pixel ratio. Default 0.5, because software rendering is slow and most tests need no details. */
  pixelRatio?: number;
}

/** A page of a real browser with a stopped clock, so that the speed of the machine does not matter. */
export interface OpenedPage {
  page: Page;
  /** Errors of the page. */
  problems: string[];
  /** Draws frames, one per interval of the page's clock. */
  draw: (frames?: number) => Promise<void>;
  close: () => Promise<void>;
}

export async function openPage({
  pixelRatio: deviceScaleFactor = 0.5,
  ...viewport
}: Viewport): Promise<OpenedPage> {
  const problems: string[] = [];
  const browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport, deviceScaleFactor });
  page.setDefaultTimeout(TIMEOUT);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  return {
    page,
    problems,
    async draw(frames = 1) {
      for (let i = 0; i < frames; i++) await page.clock.runFor(FRAME_INTERVAL);
    },
    close: () => browser.close(),
  };
}

/** Serves pages from their sources, with the Vite development server. */
export async function servePages(
  config: InlineConfig,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await createServer({
    ...config,
    logLevel: "error",
    server: { ...config.server, port: 0, hmr: false, watch: null },
  });
  await server.listen();
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}

/**
 * Waits for a condition: checks it and lets the page continue, repeatedly. Fails after `maxChecks` checks and a long time,
 * whichever comes last.
 */
export async function waitFor(
  condition: () => Promise<boolean>,
  advance: () => Promise<unknown>,
  maxChecks: number,
): Promise<void> {
  const end = Date.now() + MIN_WAIT;
  for (let check = 0; check < maxChecks || Date.now() < end; check++) {
    if (await condition()) return;
    await advance();
  }
  throw new Error(`timed out: the condition does not hold after ${maxChecks} checks`);
}
