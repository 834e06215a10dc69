import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { root } from "../../scripts/setup.js";
import { tidy } from "./timing.js";

/** The size of everything that `import { World } from "tatter"` loads, minified and compressed, must stay below. */
const MAX_KILOBYTES = 110;

const ENTRY = "virtual:entry";

/** Size of a bundle with `World`, minified by Vite: kB as it is, and compressed with gzip at level 9. */
export async function measureBundle() {
  const library = JSON.stringify(join(root, "dist/index.js"));
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? `export { World } from ${library};` : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: "strict" },
    },
  });
  const files = output.map((file) => Buffer.from(file.type === "chunk" ? file.code : file.source));
  return {
    kilobytes: kilobytesOf(files),
    gzipKilobytes: kilobytesOf(files.map((file) => gzipSync(file, { level: 9 }))),
    maxGzipKilobytes: MAX_KILOBYTES,
  };
}

function kilobytesOf(files) {
  return tidy(files.reduce((sum, { length }) => sum + length, 0) / 1000, 1);
}
