import { chromium, type Page } from "playwright";
import { createServer, type InlineConfig } from "vite";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/chromium.js";

/** Of a browser; null: there is none on this machine. */
export const executablePath = process.env["TATTER_CHROMIUM"] ?? findChromium();

export const LAB: InlineConfig = { configFile: "lab/vite.config.ts" };

export interface ServedPage {
  page: Page;
  /** Where it is served. */
  address: string;
  close: () => Promise<void>;
}

export interface Viewport {
  width: number;
  height: number;
  /**
   * Pixels that are drawn for one of the page; default a half: without a graphics card drawing takes most of the time, and what is
   * tested is seldom in the fine print.
   */
  sharpness?: number;
}

/** An empty page of a real browser, and what vite serves; errors of the page are added to `problems`. */
export async function servePage(
  config: InlineConfig,
  viewport: Viewport,
  problems: string[],
): Promise<ServedPage> {
  const server = await createServer({
    ...config,
    logLevel: "error",
    server: { ...config.server, port: 0 },
  });
  await server.listen();
  const { page, close } = await openPage(viewport, problems);
  return {
    page,
    address: server.resolvedUrls!.local[0]!,
    async close() {
      await close();
      await server.close();
    },
  };
}

/** An empty page of a real browser; its errors are added to `problems`. */
export async function openPage(
  { sharpness: deviceScaleFactor = 0.5, ...viewport }: Viewport,
  problems: string[],
): Promise<Pick<ServedPage, "page" | "close">> {
  const browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport, deviceScaleFactor });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { page, close: () => browser.close() };
}
