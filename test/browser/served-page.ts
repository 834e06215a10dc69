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

/** An empty page of a real browser, and what vite serves; errors of the page are added to `problems`. */
export async function servePage(
  config: InlineConfig,
  viewport: { width: number; height: number },
  problems: string[],
): Promise<ServedPage> {
  const server = await createServer({
    ...config,
    logLevel: "error",
    server: { ...config.server, port: 0 },
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath: executablePath!, args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  return { page, address: server.resolvedUrls!.local[0]!, close };
}
