import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import * as tatter from "../src/index.js";

const ROOT = resolve(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const BLOCKS = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);

test("the first example runs and tears", () => {
  const [importLine, ...lines] = BLOCKS[0]!.trim().split("\n");
  const [, names] = /^import \{ (.*) \} from "tatter";$/.exec(importLine!)!;
  const exported = new Map<string, unknown>(Object.entries(tatter));
  const printed: string[] = [];
  // The import becomes parameters and the console is replaced; the rest runs unchanged.
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  const run = new Function(...names!.split(", "), "console", lines.join("\n")) as (
    ...args: unknown[]
  ) => void;
  const values = names!.split(", ").map((name) => exported.get(name));
  run(...values, { log: (...parts: unknown[]) => printed.push(parts.join(" ")) });
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(printed.join("\n")).toMatch(/[1-9]\d* tears/);
});

test("all examples compile in strict mode against the declarations of the package", () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(2);
  mkdirSync(join(ROOT, "node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "node_modules/.cache/readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = BLOCKS.map((code, i) => {
    const file = join(folder, `example-${i}.ts`);
    writeFileSync(file, code);
    return file;
  });
  const program = ts.createProgram(files, {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    paths: {
      tatter: [join(ROOT, "dist/index.d.ts")],
      "tatter/*": [join(ROOT, "dist/*/index.d.ts")],
    },
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(faults).toEqual([]);
});

test("the README fits on two screens, and its lines on one", () => {
  const lines = README.trim().split("\n");
  expect(lines.length).toBeLessThanOrEqual(100);
  const long = lines.filter((line) => !line.startsWith("|") && line.length > 120);
  expect(long).toEqual([]);
});
