import { expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { measureAndTear, surfaceOf } from "../tearing/surfaces.js";

// Vertices that a pass had just made were looked up in the caller's table of held ones, which had
// no room for them yet: they read as held, and what hung together by one of them alone stayed
// together.
test("no vertex that a pass makes is left as all that joins two parts", () => {
  const random = new Random(3);
  const data = generateGrid({ size: [12, 12], segments: [12, 12] });
  const held = new Uint8Array(data.positions.length / 3);
  const surface = surfaceOf(data, { isHeld: (vertex) => held[vertex] !== 0 });
  const { mesh, positions, damage } = surface;
  for (let i = 0; i < positions.length; i++) positions[i]! += random.between(-1, 1);
  const { tears } = measureAndTear(surface, { limit: 1.05, maxTearsPerStep: 1000 });
  expect(tears.length).toBeGreaterThan(20);
  // Some parted as loose points.
  expect(mesh.vertexCount).toBeGreaterThan(held.length + tears.length);
  for (let v = held.length; v < mesh.vertexCount; v++) expect(damage.isOnePoint(v)).toBe(false);
  expect(validate(mesh)).toBeNull();
});
