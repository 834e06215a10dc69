// Sets everything up and serves one page: what npm start and the examples in the browser share.
import { parseArgs } from "node:util";
import { setUp, SetupError } from "./setup.js";

const FORGOTTEN_DASHES = "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";

/**
 * Reads the flags of the command line and serves, until it is stopped. Ends with status 1 and one line where that fails.
 *
 * @param {object} page
 * @param {string} page.command What is typed for it, for messages.
 * @param {string} page.name What it is called in them.
 * @param {number} page.defaultPort
 * @param {import("vite").InlineConfig} page.config
 */
export async function serve({ command, name, defaultPort, config }) {
  try {
    const flags = readFlags();
    if (flags.help) {
      console.log(`${command} [-- --port N] [--host]

Sets everything up and serves ${name}.
  --port N   the port (default ${defaultPort}; without it, the next free one is taken)
  --host     reachable from other machines too`);
      return;
    }
    setUp();
    await listen({ ...flags, name, defaultPort, config });
  } catch (error) {
    console.error(`${command}: ${explain(error, command)}`);
    process.exit(1); // a server that could not listen would keep us alive
  }
}

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

async function listen({ port, host, name, defaultPort, config }) {
  const { createServer } = await import("vite");
  const server = await createServer({
    ...config,
    logLevel: "warn",
    clearScreen: false,
    server: { ...config.server, port: port ?? defaultPort, strictPort: port !== null, host },
  });
  await server.listen();
  const address = server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "";
  if (port === null && !address.endsWith(`:${defaultPort}`)) {
    console.log(`Port ${defaultPort} is taken, so this is the next free one.`);
  }
  console.log(`${name[0].toUpperCase()}${name.slice(1)} is at ${address}`);
  for (const other of server.resolvedUrls?.network ?? []) console.log(`         and at ${other}`);
  console.log("Stop it with Ctrl+C.");
}

function explain(error, command) {
  const taken = /Port (\d+) is already in use/.exec(error.message);
  if (taken) return `port ${taken[1]} is taken; choose another with: ${command} -- --port N`;
  if (error.code === FORGOTTEN_DASHES) return `flags come after two dashes: ${command} -- --port N`;
  if (error.code?.startsWith("ERR_PARSE_ARGS")) {
    return `${error.message}; see ${command} -- --help`;
  }
  return error instanceof SetupError ? error.message : error.stack;
}
