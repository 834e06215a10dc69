import { expect, test } from "vitest";
import { generateGrid, splitEdge, splitVertex } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";

// A new particle between two pinned ones, or a copy of one, was free: a cut through a pinned row opened there.
function hungSheet(): World {
  return new World({
    cloths: [
      {
        mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
        pins: [
          {
            select: {
              uv: [
                [0, 1],
                [1, 1],
              ],
            },
            motion: [
              { time: 0, translation: [0, 0, 0] },
              { time: 1, translation: [0, 0, 1] },
            ],
          },
        ],
      },
    ],
  });
}

function run(world: World): void {
  for (let i = 0; i < 30; i++) world.step();
}

test("a new particle between two particles of a pin is pinned", () => {
  const world = hungSheet();
  const cloth = world.cloths[0]!;
  const edit = splitEdge(cloth.mesh, cloth.mesh.findEdge(22, 23), 0.25);
  cloth.replay(edit);
  run(world);
  const at = [...cloth.positions.slice(3 * edit.newVertex, 3 * edit.newVertex + 3)];
  const x = edit.start === 22 ? 0.0625 : 0.1875;
  for (const [k, place] of [x, 0.5, 0.5].entries()) expect(at[k]).toBeCloseTo(place, 5);
  expect(cloth.pins[0]!.particles).toContain(edit.newVertex);
});

test("the copy of a pinned particle is pinned by the same pin at the same position", () => {
  const world = hungSheet();
  const cloth = world.cloths[0]!;
  const { vertex, newVertex } = (() => {
    const edit = splitVertex(cloth.mesh, 22, cloth.mesh.trianglesOf(22).slice(0, 1));
    cloth.replay(edit);
    return edit;
  })();
  run(world);
  const at = (p: number): number[] => [...cloth.positions.slice(3 * p, 3 * p + 3)];
  expect(at(newVertex)).toEqual(at(vertex));
  expect(at(vertex)[2]).toBeCloseTo(0.5, 5);
});
