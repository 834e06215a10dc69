import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as tatter from "../src/index.js";

test("the ten lines of the README run and tear", () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))!;
  const [importLine, ...lines] = code!.trim().split("\n");
  const [, names] = /^import \{ (.*) \} from "tatter";$/.exec(importLine!)!;
  const exported = new Map<string, unknown>(Object.entries(tatter));
  const said: string[] = [];
  // The import becomes parameters, the console ours; the rest runs as it stands.
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const run = new Function(...names!.split(", "), "console", lines.join("\n")) as (
    ...args: unknown[]
  ) => void;
  const values = names!.split(", ").map((name) => exported.get(name));
  run(...values, { log: (...parts: unknown[]) => said.push(parts.join(" ")) });
  expect(code!.trim().split("\n").length).toBeLessThanOrEqual(12);
  expect(said.join("\n")).toMatch(/[1-9]\d* tears/);
});
