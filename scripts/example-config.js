// The Vite configuration for an example that is a web page. It is not beside the page, because published examples use
// the published library.
import { join } from "node:path";
import { root } from "./setup.js";
import { sourceAliases } from "./source-aliases.js";

/**
 * @param {string} name Name of the example's folder.
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
