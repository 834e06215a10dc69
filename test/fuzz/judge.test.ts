import { expect, test } from "vitest";
import { SceneError } from "../../src/scene/index.js";
import { faultOf, judge } from "./judge.js";

// The fuzzer must recognize failures.
test.each<[string, unknown]>([
  ["a raw error", new TypeError("Cannot read properties of null (reading 'x')")],
  ["a raw error", new RangeError("Invalid typed array length: 5")],
  ["a raw error", new RangeError("Maximum call stack size exceeded")],
  ["a message of the engine", new SceneError("cloths: Cannot read properties of null")],
  ["a message of the engine", new SceneError("cloths: expected a list, got undefined")],
  ["threw", "a text"],
])("%s is a failure: %s", (why, error) => {
  expect(judge(error)).toMatchObject({ verdict: "failed", message: expect.stringContaining(why) });
});

test("a line about a field is not a failure", () => {
  expect(judge(new SceneError("cloths: expected a list")).verdict).toBe("refused");
  expect(judge(new RangeError("cloths.0.mesh: expected a mesh")).verdict).toBe("refused");
});

test.each(["", "two\nlines", "\u001B[2J", "\u202Eevil", "x".repeat(2000)])(
  "invalid message: %j",
  (message) => {
    expect(faultOf(message)).not.toBeNull();
  },
);
