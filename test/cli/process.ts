import { spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, vi } from "vitest";
import { PlainHost } from "../../src/cli/host.js";
import { main } from "../../src/cli/main.js";

/** The built program. */
export const BIN = join(import.meta.dirname, "../../bin/tatter.js");

/** A folder that exists until the tests of a file are over. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tatter-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a scene: a sheet that is pulled apart. */
export function writeScene(folder: string, name: string, more: object = {}): void {
  const pull = [
    { time: 0, translation: [0, 0, 0] },
    { time: 0.3, translation: [0.7, 0, 0] },
  ];
  const pins = [{ select: { group: "left" } }, { select: { group: "right" }, motion: pull }];
  const mesh = { type: "grid", size: [1, 1], segments: [8, 8] };
  const scene = { name, cloths: [{ mesh, pins, tearing: { limit: 1.2 } }], duration: 0.5, ...more };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(scene));
}

/** Waits until a process has written a file. */
export async function madeBy(child: ChildProcess, file: string): Promise<void> {
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} without ${file}`);
    await setTimeout(5);
  }
}

/** The exit code and the output of a command. */
export interface Outcome {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A shell command line, in which $TATTER is the program. */
export function shell(folder: string, line: string): Outcome {
  const env = { ...process.env, TATTER: `${process.execPath} ${BIN}` };
  return spawnSync("sh", ["-c", line], { cwd: folder, encoding: "utf8", env });
}

/** Runs a command in a folder, from the sources and without a new process. */
export async function runHere(folder: string, ...args: string[]): Promise<Outcome> {
  const outcome: Outcome = { status: null, stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      outcome[stream] += String(text);
      return true;
    }),
  );
  const home = process.cwd();
  process.chdir(folder);
  try {
    outcome.status = await main(args, new PlainHost());
  } finally {
    process.chdir(home);
    for (const spy of spies) spy.mockRestore();
  }
  return outcome;
}
