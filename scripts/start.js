// npm start: sets everything up and serves the lab.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root, setUp, SetupError } from "./setup.js";

const DEFAULT_PORT = 5173;
const FORGOTTEN_DASHES = "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";
const HELP = `npm start [-- --port N] [--host]

Sets everything up and serves the lab.
  --port N   the port (default ${DEFAULT_PORT}; without it, the next free one is taken)
  --host     reachable from other machines too`;

function readFlags() {
  const { values } = parseArgs({
    options: {
      port: { type: "string" },
      host: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port > 0 && port < 65536)) {
    throw new SetupError(`--port ${values.port}: expected a number from 1 to 65535`);
  }
  return { port, host: values.host ?? false, help: values.help ?? false };
}

async function serve({ port, host }) {
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: join(root, "lab", "vite.config.ts"),
    logLevel: "warn",
    clearScreen: false,
    server: { port: port ?? DEFAULT_PORT, strictPort: port !== null, host },
  });
  await server.listen();
  const address = server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "";
  if (port === null && !address.endsWith(`:${DEFAULT_PORT}`)) {
    console.log(`Port ${DEFAULT_PORT} is taken, so this is the next free one.`);
  }
  console.log(`The lab is at ${address}`);
  for (const other of server.resolvedUrls?.network ?? []) console.log(`         and at ${other}`);
  console.log("Stop it with Ctrl+C.");
}

function explain(error) {
  const taken = /Port (\d+) is already in use/.exec(error.message);
  if (taken) return `port ${taken[1]} is taken; choose another with: npm start -- --port N`;
  if (error.code === FORGOTTEN_DASHES) return "flags come after two dashes: npm start -- --port N";
  if (error.code?.startsWith("ERR_PARSE_ARGS")) return `${error.message}; see npm start -- --help`;
  return error instanceof SetupError ? error.message : error.stack;
}

try {
  const flags = readFlags();
  if (flags.help) console.log(HELP);
  else {
    setUp();
    await serve(flags);
  }
} catch (error) {
  const line = explain(error);
  console.error(`npm start: ${line}`);
  process.exit(1); // a server that could not listen would keep us alive
}
