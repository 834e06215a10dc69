import { expect, test } from "vitest";
import { Particles } from "../../src/cloth/index.js";
import { buildMesh, generateGrid, splitEdge } from "../../src/mesh/index.js";

test("a new particle has the interpolated air velocity of its origins, and no force yet", () => {
  const data = generateGrid({ size: [1, 1], segments: [1, 1] });
  const mesh = buildMesh(data);
  const particles = new Particles(data.positions, mesh);
  particles.winds.fill(1);
  particles.winds.set([1, 2, 3], 3 * mesh.edgeStart(0));
  particles.winds.set([5, 6, 7], 3 * mesh.edgeEnd(0));
  particles.forces.fill(9);
  for (let i = 0; i < 200; i++) {
    const edit = splitEdge(mesh, 0, 0.25);
    const end = [...particles.winds.slice(3 * edit.end, 3 * edit.end + 3)];
    particles.replay(edit);
    const at = 3 * edit.newVertex;
    const between = [1, 2, 3].map((x, k) => x + 0.25 * (end[k]! - x));
    expect([...particles.winds.slice(at, at + 3)]).toEqual(between);
    expect([...particles.forces.slice(at, at + 3)]).toEqual([0, 0, 0]);
    expect(particles.count).toBe(mesh.vertexCount);
  }
  expect(particles.winds.length).toBe(particles.positions.length);
  expect(particles.forces.length).toBe(particles.positions.length);
});
