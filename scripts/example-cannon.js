// npm run example:cannon: sets everything up and serves the example of cannon-es.
import { exampleConfig } from "./example-config.js";
import { serve } from "./serve.js";

await serve({
  command: "npm run example:cannon",
  name: "the example",
  defaultPort: 5183,
  config: exampleConfig("cannon-es"),
});
