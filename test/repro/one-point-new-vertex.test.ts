import { expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { generateGrid, validate } from "../../src/mesh/index.js";
import { measureAndTear, surfaceOf } from "../tearing/surfaces.js";

// New vertices of a pass were looked up in the caller's table of pinned ones, which had no entries for them yet: they
// counted as pinned, and parts connected only by one of them stayed connected.
test("no new vertex of a pass is left as a one-point connection", () => {
  const random = new Random(3);
  const data = generateGrid({ size: [12, 12], segments: [12, 12] });
  const held = new Uint8Array(data.positions.length / 3);
  const surface = surfaceOf(data, { isHeld: (vertex) => held[vertex] !== 0 });
  const { mesh, positions, damage } = surface;
  for (let i = 0; i < positions.length; i++) positions[i]! += random.uniform(-1, 1);
  const { tears } = measureAndTear(surface, { limit: 1.05, maxTearsPerStep: 1000 });
  expect(tears.length).toBeGreaterThan(20);
  // Some separated as isolated points.
  expect(mesh.vertexCount).toBeGreaterThan(held.length + tears.length);
  for (let v = held.length; v < mesh.vertexCount; v++) expect(damage.isOnePoint(v)).toBe(false);
  expect(validate(mesh)).toBeNull();
});
