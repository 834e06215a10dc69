// How Vite serves an example that is a page. It stands here and not beside the page, because the published examples run on
// the published library.
import { join } from "node:path";
import { root } from "./setup.js";
import { sourceAliases } from "./source-aliases.js";

/**
 * @param {string} name Of its folder.
 * @returns {import("vite").InlineConfig}
 */
export function exampleConfig(name) {
  return {
    configFile: false,
    root: join(root, "examples", name),
    cacheDir: join(root, "node_modules", ".vite", `example-${name}`),
    resolve: { alias: sourceAliases },
    server: { fs: { allow: [root] } },
  };
}
