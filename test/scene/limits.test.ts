import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkScene,
  createWorld,
  LIMIT_DEFAULTS,
  resolveLimits,
  SceneError,
} from "../../src/scene/index.js";
import { runs } from "../runs.js";

const count = fc.integer({ min: 1, max: 9 });
const anyMesh = fc.oneof(
  fc.record({
    type: fc.constant("grid"),
    size: fc.constant([1, 1]),
    segments: fc.tuple(count, count),
  }),
  fc.record({ type: fc.constant("disc"), radius: fc.constant(1), rings: count }),
  fc.record({
    type: fc.constant("tube"),
    radius: fc.constant(1),
    height: fc.constant(1),
    segments: fc.tuple(
      count.map((n) => n + 2),
      count,
    ),
  }),
  fc.record({
    type: fc.constant("irregular"),
    size: fc.constant([1, 1]),
    spacing: fc.double({ min: 0.12, max: 0.5, noNaN: true }),
  }),
  fc.record({
    type: fc.constant("t-shirt"),
    spacing: fc.double({ min: 0.04, max: 0.05, noNaN: true }),
  }),
);

test("a scene is created with exactly the allowed number of vertices and triangles, and refused with one less", () => {
  fc.assert(
    fc.property(fc.array(anyMesh, { minLength: 1, maxLength: 2 }), (meshes) => {
      const scene = checkScene({ name: "x", cloths: meshes.map((mesh) => ({ mesh })) });
      const { particles, triangles } = createWorld(scene).start;
      const limits = { vertices: particles, triangles };
      expect(createWorld(scene, { limits }).start.particles).toBe(particles);
      for (const name of ["vertices", "triangles"] as const) {
        const less = { ...limits, [name]: limits[name] - 1 };
        let error: unknown;
        try {
          createWorld(scene, { limits: less });
        } catch (thrown) {
          error = thrown;
        }
        expect(error).toBeInstanceOf(SceneError);
        expect((error as Error).message).toMatch(
          new RegExp(
            `^cloths\\.[01]\\.mesh\\.\\w+: (about )?\\d+ ${name}( in all)?, more than the limit of ${less[name]} \\(raise it: --limit ${name}=\\d+, in code limits\\.${name}\\)$`,
          ),
        );
      }
    }),
    runs(135, 6, 2000),
  );
});

test("the docs have the defaults", () => {
  const text = readFileSync("docs/scene.md", "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]);
  for (const [name, value] of Object.entries(LIMIT_DEFAULTS)) {
    expect(rows.find(([row]) => row === name)).toEqual([name, value]);
  }
});

test("an unknown or invalid limit is refused by name", () => {
  expect(() => resolveLimits({ particles: 5 } as object)).toThrow(
    "limits.particles: unknown limit, expected one of vertices, triangles, ",
  );
  for (const value of [0, -1, 1.5, NaN, "9" as unknown as number]) {
    expect(() => resolveLimits({ pixels: value })).toThrow(
      `limits.pixels: expected a whole number of 1 or more, got ${typeof value === "string" ? '"9"' : value}`,
    );
  }
  expect(resolveLimits({ pixels: undefined })).toEqual(LIMIT_DEFAULTS);
});
