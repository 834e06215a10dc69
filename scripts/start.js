// npm start: runs the setup and serves the lab.
import { join } from "node:path";
import { serve } from "./serve.js";
import { root } from "./setup.js";

await serve({
  command: "npm start",
  name: "the lab",
  defaultPort: 5173,
  config: { configFile: join(root, "lab", "vite.config.ts") },
});
