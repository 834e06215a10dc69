import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { shell, testFolder } from "../cli/process.js";

const folder = testFolder();

// "throw er; // Unhandled 'error' event" and ten lines more, for `tatter schema | head -1`.
test("whoever closes the pipe has read enough", () => {
  const line = "{ $TATTER schema; echo $? >&2; } | true";
  expect(shell(folder, line)).toMatchObject({ stdout: "", stderr: "141\n" });
});

test.runIf(existsSync("/dev/full"))(
  "a full disk behind standard output is told in one line",
  () => {
    expect(shell(folder, "$TATTER materials > /dev/full")).toMatchObject({
      status: 1,
      stderr: "tatter: standard output: cannot be written (the disk is full)\n",
    });
    // What nobody can be told is no reason to stop.
    const quiet = "$TATTER scenes 2> /dev/full | head -1; $TATTER nothing 2> /dev/full";
    expect(shell(folder, quiet)).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^ball-in-net/) as string,
    });
  },
);
