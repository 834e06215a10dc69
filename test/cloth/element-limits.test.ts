import { expect, test } from "vitest";
import { Cloth, Conditions, MATERIALS, type Elements } from "../../src/cloth/index.js";
import { meshData } from "../meshes.js";

/** Two triangles of side 1 and height 1 on the edge from 0 to 1. */
const REST = [
  [0, 0, 0],
  [1, 0, 0],
  [0.5, 1, 0],
  [0.5, -1, 0],
];
const TRIANGLES = [
  [0, 1, 2],
  [1, 0, 3],
];

/** True if an element has a nonzero condition in a pose. */
function acts(pick: (cloth: Cloth) => [Elements, number], pose: number[][]): boolean {
  const rest = meshData(TRIANGLES, REST);
  const [elements, element] = pick(new Cloth(rest, MATERIALS.cotton, rest.positions, "angles"));
  return elements.evaluate(element, Float64Array.from(pose.flat()), new Conditions());
}

test("the angle at a corner has an effect down to a tenth of either side, and not below", () => {
  // The corner at 0 has the sides to 1, of length 1, and to 2.
  const corner = (cloth: Cloth): [Elements, number] => [cloth.elements[1]!, 0];
  for (const [part, counts] of [
    [0.11, true],
    [0.09, false],
  ] as const) {
    expect(acts(corner, [REST[0]!, [part, 0, 0], ...REST.slice(2)])).toBe(counts);
    expect(acts(corner, [REST[0]!, REST[1]!, REST[2]!.map((x) => part * x), REST[3]!])).toBe(
      counts,
    );
  }
});

test("a corner whose sides are collinear up to rounding has no plane of rotation", () => {
  const corner = (cloth: Cloth): [Elements, number] => [cloth.elements[1]!, 0];
  expect(acts(corner, [REST[0]!, REST[1]!, [0.7, 1e-8, 0], REST[3]!])).toBe(true);
  expect(acts(corner, [REST[0]!, REST[1]!, [0.7, 1e-10, 0], REST[3]!])).toBe(false);
});

test("a hinge has an effect down to a hundredth of the area of either triangle, and not below", () => {
  const hinge = (cloth: Cloth): [Elements, number] => {
    const kind = cloth.elements[2]!;
    return [kind, cloth.mesh.findEdges(0, 1)[0]!];
  };
  for (const [part, counts] of [
    [0.011, true],
    [0.009, false],
  ] as const) {
    expect(acts(hinge, [REST[0]!, REST[1]!, [0.5, part, 0], REST[3]!])).toBe(counts);
    expect(acts(hinge, [REST[0]!, REST[1]!, REST[2]!, [0.5, -part, 0]])).toBe(counts);
  }
});

test("a hinge takes the short way around between folds to either side", () => {
  // Both far corners are 10° off the fold, on one side at rest and on the other in the pose: 20° apart.
  const fold = (angle: number): number[][] => [
    REST[0]!,
    REST[1]!,
    [0.5, Math.cos(angle), Math.sin(angle)],
    [0.5, Math.cos(angle), -Math.sin(angle)],
  ];
  const ten = Math.PI / 36; // half of it
  for (const side of [-1, 1]) {
    const rest = meshData(TRIANGLES, fold(side * ten));
    const cloth = new Cloth(rest, MATERIALS.cotton, rest.positions, "angles");
    const at = new Conditions();
    const hinge = cloth.mesh.findEdges(0, 1)[0]!;
    cloth.elements[2]!.evaluate(hinge, Float64Array.from(fold(-side * ten).flat()), at);
    expect(Math.abs(at.values[0]!)).toBeCloseTo(4 * ten, 12);
  }
});
