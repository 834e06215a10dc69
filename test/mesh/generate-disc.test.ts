import { expect, test } from "vitest";
import { generateDisc, MeshError } from "../../src/mesh/index.js";
import {
  buildValid,
  eulerCharacteristic,
  smallestAngles,
  signedAreas,
} from "../generate/quality.js";

test.each([1, 2, 3, 10, 25])("a disc of %i rings is valid, with good angles", (rings) => {
  const data = generateDisc({ radius: 0.4, rings });
  const mesh = buildValid(data);
  expect(mesh.vertexCount).toBe(1 + 3 * rings * (rings + 1));
  expect(mesh.triangleCount).toBe(6 * rings * rings);
  expect(eulerCharacteristic(mesh)).toBe(1);
  expect(Math.min(...signedAreas(data))).toBeGreaterThan(0);
  expect(Math.min(...smallestAngles(data))).toBeGreaterThan(40);
  const sides = 6 * rings;
  const area = signedAreas(data).reduce((sum, value) => sum + value, 0);
  expect(area).toBeCloseTo(((sides * 0.16) / 2) * Math.sin((2 * Math.PI) / sides), 12);
});

test("the rim is round, and the texture covers the square around it", () => {
  const { positions, triangles, uvs } = generateDisc({ radius: 2, rings: 8 });
  for (let i = positions.length - 3 * 48; i < positions.length; i += 3) {
    expect(Math.hypot(positions[i]!, positions[i + 1]!)).toBeCloseTo(2, 12);
  }
  for (const [h, vertex] of triangles.entries()) {
    expect(uvs[2 * h]).toBeCloseTo(0.5 + positions[3 * vertex]! / 4, 12);
    expect(uvs[2 * h + 1]).toBeCloseTo(0.5 + positions[3 * vertex + 1]! / 4, 12);
  }
  expect([Math.min(...uvs), Math.max(...uvs)]).toEqual([0, 1]);
});

test.each([
  [{ radius: 0, rings: 3 }, /^radius: .*got 0/],
  [{ radius: Number.NaN, rings: 3 }, /^radius/],
  [{ radius: 1, rings: 0 }, /^rings: .*got 0/],
  [{ radius: 1, rings: 1.5 }, /^rings: .*got 1\.5/],
])("%o is refused", (options, message) => {
  expect(() => generateDisc(options)).toThrow(MeshError);
  expect(() => generateDisc(options)).toThrow(message);
});
