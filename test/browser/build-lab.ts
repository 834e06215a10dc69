import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { executablePath, LAB } from "./served-page.js";
import { hostFolder } from "./static-host.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the built lab is served; empty: there is no browser to open it. */
    labAddress: string;
  }
}

/** Builds the lab once for all tests of its pages, and serves it as a plain file host would, under a sub-path. */
export default async function serveBuiltLab(project: TestProject): Promise<() => Promise<void>> {
  if (!executablePath) {
    project.provide("labAddress", "");
    return async () => {};
  }
  const folder = await mkdtemp(join(tmpdir(), "tatter-lab-"));
  await build({ ...LAB, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  const host = await hostFolder(folder, "/some/where/");
  project.provide("labAddress", host.address);
  return async () => {
    await host.close();
    await rm(folder, { recursive: true });
  };
}
