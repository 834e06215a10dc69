import { expect, test } from "vitest";
import { Cloth, MATERIALS } from "../../src/cloth/index.js";
import { Objective } from "../../src/solvers/implicit/objective.js";
import { book } from "../meshes.js";

// A fold from just under half a turn to just over it is a small change. It counted as almost a whole turn in the other
// direction, and the damping of bending kicked the cloth with d · 2π / h.
test("a fold that passes half a turn is damped by its small change", () => {
  const data = book(1, 1);
  const cloth = new Cloth(
    data,
    { ...MATERIALS.cotton, stiffness: 1e-9, bending: 0, shear: 0, bendDamping: 1 },
    data.positions,
    "membrane",
  );
  const { particles, elements } = cloth;
  const hinge = elements[1]!;
  const slot = [...Array(hinge.count).keys()].find((each) => hinge.isAlive(each))!;
  const [i, j, k, l] = hinge.particles.slice(4 * slot, 4 * slot + 4);
  const place = (fold: number): void => {
    particles.positions.set([0, 0, 0], 3 * i!);
    particles.positions.set([1, 0, 0], 3 * j!);
    particles.positions.set([0.5, -1, 0], 3 * k!);
    particles.positions.set([0.5, Math.cos(fold), Math.sin(fold)], 3 * l!);
  };
  const objective = new Objective(cloth);
  place(Math.PI - 0.01);
  objective.begin(1 / 240, []);
  const gradient = new Float64Array(3 * particles.count);
  place(Math.PI + 0.01);
  objective.evaluate(gradient);
  expect(Math.abs(objective.forces[1]![slot]!)).toBeCloseTo(
    0.02 * objective.viscosities[1]![slot]!,
    6,
  );
});
