import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "../scripts/start.js");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

/** Starts the lab and waits for its URL or its exit. */
function start(...args: string[]): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [SCRIPT, ...args]);
  running.push(child);
  return new Promise((done) => {
    let output = "";
    const append = (data: Buffer): void => {
      output += String(data);
      if (output.includes("Stop it with")) done({ said: output, code: null });
    };
    child.stdout.on("data", append);
    child.stderr.on("data", append);
    child.once("close", (code) => done({ said: output, code }));
  });
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return String(port);
}

test("npm start serves the lab, prints its URL, and exits with one line when the port is in use", async () => {
  const port = await freePort();
  const { said: output } = await start("--port", port);
  const [, url] = /The lab is at (\S+)/.exec(output)!;
  expect(url).toBe(`http://localhost:${port}`);
  expect(await (await fetch(url!)).text()).toContain('data-stat="tears"');

  const second = await start("--port", port);
  expect(second.code).toBe(1);
  expect(second.said).toBe(
    `npm start: port ${port} is in use; choose another: npm start -- --port N\n`,
  );
});

test("npm start refuses invalid arguments", async () => {
  expect(await start("--port", "70000")).toEqual({
    said: "npm start: --port 70000: expected an integer from 1 to 65535\n",
    code: 1,
  });
  expect((await start("5200")).said).toContain("put flags after two dashes");
  expect((await start("--prt", "5")).said).toContain("'--prt'; see npm start -- --help");
  expect((await start("--help")).said).toContain("npm start [-- --port N]");
});
