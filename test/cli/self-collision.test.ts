import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { RunReport } from "../../src/scene/index.js";
import { runHere, testFolder } from "./process.js";

const folder = testFolder();

/** Writes a scene with a level sheet, and another one 1 cm above it, or upright through it. */
function write(name: string, position: number[], rotation: number[]): void {
  const mesh = { type: "grid", size: [0.3, 0.3], segments: [6, 6] };
  const cloths = [
    { mesh, transform: { rotation: [-90, 0, 0] } },
    { mesh, transform: { position, rotation } },
  ];
  const solver = { type: "xpbd", substeps: 8 };
  const scene = { name, cloths, solver, duration: 0.2 };
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(scene));
}

write("over", [0, 0.01, 0], [-90, 0, 0]);
write("through", [0.01, 0.02, 0.01], [0, 20, 0]);

afterEach(() => vi.unstubAllGlobals());

const run = async (...args: string[]) => runHere(folder, "run", ...args, "--report", "report.json");
const report = (): RunReport =>
  JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as RunReport;

describe("tatter run with self-collision", () => {
  test("reports how well layers are held apart, only if it is on", async () => {
    const { stdout } = await run("over.json");
    expect(stdout).not.toContain("self-collision");
    expect(report()).not.toHaveProperty("selfCollision");
    const exact = await run("over.json", "--set", "selfCollision=exact");
    expect(exact.stdout).toContain("\n  self-collision: exact, 0 crossings, 0 forced\n");
    expect(report().selfCollision).toEqual({
      mode: "exact",
      thickness: null,
      crossings: 0,
      startCrossings: 0,
      worstCrossings: 0,
      forcedCrossings: 0,
    });
    await run("over.json", "--set", "selfCollision=fast", "--set", "contactThickness=0.003");
    expect(report().selfCollision).toMatchObject({ mode: "fast", thickness: 0.003 });
  });

  test("counts what crosses at the start, and draws it apart", async () => {
    const { stdout } = await run("through.json", "--set", "selfCollision=fast");
    const { startCrossings, worstCrossings, crossings } = report().selfCollision!;
    expect(startCrossings).toBeGreaterThan(2);
    expect(worstCrossings).toBeGreaterThanOrEqual(startCrossings!);
    expect(stdout).toContain(
      `  self-collision: fast, ${crossings} crossings, 0 forced\n` +
        `  ${startCrossings} edges cross triangles at the start; they are drawn apart\n`,
    );
  });

  test.each([
    [
      "selfCollision=on",
      /^tatter: over\.json: selfCollision: expected .*off.*fast.*exact.*"on"\n$/,
    ],
    ["contactThickness=0", /^tatter: over\.json: contactThickness: expected .* got 0\n$/],
  ])("refuses %s with one line", async (assignment, message) => {
    const { status, stderr } = await run("over.json", "--set", assignment);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test("says in one line that an engine has no WebAssembly SIMD", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    const { status, stderr } = await run("over.json", "--set", "selfCollision=exact");
    expect(status).toBe(2);
    expect(stderr).toBe(
      'tatter: over.json: selfCollision: "exact" needs WebAssembly with SIMD, which this engine does not have; use "off"\n',
    );
  });
});
