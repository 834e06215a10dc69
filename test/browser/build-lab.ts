import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { executablePath, LAB } from "./served-page.js";
import { hostFolder } from "./static-host.js";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the built lab. Empty: no browser is installed. */
    labUrl: string;
  }
}

/** Builds the lab once for all page tests, and serves it like a plain file host, under a sub-path. */
export default async function serveBuiltLab(project: TestProject): Promise<() => Promise<void>> {
  if (!executablePath) {
    project.provide("labUrl", "");
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "tatter-lab-"));
  await build({ ...LAB, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  const host = await hostFolder(folder, "/some/where/");
  project.provide("labUrl", host.address);
  return async () => {
    await host.close();
    await rm(folder, { recursive: true });
  };
}
