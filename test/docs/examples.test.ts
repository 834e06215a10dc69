import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** What examples may use without declaring it. */
const KNOWN: Record<string, string> = {
  world: 'import("tatter").World',
  mesh: 'import("tatter").MeshData',
  scene: 'import("tatter/scene").Scene',
  options: 'import("tatter").WorldOptions',
};
/** A name or a property that does not exist, and a field that an object may not have. */
const FAULTS = new Set([2305, 2307, 2339, 2353, 2551, 2561, 2724]);

interface Example {
  file: string;
  code: string;
}

function examples(): Example[] {
  return readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => {
      const text = readFileSync(join(ROOT, "docs", name), "utf8");
      const blocks = [...text.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```/gm)].map(([, code]) => code!);
      return blocks.map((code, i) => {
        const declared = Object.entries(KNOWN).filter(
          ([known]) =>
            !(known === "scene" && name === "three.md") && // a scene of three.js
            new RegExp(`\\b${known}\\b`).test(code) &&
            !new RegExp(`(const|let|function)[^=\\n]*\\b${known}\\b`).test(code),
        );
        const lines = declared.map(([known, type]) => `declare const ${known}: ${type};\n`);
        return {
          file: `${name.replace(/\.md$/, "")}-${i}.ts`,
          code: `${lines.join("")}${code}\nexport {};\n`,
        };
      });
    });
}

test("examples in docs/ use names that exist", () => {
  mkdirSync(join(ROOT, "node_modules/.cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, "node_modules/.cache/docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = examples().map(({ file, code }) => {
    writeFileSync(join(folder, file), code);
    return join(folder, file);
  });
  expect(files.length).toBeGreaterThan(15);
  const program = ts.createProgram(files, {
    strict: false,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    paths: {
      tatter: [join(ROOT, "dist/index.d.ts")],
      "tatter/*": [join(ROOT, "dist/*/index.d.ts")],
    },
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .filter(({ code }) => FAULTS.has(code))
    .map(({ file, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, " ");
      return `${file?.fileName.replace(`${folder}/`, "")}: ${text}`;
    });
  expect(faults).toEqual([]);
});
