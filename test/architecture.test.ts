import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, onTestFinished, test } from "vitest";
import { Cloth, MATERIALS } from "../src/cloth/index.js";
import { generateGrid } from "../src/mesh/index.js";
import { World, WorldCloth } from "../src/sim/index.js";
import { cyclesIn, parse, sourcesIn } from "./import-graph.js";

/** Allowed imports per module: the arrows of docs/architecture.md. */
const ALLOWED: Record<string, string[]> = {
  math: [],
  mesh: ["math"],
  generate: ["math", "mesh"],
  stores: ["math", "mesh"],
  cloth: ["math", "mesh", "stores"],
  io: ["math", "mesh"],
  kernels: ["math", "mesh", "cloth"],
  solvers: ["math", "mesh", "stores", "cloth", "kernels"],
  collision: ["math", "mesh", "cloth", "kernels"],
  tearing: ["math", "mesh"], // must work with any simulator
  sim: ["math", "mesh", "stores", "cloth", "kernels", "solvers", "collision", "tearing"],
  core: ["math", "mesh", "stores", "cloth", "kernels", "solvers", "collision", "tearing", "sim"],
  scene: ["math", "mesh", "io", "generate", "cloth", "solvers", "tearing", "collision", "sim"],
  node: ["math", "mesh", "io", "sim", "scene"],
  three: ["math", "mesh", "cloth", "collision", "sim"],
  rapier: ["math", "collision", "sim"],
  cli: ["mesh", "io", "sim", "scene", "node"],
};

/** Allowed npm packages per module; the simulation itself uses none. */
const PACKAGES: Record<string, RegExp> = {
  generate: /^(delaunator|@kninnug\/constrainautor)$/,
  io: /^(fast-png|fflate)$/,
  scene: /^zod$/,
  node: /^node:/,
  three: /^three$/,
  rapier: /^@dimforge\/rapier3d-compat$/, // types only
  cli: /^(node:|commander$|cli-progress$)/,
};

const SIMULATION = [
  "math",
  "mesh",
  "generate",
  "stores",
  "cloth",
  "kernels",
  "solvers",
  "collision",
  "tearing",
  "sim",
  "core",
];
const ROOT = resolve(import.meta.dirname, "..");
const SRC = join(ROOT, "src");

/** The modules of the lab. Each may import the ones before it. */
const LAB = join(ROOT, "lab/src");
const LAB_ROOMS = [
  "controls",
  "simulation",
  "stage",
  "stats",
  "time",
  "views",
  "scenes",
  "panel",
  "tools",
  "share",
  "shell",
];

/** Folders with a limit on function length, in lines from the first to the last. */
const SHORT_FUNCTIONS = ["lab/src", "src/stores", "src/sim", "src/collision"];
const MAX_FUNCTION_LINES = 80;
/** Folders without import cycles, direct or indirect. */
const WITHOUT_CYCLES = ["lab/src", "src"];

interface SourceFile {
  room: string;
  path: string;
  text: string;
}

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && /[/\\]/.test(file))
    .map((file) => ({
      room: file.split(/[/\\]/)[0]!,
      path: join(folder, file),
      text: readFileSync(join(folder, file), "utf8"),
    }));
}

/** Forbidden imports of a file, one line each. */
function wrongImports({ room, path, text }: SourceFile): string[] {
  const wrong: string[] = [];
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, ""); // without examples
  for (const [, name] of code.matchAll(/(?<![".])(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
    const where = `${relative(SRC, path)} imports ${name}`;
    if (!name!.startsWith(".")) {
      if (!PACKAGES[room]?.test(name!)) wrong.push(`${where}: ${room} may not use this package`);
      continue;
    }
    const target = relative(SRC, resolve(dirname(path), name!)).split(/[/\\]/)[0]!;
    if (target !== room && !ALLOWED[room]?.includes(target))
      wrong.push(`${where}: wrong direction`);
  }
  return wrong;
}

test("every module is listed, and src has no other folder", () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test("modules only import allowed modules", () => {
  const files = sourceFiles(SRC);
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap(wrongImports)).toEqual([]);
});

test("modules of the lab only import allowed modules", () => {
  const files = sourceFiles(LAB);
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.flatMap(({ room, path, text }) =>
    [...text.matchAll(/"(\.\.?\/[^"]+)\.js"/g)]
      .map(([, name]) => relative(LAB, resolve(dirname(path), name!)).split(/[/\\]/)[0]!)
      .filter((target) => target !== room && target !== "..")
      .filter((target) => !LAB_ROOMS.slice(0, LAB_ROOMS.indexOf(room)).includes(target))
      .map((target) => `${relative(LAB, path)} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

/**
 * The parts of the sim module and their allowed imports. Phases and tools get the data that they need, never the world.
 */
const SIM_PARTS: Record<string, string[]> = {
  options: ["cloth"], // types and tables of strength maps
  environment: ["options", "phases", "state"], // the blow-up error, and checks of states
  cloth: ["options"],
  tools: ["options", "cloth", "state"],
  phases: ["options", "cloth", "environment"],
  state: ["options", "cloth", "environment"],
};

test("no part of a step imports the world", () => {
  const folder = join(SRC, "sim");
  const wrong = sourceFiles(folder).flatMap(({ room: part, path, text }) =>
    [...text.matchAll(/"(\.\.?\/[^"]+)\.js"/g)].flatMap(([, name]) => {
      const target = relative(folder, resolve(dirname(path), name!)).split(/[/\\]/);
      if (target[0] === ".." || target[0] === part) return [];
      const isShared = target.length === 1 && ["events", "stats"].includes(target[0]!);
      if (isShared || SIM_PARTS[part]?.includes(target[0]!)) return [];
      return [`${relative(folder, path)} imports ${target.join("/")}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("a cloth of a world consists of a few parts and exposes little else", () => {
  const ownNames = (made: object): string[] =>
    Object.getOwnPropertyNames(made).filter((name) => name !== "constructor");
  const world = new World({ cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [1, 1] }) }] });
  const cloth = world.cloths[0]!;
  const inherited = new Set([
    ...ownNames(new Cloth(world.options.cloths[0]!.mesh, MATERIALS.cotton)),
    ...ownNames(Cloth.prototype),
  ]);
  const own = [...ownNames(cloth), ...ownNames(WorldCloth.prototype)];
  expect(own.filter((name) => !inherited.has(name)).length).toBeLessThanOrEqual(16);
  expect(inherited.size).toBeLessThanOrEqual(25);
});

/** Lines of code in a folder of src that match a pattern, each with its file. */
function linesWith(folder: string, pattern: RegExp): string[] {
  return sourceFiles(SRC).flatMap(({ room, path, text }) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const lines = room === folder ? code.split("\n").filter((line) => pattern.test(line)) : [];
    return lines.map((line) => `${relative(SRC, path)}: ${line.trim()}`);
  });
}

test("no collision module has a mutable or exported object at module level", () => {
  expect(linesWith("collision", /^(export )?let |^export const \w+ = new /)).toEqual([]);
  expect(linesWith("cloth", /^export const \w+ = new /).length).toBeGreaterThan(0); // the pattern finds some
});

test("kernels exchange their working set only at the ends of a step and in one helper", () => {
  const files = (pattern: RegExp) =>
    new Set(linesWith("sim", pattern).map((line) => line.split(":")[0]));
  expect(files(/\.(begin|end)Step\(/)).toEqual(new Set(["sim/step.ts"]));
  expect(files(/kernels\.(pause|resume)\(/)).toEqual(new Set(["sim/phases/kernel-scope.ts"]));
  expect(files(/\.(begin|end)Collision\(/)).toEqual(new Set(["sim/phases/substep.ts"]));
});

test("a forbidden import is reported", () => {
  const path = join(SRC, "solvers", "x.ts");
  const bad = (text: string): string[] => wrongImports({ room: "solvers", path, text });
  expect(bad('import { tear } from "../tearing/index.js";')).toHaveLength(1);
  expect(bad('export * from "../sim/world.js";')).toHaveLength(1);
  expect(bad('import { z } from "zod";')).toHaveLength(1);
  expect(bad('import { Cloth } from "../cloth/index.js";')).toHaveLength(0);
});

test("simulation modules do not use the power operator, whose bits differ between engines", () => {
  const files = sourceFiles(SRC).filter(({ room }) => SIMULATION.includes(room));
  const code = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  expect(files.filter(({ text }) => code(text).includes("**")).map(({ path }) => path)).toEqual([]);
});

/** A temporary folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "tatter-sources-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

describe("import cycles", () => {
  test.each(WITHOUT_CYCLES)("there are none in %s", (folder) => {
    expect(cyclesIn(join(ROOT, folder))).toEqual([]);
  });

  test("a cycle is found, direct or indirect", () => {
    const folder = folderWith({
      "a.ts": 'export type { B } from "./room/b.js";',
      "room/b.ts": 'import type { C } from "../c.js";\nexport type B = C;',
      "c.ts": 'export type C = import("./a.js").B;',
      "d.ts": 'import "./a.js";\nexport const e = () => import("./e.js");',
      "e.ts": 'import "./d.js";\nimport "zod";',
      "f.ts": '// import "./f.js"\nimport "./d.js";',
    });
    expect(cyclesIn(folder)).toEqual([
      ["a.ts", "room/b.ts", "c.ts", "a.ts"],
      ["d.ts", "e.ts", "d.ts"],
    ]);
  });
});

/** Functions with more lines than allowed, one line each. */
function longFunctions(folder: string): string[] {
  const long: string[] = [];
  for (const file of sourcesIn(folder)) {
    const source = parse(folder, file);
    const lineOf = (position: number): number =>
      source.getLineAndCharacterOfPosition(position).line + 1;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isFunctionLike(node)) return;
      const first = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - first + 1;
      if (lines > MAX_FUNCTION_LINES) long.push(`${file}:${first} has ${lines} lines`);
    };
    visit(source);
  }
  return long;
}

describe(`functions of more than ${MAX_FUNCTION_LINES} lines`, () => {
  test.each(SHORT_FUNCTIONS)("there are none in %s", (folder) => {
    expect(longFunctions(join(ROOT, folder))).toEqual([]);
  });

  test("a long function is found, and its comment does not count", () => {
    const lines = (count: number): string => "//\n".repeat(count);
    const folder = folderWith({
      "long.ts": `${lines(9)}const f = () => {\n${lines(MAX_FUNCTION_LINES - 1)}};\n`,
      "short.ts": `/**\n${lines(9)}*/\nfunction f() {\n${lines(MAX_FUNCTION_LINES - 2)}}\n`,
      "class.ts": `class C {\n  m() {\n${lines(MAX_FUNCTION_LINES - 1)}}\n}\n`,
    });
    expect(longFunctions(folder)).toEqual(["class.ts:2 has 81 lines", "long.ts:10 has 81 lines"]);
  });
});
