import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "../scripts/start.js");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

/** Starts the lab and waits for its address, or for its end. */
function start(...args: string[]): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [SCRIPT, ...args]);
  running.push(child);
  return new Promise((done) => {
    let said = "";
    const hear = (data: Buffer): void => {
      said += String(data);
      if (said.includes("Stop it with")) done({ said, code: null });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("close", (code) => done({ said, code }));
  });
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return String(port);
}

test("npm start serves the lab, says where, and ends with a clear line when the port is taken", async () => {
  const port = await freePort();
  const { said } = await start("--port", port);
  const [, address] = /The lab is at (\S+)/.exec(said)!;
  expect(address).toBe(`http://localhost:${port}`);
  expect(await (await fetch(address!)).text()).toContain('data-stat="tears"');

  const second = await start("--port", port);
  expect(second.code).toBe(1);
  expect(second.said).toBe(
    `npm start: port ${port} is taken; choose another with: npm start -- --port N\n`,
  );
});

test("npm start takes no nonsense", async () => {
  expect(await start("--port", "70000")).toEqual({
    said: "npm start: --port 70000: expected a number from 1 to 65535\n",
    code: 1,
  });
  expect((await start("5200")).said).toContain("flags come after two dashes");
  expect((await start("--prt", "5")).said).toContain("'--prt'; see npm start -- --help");
  expect((await start("--help")).said).toContain("npm start [-- --port N]");
});
