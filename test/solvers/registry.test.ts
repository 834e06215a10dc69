import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { describe, expect, onTestFinished, test } from "vitest";
import { sourceAliases } from "../../scripts/source-aliases.js";
import { World as CoreWorld } from "../../src/core/index.js";
import { generateGrid } from "../../src/mesh/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";
import {
  auto,
  euler,
  implicit,
  Substeps,
  xpbd,
  type SolverModule,
} from "../../src/solvers/index.js";

const cloths = [
  {
    mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
    pins: [{ select: { group: "top" } }],
  },
];

describe("a world of the core", () => {
  test("has no solver by default", () => {
    expect(() => new CoreWorld({ cloths })).toThrow(
      new RangeError(
        "solvers: expected one or more, got none; a world of tatter/core needs, for example, [xpbd] from tatter/solvers",
      ),
    );
    expect(() => new CoreWorld({ cloths, solvers: [xpbd], solver: { type: "implicit" } })).toThrow(
      'solver.type: expected xpbd, got "implicit"',
    );
  });

  test.each<[string, Partial<WorldOptions>]>([
    ["xpbd", { solvers: [xpbd], solver: { type: "xpbd" } }],
    ["implicit", { solvers: [implicit], solver: { type: "implicit" } }],
    ["auto", { solvers: [auto, xpbd, implicit, euler], solver: { type: "auto" } }],
  ])("with given solvers steps like a world with all of them: %s", (_, options) => {
    const own = new CoreWorld({ cloths, ...options });
    const whole = new World({ cloths, solver: options.solver });
    for (let i = 0; i < 5; i++) {
      own.step();
      whole.step();
    }
    expect(own.hash()).toBe(whole.hash());
    const other = new CoreWorld({ cloths, ...options });
    other.load(own.save()); // the temporary world has the same solvers
    expect(other.hash()).toBe(own.hash());
    own.reset();
    expect(own.stats.steps).toBe(0);
  });

  test("refuses an invalid list of solvers", () => {
    const options = { cloths, solvers: "xpbd" } as unknown as WorldOptions;
    expect(() => new CoreWorld(options)).toThrow(/^solvers: expected a list of solvers/);
    const none = { cloths, solvers: [null] } as unknown as WorldOptions;
    expect(() => new CoreWorld(none)).toThrow(/^solvers\.0: expected an object/);
    expect(() => new CoreWorld({ cloths, solvers: [auto], solver: { type: "auto" } })).toThrow(
      "solver.type: auto needs euler in solvers",
    );
  });
});

test("a custom solver moves the cloth", () => {
  /** Everything falls without internal forces. */
  const dust: SolverModule = {
    name: "dust",
    fields: [],
    defaultSubsteps: 2,
    hasTrueStrain: true,
    canDivideSubsteps: true,
    advice: () => "dust",
    substepsOf: (context) => new Substeps(context),
    solverOf: ({ kernels, cloth, ...outside }) => ({
      solveStats: null,
      isTrusted: true,
      gatherForces(duration) {
        outside.addExternalForces(0, duration);
        kernels.applyForces(cloth.particles, duration);
      },
      substep: (duration) => kernels.predict(cloth.particles, duration),
    }),
  };
  const world = new CoreWorld({
    cloths,
    solvers: [dust],
    solver: { type: "dust" },
    wind: { drag: 0 },
  });
  for (let i = 0; i < 60; i++) world.step();
  expect(world.stats.substeps).toBe(2);
  const { velocities } = world.cloths[0]!.particles;
  expect(velocities[3 * 12 + 1]).toBeCloseTo(-9.81, 9);
});

/** The bundle of a page with this code. */
async function bundle(code: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tatter-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entry = join(folder, "page.js");
  writeFileSync(entry, code);
  const output = (await build({
    configFile: false,
    logLevel: "silent",
    resolve: { alias: sourceAliases },
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ["es"], fileName: "page" },
    },
  })) as Rolldown.RolldownOutput[];
  return output
    .flatMap((one) => one.output.map((file) => ("code" in file ? file.code : "")))
    .join();
}

test("a bundle contains the requested solvers and no others", async () => {
  const parts = { implicit: "Cholesky", explicit: "StageTimes", xpbd: "Xpbd" };
  const found = async (code: string): Promise<string[]> => {
    const text = await bundle(code);
    return Object.entries(parts).flatMap(([name, part]) => (text.includes(part) ? [name] : []));
  };
  const core = 'import { World } from "tatter/core";';
  expect(await found(`${core} export const f = (o) => new World(o);`)).toEqual([]);
  expect(
    await found(
      `${core} import { xpbd } from "tatter/solvers"; export const f = (o) => new World({ ...o, solvers: [xpbd] });`,
    ),
  ).toEqual(["xpbd"]);
  expect(
    await found('import { World } from "tatter"; export const f = (o) => new World(o);'),
  ).toEqual(["implicit", "explicit", "xpbd"]);
});
