import { expect, test } from "vitest";
import { Particles } from "../../src/cloth/index.js";

test("a new particle starts with the air between its origins, and no force yet", () => {
  const particles = new Particles(new Float64Array(6));
  particles.winds.set([1, 2, 3, 5, 6, 7]);
  particles.forces.fill(9);
  for (let newVertex = 2; newVertex < 200; newVertex++) {
    particles.replay({ newVertex, from: 0, to: 1, t: 0.25 });
    expect([...particles.winds.slice(3 * newVertex, 3 * newVertex + 3)]).toEqual([2, 3, 4]);
    expect([...particles.forces.slice(3 * newVertex, 3 * newVertex + 3)]).toEqual([0, 0, 0]);
  }
  expect(particles.winds.length).toBe(particles.positions.length);
  expect(particles.forces.length).toBe(particles.positions.length);
});
