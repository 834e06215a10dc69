import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { shell, testFolder } from "../cli/process.js";

const folder = testFolder();

// "throw er; // Unhandled 'error' event" and ten more lines, for `tatter schema | head -1`.
test("a closed pipe is not an error", () => {
  const line = "{ $TATTER schema; echo $? >&2; } | true";
  expect(shell(folder, line)).toMatchObject({ stdout: "", stderr: "141\n" });
});

test.runIf(existsSync("/dev/full"))(
  "a full disk behind standard output is reported in one line",
  () => {
    expect(shell(folder, "$TATTER materials > /dev/full")).toMatchObject({
      status: 1,
      stderr: "tatter: standard output: cannot be written (the disk is full)\n",
    });
    // If the message cannot be written, the run continues.
    const quiet = "$TATTER scenes 2> /dev/full | head -1; $TATTER nothing 2> /dev/full";
    expect(shell(folder, quiet)).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^ball-in-net/) as string,
    });
  },
);
