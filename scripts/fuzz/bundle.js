import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { build } from "vite";
import { root } from "../setup.js";
import { sourceAliases } from "../source-aliases.js";

/** Bundles the input generators and the worker process, which import sources of the library and the lab. */
export async function bundle() {
  const outDir = join(root, "node_modules/.tatter-fuzz");
  await build({
    configFile: false,
    logLevel: "error",
    root,
    resolve: { alias: sourceAliases },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      rolldownOptions: {
        input: {
          worker: join(root, "test/fuzz/worker.ts"),
          kinds: join(root, "test/fuzz/kinds.ts"),
        },
        output: { entryFileNames: "[name].mjs" },
      },
    },
  });
  const { KINDS, inputOf } = await import(pathToFileURL(join(outDir, "kinds.mjs")).href);
  return { worker: join(outDir, "worker.mjs"), kinds: Object.keys(KINDS), inputOf };
}
