import fc from "fast-check";
import { expect, test } from "vitest";
import { generateTube, MeshError } from "../../src/mesh/index.js";
import { buildValid, eulerCharacteristic } from "../generate/quality.js";
import { runs } from "../runs.js";

test("any tube is valid, open at both ends, and faces outward", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 24 }),
      fc.integer({ min: 1, max: 12 }),
      (around, along) => {
        const { positions, triangles, uvs } = generateTube({
          radius: 0.3,
          height: 0.9,
          segments: [around, along],
        });
        const mesh = buildValid({ positions, triangles, uvs });
        expect(mesh.vertexCount).toBe(around * (along + 1));
        expect(eulerCharacteristic(mesh)).toBe(0);
        for (let t = 0; t < triangles.length; t += 3) {
          const [a, b, c] = [0, 1, 2].map((k) =>
            Array.from(positions.slice(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3)),
          ) as [number[], number[], number[]];
          const u = b.map((value, axis) => value - a[axis]!);
          const v = c.map((value, axis) => value - a[axis]!);
          const x = u[1]! * v[2]! - u[2]! * v[1]!;
          const z = u[0]! * v[1]! - u[1]! * v[0]!;
          expect(x * (a[0]! + b[0]! + c[0]!) + z * (a[2]! + b[2]! + c[2]!)).toBeGreaterThan(0);
        }
      },
    ),
    runs(31, 40),
  );
});

test("vertices at the seam are shared, while corners have u = 0 on one side and u = 1 on the other", () => {
  const { triangles, uvs } = generateTube({ radius: 1, height: 1, segments: [8, 2] });
  const atSeam = new Map<number, Set<number>>();
  for (const [h, vertex] of triangles.entries()) {
    const u = uvs[2 * h]!;
    expect(u * 8).toBe(u === 1 ? 8 : vertex % 8);
    if (vertex % 8 === 0) atSeam.set(vertex, (atSeam.get(vertex) ?? new Set()).add(u));
  }
  for (const us of atSeam.values()) expect(us).toEqual(new Set([0, 1]));
});

test("the texture is not mirrored: u points right as seen from outside", () => {
  const { triangles, uvs } = generateTube({ radius: 1, height: 1, segments: [5, 3] });
  for (let h = 0; h < triangles.length; h += 3) {
    const [au, av, bu, bv, cu, cv] = Array.from(uvs.slice(2 * h, 2 * h + 6)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect((bu - au) * (cv - av) - (bv - av) * (cu - au)).toBeGreaterThan(0);
  }
});

test.each<[Parameters<typeof generateTube>[0], RegExp]>([
  [{ radius: 0, height: 1, segments: [8, 2] }, /^radius/],
  [{ radius: 1, height: Infinity, segments: [8, 2] }, /^height/],
  [{ radius: 1, height: 1, segments: [2, 2] }, /^segments\.0: .*got 2/],
  [{ radius: 1, height: 1, segments: [8, 0] }, /^segments\.1: .*got 0/],
])("%o is refused", (options, message) => {
  expect(() => generateTube(options)).toThrow(MeshError);
  expect(() => generateTube(options)).toThrow(message);
});
