import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shell, testFolder, writeScene } from "../cli/process.js";

const folder = testFolder();
writeScene(folder, "small");

// "ENOSPC: no space left on device, write" does not say of what. A limit of the shell is as good as a full disk.
test("a file that cannot be written is named in one line, and leaves nothing behind", () => {
  const run = shell(folder, "ulimit -f 8; $TATTER run small.json --out out --record x.tatter");
  expect(run).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "tatter: out/frame_0000.obj: cannot be written (the file would be too large)\n",
  });
  expect(readdirSync(join(folder, "out"))).toEqual([]);
});
