// Lets a page or a test run on the sources of the library, so that a change shows at once.
import { fileURLToPath } from "node:url";
import { ENTRY_POINTS } from "./entry-points.js";

const sources = fileURLToPath(new URL("../src/", import.meta.url));

export const sourceAliases = Object.entries(ENTRY_POINTS).map(([name, path]) => ({
  find: new RegExp(name === "." ? "^tatter$" : `^tatter/${name}$`),
  replacement: sources + path,
}));
