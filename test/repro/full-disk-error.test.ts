import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shell, testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
writeScene(folder, "small");

// "ENOSPC: no space left on device, write" does not name the file. A limit of the shell acts like a full disk.
test("a file that cannot be written is named in one line, and leaves no partial file", () => {
  const run = shell(folder, "ulimit -f 8; $TATTER run small.json --out out --record x.tatter");
  expect(run).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "tatter: out/frame_0000.obj: cannot be written (the file is too large)\n",
  });
  expect(readdirSync(join(folder, "out"))).toEqual([]);
});
