// Lets a page or a test run on the sources of the library, so that a change in a room shows at once.
import { fileURLToPath } from "node:url";

const rooms = fileURLToPath(new URL("../src/", import.meta.url));

export const sourceAliases = [
  { find: /^tatter$/, replacement: `${rooms}index.ts` },
  { find: /^tatter\/(\w+)$/, replacement: `${rooms}$1/index.ts` },
];
