import { describe, expect, test } from "vitest";
import { generateIrregular } from "../../src/generate/index.js";
import { checkScene, createWorld, SceneError } from "../../src/scene/index.js";

const gridText = (columns: number, rows: number): string => {
  const lines: string[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) lines.push(`v ${x} ${y} 0`);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const a = y * (columns + 1) + x + 1;
      lines.push(`f ${a} ${a + 1} ${a + columns + 2} ${a + columns + 1}`);
    }
  }
  return lines.join("\n");
};

function refusal(mesh: object, options: Parameters<typeof createWorld>[1] = {}): string {
  const scene = checkScene({ name: "large", cloths: [{ mesh }] });
  const before = process.memoryUsage().arrayBuffers;
  try {
    createWorld(scene, options);
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    // Refused before it is created, not after.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6);
    return (error as Error).message;
  }
  return "good";
}

// A 2000 × 2000 grid took 3 GB.
describe("a mesh of far too many vertices is refused before it is created", () => {
  test.each([
    [{ type: "grid", size: [1, 1], segments: [2000, 2000] }, "segments: 4004001 vertices"],
    [{ type: "disc", radius: 1, rings: 2000 }, "rings: 12006001 vertices"],
    [{ type: "tube", radius: 1, height: 1, segments: [2000, 2000] }, "segments: 4002000 vertices"],
    [{ type: "irregular", size: [1, 1], spacing: 0.0005 }, "spacing: about 4618937 vertices"],
    [{ type: "t-shirt", spacing: 0.0005 }, /spacing: about \d{7} vertices/],
  ])("%j", (mesh, expected) => {
    const line = refusal(mesh);
    expect(line).toMatch(expected);
    expect(line).toMatch(
      /^cloths\.0\.mesh\.\w+: .*, more than the limit of 300000 \(raise it: --limit vertices=\d+, in code limits\.vertices\)$/,
    );
  });

  test("of a file", () => {
    const files = { "a.obj": gridText(19, 19) };
    const mesh = { type: "file", path: "a.obj" };
    expect(refusal(mesh, { files, limits: { vertices: 399 } })).toBe(
      "cloths.0.mesh.path: a.obj: line 400: 400 vertices, more than the limit of 399 (raise it: --limit vertices=400, in code limits.vertices)",
    );
    expect(refusal(mesh, { files, limits: { vertices: 400 } })).toBe("good");
    expect(refusal(mesh, { files, limits: { triangles: 721 } })).toMatch(
      /^cloths\.0\.mesh\.path: a\.obj: line 761: 722 triangles, more than the limit of 721 /,
    );
    const pair = { "a.node": "4 2\n1 0 0\n2 1 0\n3 1 1\n4 0 1", "a.ele": "2 3\n1 1 2 3\n2 1 3 4" };
    const named = { type: "file", path: "a.node" };
    expect(refusal(named, { files: pair, limits: { vertices: 3 } })).toMatch(
      /\.node line 5: 4 vertices, more than the limit of 3 /,
    );
    expect(refusal(named, { files: pair, limits: { triangles: 1 } })).toMatch(
      /\.ele line 3: 2 triangles, more than the limit of 1 /,
    );
  });
});

test("the vertices of all cloths and colliders are added up", () => {
  const mesh = { type: "grid", size: [1, 1], segments: [9, 9] };
  const scene = checkScene({
    name: "three",
    cloths: [{ mesh }, { mesh }],
    colliders: [{ type: "mesh", path: "a.obj" }],
  });
  const files = { "a.obj": gridText(9, 9) };
  expect(() => createWorld(scene, { files, limits: { vertices: 299 } })).toThrow(
    "colliders.0.path: a.obj: 300 vertices in all, more than the limit of 299",
  );
  createWorld(scene, { files, limits: { vertices: 300 } });
});

test("refinement at a narrow part does not exceed the allowed vertices", () => {
  const outline: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1e-4],
    [0, 1e-4],
  ];
  expect(() => generateIrregular({ outline, spacing: 0.1, maxVertices: 1000 })).toThrow(
    /vertices, more than 1000; use a larger spacing|needs too many triangles/,
  );
});
