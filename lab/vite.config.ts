import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { sourceAliases } from "../scripts/source-aliases.js";

/** The lab runs on the sources of the library, so that a change in a room shows at once. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "./", // works from any folder of a static host
  resolve: { alias: sourceAliases },
  server: { fs: { allow: [".."] } },
  worker: { format: "es" },
  build: { target: "es2023", chunkSizeWarningLimit: 1500 },
});
