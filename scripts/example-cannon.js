// npm run example:cannon: runs the setup and serves the cannon-es example.
import { exampleConfig } from "./example-config.js";
import { serve } from "./serve.js";

await serve({
  command: "npm run example:cannon",
  name: "the example",
  defaultPort: 5183,
  config: exampleConfig("cannon-es"),
});
