import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const FILES = ["bench", "scripts", "examples"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => join(ROOT, folder, name)),
);

/** The names that a file imports from the built library, by the file that has them. */
function importsOf(file: string): { from: string; names: string[] }[] {
  const text = readFileSync(file, "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const found = [
    ...text.matchAll(/import \{([^}]*)\} from "([^"]*)"/g),
    ...text.matchAll(/const \{([^}]*)\} =\s*await import\("([^"]*)"\)/g),
  ];
  return found.flatMap(([, list, specifier]) => {
    const subpath = /^tatter(?:\/(\w+))?$/.exec(specifier!);
    const from = subpath
      ? join(ROOT, "dist", subpath[1] ?? "", "index.js")
      : resolve(dirname(file), specifier!);
    if (!from.startsWith(join(ROOT, "dist"))) return [];
    const names = list!.split(",").map((item) => item.trim().split(/ as |:/)[0]!);
    return [{ from, names: names.filter((name) => name !== "") }];
  });
}

test("benchmarks, scripts and examples import names that the library has", async () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of FILES) {
    for (const { from, names } of importsOf(file)) {
      const exported = (await import(/* @vite-ignore */ pathToFileURL(from).href)) as object;
      for (const name of names) {
        count++;
        if (!(name in exported)) missing.push(`${relative(ROOT, file)}: ${name}`);
      }
    }
  }
  expect(count).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
