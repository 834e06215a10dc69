// Aliases that let pages and tests import the library's sources instead of its build.
import { fileURLToPath } from "node:url";
import { ENTRY_POINTS } from "./entry-points.js";

const sources = fileURLToPath(new URL("../src/", import.meta.url));

export const sourceAliases = Object.entries(ENTRY_POINTS).map(([name, path]) => ({
  find: new RegExp(name === "." ? "^tatter$" : `^tatter/${name}$`),
  replacement: sources + path,
}));
