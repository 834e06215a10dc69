// Runs the setup and serves one page. Used by npm start and the web examples.
import { parseArgs } from "node:util";
import { setUp, SetupError } from "./setup.js";

const UNEXPECTED_POSITIONAL = "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";

/**
 * Reads the command line and serves a page until the process is stopped. Exits with status 1 and one line on an error.
 *
 * @param {object} page
 * @param {string} page.command The command that starts it, for messages.
 * @param {string} page.name The name of the page in messages.
 * @param {number} page.defaultPort
 * @param {import("vite").InlineConfig} page.config
 */
export async function serve({ command, name, defaultPort, config }) {
  try {
    const flags = readFlags();
    if (flags.help) {
      console.log(`${command} [-- --port N] [--host]

Runs the setup and serves ${name}.
  --port N   the port (default: ${defaultPort}, or the next free port)
  --host     accept connections from other machines`);
      return;
    }
    setUp();
    await listen({ ...flags, name, defaultPort, config });
  } catch (error) {
    console.error(`${command}: ${explain(error, command)}`);
    process.exit(1); // a server that failed to listen would keep the process alive
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
    throw new SetupError(`--port ${values.port}: expected an integer from 1 to 65535`);
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
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "";
  if (port === null && !url.endsWith(`:${defaultPort}`)) {
    console.log(`Port ${defaultPort} is in use; using the next free port.`);
  }
  console.log(`${name[0].toUpperCase()}${name.slice(1)} is at ${url}`);
  for (const other of server.resolvedUrls?.network ?? []) console.log(`         and at ${other}`);
  console.log("Stop it with Ctrl+C.");
}

function explain(error, command) {
  const taken = /Port (\d+) is already in use/.exec(error.message);
  if (taken) return `port ${taken[1]} is in use; choose another: ${command} -- --port N`;
  if (error.code === UNEXPECTED_POSITIONAL)
    return `put flags after two dashes: ${command} -- --port N`;
  if (error.code?.startsWith("ERR_PARSE_ARGS")) {
    return `${error.message}; see ${command} -- --help`;
  }
  return error instanceof SetupError ? error.message : error.stack;
}
