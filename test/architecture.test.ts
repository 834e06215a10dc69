import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** What each room may import: the arrows of docs/architecture.md. */
const ALLOWED: Record<string, string[]> = {
  math: [],
  mesh: ["math"],
  generate: ["math", "mesh"],
  cloth: ["math", "mesh"],
  io: ["math", "mesh"],
  kernels: ["math", "mesh", "cloth"],
  solvers: ["math", "mesh", "cloth", "kernels"],
  collision: ["math", "mesh", "cloth", "kernels"],
  tearing: ["math", "mesh"], // runs on anybody's simulator
  sim: ["math", "mesh", "cloth", "kernels", "solvers", "collision", "tearing"],
  scene: ["math", "mesh", "io", "generate", "cloth", "tearing", "collision", "sim"],
  node: ["math", "mesh", "io", "sim", "scene"],
  three: ["math", "mesh", "cloth", "collision", "sim"],
  rapier: ["math", "collision", "sim"],
  cli: ["mesh", "io", "sim", "scene", "node"],
};

/** The npm packages that a room may import; the simulation itself uses none. */
const PACKAGES: Record<string, RegExp> = {
  generate: /^(delaunator|@kninnug\/constrainautor)$/,
  io: /^(fast-png|fflate)$/,
  scene: /^zod$/,
  node: /^node:/,
  three: /^three$/,
  rapier: /^@dimforge\/rapier3d-compat$/, // its types only
  cli: /^(node:|commander$|cli-progress$)/,
};

const SIMULATION = [
  "math",
  "mesh",
  "generate",
  "cloth",
  "kernels",
  "solvers",
  "collision",
  "tearing",
  "sim",
];
const SRC = resolve(import.meta.dirname, "../src");

/** The rooms of the lab, each of which may import those before it. */
const LAB = resolve(import.meta.dirname, "../lab/src");
const LAB_ROOMS = [
  "controls",
  "simulation",
  "stage",
  "figures",
  "time",
  "views",
  "scenes",
  "panel",
  "tools",
  "share",
  "shell",
];

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

/** Wrong imports of a file, one line each. */
function wrongImports({ room, path, text }: SourceFile): string[] {
  const wrong: string[] = [];
  for (const [, name] of text.matchAll(/(?<![".])(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
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

test("every room is known, and no other folder stands in src", () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test("imports point one way", () => {
  const files = sourceFiles(SRC);
  expect(files.length).toBeGreaterThan(30);
  expect(files.flatMap(wrongImports)).toEqual([]);
});

test("so do those of the lab", () => {
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

test("a wrong import is noticed", () => {
  const path = join(SRC, "solvers", "x.ts");
  const bad = (text: string): string[] => wrongImports({ room: "solvers", path, text });
  expect(bad('import { tear } from "../tearing/index.js";')).toHaveLength(1);
  expect(bad('export * from "../sim/world.js";')).toHaveLength(1);
  expect(bad('import { z } from "zod";')).toHaveLength(1);
  expect(bad('import { Cloth } from "../cloth/index.js";')).toHaveLength(0);
});

test("the simulation rooms use no power operator, whose bits differ between engines", () => {
  const files = sourceFiles(SRC).filter(({ room }) => SIMULATION.includes(room));
  const code = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  expect(files.filter(({ text }) => code(text).includes("**")).map(({ path }) => path)).toEqual([]);
});
