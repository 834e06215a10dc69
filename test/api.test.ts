import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as three from "three";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { ENTRY_POINTS } from "../scripts/entry-points.js";
import * as tatter from "../src/index.js";
import { World } from "../src/index.js";

const ROOT = resolve(import.meta.dirname, "..");

/** The exports of the root, with their declarations. */
function rootExports(): { symbols: ts.Symbol[]; checker: ts.TypeChecker } {
  const file = join(ROOT, "src/index.ts");
  const { config } = ts.readConfigFile(
    join(ROOT, "tsconfig.json"),
    ts.sys.readFile.bind(ts.sys),
  ) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  const symbols = checker.getExportsOfModule(module).map((symbol) =>
    // A re-export is an alias of the original declaration.
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol),
  );
  return { symbols, checker };
}

const { symbols, checker } = rootExports();
const VALUES = new Map(Object.entries(tatter) as [string, unknown][]);

function documentationOf(symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker));
}

function examplesOf(symbol: ts.Symbol): string[] {
  const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === "example");
  return tags.map(({ text }) => ts.displayPartsToString(text));
}

describe("the root entry point", () => {
  test("has at most 70 values, and those of tatter/core except the solvers", async () => {
    expect(VALUES.size).toBeLessThanOrEqual(70);
    const core = Object.keys(await import("../src/core/index.js"));
    expect([...VALUES.keys()].filter((name) => !core.includes(name))).toEqual(["resolveSolver"]);
    expect(core.filter((name) => !VALUES.has(name))).toEqual([]);
  });

  test("has no name in common with three.js", () => {
    const names = symbols.map(({ name }) => name);
    expect(names.filter((name) => Object.hasOwn(three, name))).toEqual([]);
    // Types of @types/three are not values.
    const types = /\bexport (?:type|interface) (\w+)/g;
    const declarations = readFileSync(
      join(ROOT, "node_modules/@types/three/src/math/Vector3.d.ts"),
      "utf8",
    );
    const clashing = [...declarations.matchAll(types)].map(([, name]) => name!);
    expect(names.filter((name) => clashing.includes(name))).toEqual([]);
  });

  test("has no generic names", () => {
    const generic = [
      "order",
      "measure",
      "undo",
      "redo",
      "pack",
      "unpack",
      "tear",
      "validate",
      "Material",
      "Vector3",
    ];
    expect(generic.filter((name) => symbols.some((symbol) => symbol.name === name))).toEqual([]);
  });

  test("documents every value and every type", () => {
    const bare = symbols.filter((symbol) => documentationOf(symbol) === "").map(({ name }) => name);
    expect(bare).toEqual([]);
  });

  test.each([...VALUES.keys()])("has a working example of %s", async (name) => {
    // `World` with all solvers is documented at its first declaration.
    const symbol = symbols.find((one) => one.name === name)!;
    const [example] = examplesOf(symbol);
    expect(example, `${name} has no @example`).toBeDefined();
    expect(example).toContain(name);
    const imports = [...example!.matchAll(/^import \{ ([^}]*) \} from "([^"]*)";$/gm)];
    expect(imports.map(([, , from]) => from)).toEqual(["tatter"]);
    const names = imports[0]![1]!.split(", ");
    for (const one of names) expect(VALUES.has(one), `${one} in the example of ${name}`).toBe(true);
    const code = example!.replace(/^import .*$/gm, "");
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
    const run = new Function(...names, "console", `return (async () => {${code}\n})();`) as (
      ...args: unknown[]
    ) => Promise<void>;
    await run(...names.map((one) => VALUES.get(one)), { log: () => {} });
  });
});

describe("World", () => {
  const source = ts.createSourceFile(
    "world.ts",
    readFileSync(join(ROOT, "src/sim/world.ts"), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const world = source.statements.find(
    (statement): statement is ts.ClassDeclaration =>
      ts.isClassDeclaration(statement) && statement.name?.text === "World",
  )!;
  const shown = world.members.filter(
    (member) =>
      member.name !== undefined &&
      !ts.isPrivateIdentifier(member.name) &&
      !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === "internal"),
  );
  const names = new Set(shown.map(({ name }) => name!.getText(source)));

  test("has at most 31 members, each with a comment", () => {
    expect(names.size).toBeLessThanOrEqual(31);
    const isDocumented = (name: string): boolean =>
      shown.some(
        (member) =>
          member.name!.getText(source) === name && ts.getJSDocCommentsAndTags(member).length > 0,
      );
    expect([...names].filter((name) => !isDocumented(name))).toEqual([]);
    expect(Object.getOwnPropertyNames(World.prototype)).not.toContain("takeBack");
  });

  test("has the same members in the declarations of the package", () => {
    const declarations = readFileSync(join(ROOT, "api/tatter-core.api.md"), "utf8");
    const [, body] = /export class World \{\n([\s\S]*?)\n\}/.exec(declarations)!;
    const reported = [...body!.matchAll(/^ {4}(?:readonly |get |set )?(\w+)/gm)].map(
      ([, name]) => name!,
    );
    expect(new Set(reported.filter((name) => name !== "constructor"))).toEqual(names);
  });
});

test("every entry point of the package has a source file and an API report", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    exports: object;
  };
  const subpaths = Object.keys(exports).filter((name) => !name.endsWith(".json"));
  expect(subpaths.map((name) => name.replace(/^\.\/?/, "") || ".").toSorted()).toEqual(
    Object.keys(ENTRY_POINTS).toSorted(),
  );
  for (const name of Object.keys(ENTRY_POINTS)) {
    const report = name === "." ? "tatter" : `tatter-${name}`;
    expect(readFileSync(join(ROOT, `api/${report}.api.md`), "utf8")).toContain("API Report File");
  }
});
