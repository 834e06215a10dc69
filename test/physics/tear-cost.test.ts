import type * as Three from "three";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Tatter from "../../src/index.js";
import type * as TatterMesh from "../../src/mesh/index.js";
import type * as TatterTearing from "../../src/tearing/index.js";
import type * as TatterThree from "../../src/three/index.js";
import { sample } from "../runs.js";
import { WorkCounter } from "../work-counter.js";

let counter: WorkCounter;
let tatter: typeof Tatter & typeof TatterMesh & typeof TatterTearing;
let three: typeof TatterThree;
let Material: typeof Three.Material;

beforeAll(async () => {
  counter = await WorkCounter.start();
  tatter = {
    ...(await import("../../src/index.js")),
    ...(await import("../../src/mesh/index.js")),
    ...(await import("../../src/tearing/index.js")),
  };
  three = await import("../../src/three/index.js");
  ({ Material } = await import("three"));
});
afterAll(() => counter.stop());

/** Length of a cell, m; a power of two, so that the same positions in small and large grids are bit-exact. */
const CELL = 1 / 64;
const TEARS = 8;

/** The work of each tear in a row of tears through the center of a square grid, from the edit to the render buffers. */
async function workOfTears(
  segments: number,
  path: "plane" | "slice" | "weak-point",
): Promise<number[]> {
  const { World, Pieces, Candidates, generateGrid, order, resolveTearing, tear } = tatter;
  const size = segments * CELL;
  const grid = generateGrid({ size: [size, size], segments: [segments, segments] });
  const world = new World({ cloths: [{ mesh: grid, imperfection: 0 }] });
  const cloth = world.cloths[0]!;
  const { mesh, positions } = cloth;
  for (let i = 1; i < positions.length; i += 3) positions[i]! *= 1.5;
  const image = new three.ClothMesh(cloth, new Material());
  const pieces = new Pieces(mesh);
  const options = resolveTearing({ path, order: "seam-first", limit: 1.25 });
  const candidates = new Candidates();
  const center = segments / 2;
  const vertexAt = (column: number, row: number): number => row * (segments + 1) + column;

  function tearAt(column: number, row: number): void {
    const [a, b] = [vertexAt(column, row), vertexAt(column, row + 1)];
    const edge = mesh.findEdge(a, b);
    if (edge === -1) return;
    const sign = mesh.edgeStart(edge) === a ? 1 : -1;
    const up = Math.sign(positions[3 * b + 1]! - positions[3 * a + 1]!);
    candidates.clear();
    candidates.add(edge, -1, 2, [0, sign * up, 0]);
    const { surface, random } = cloth.tears;
    order(candidates, options.order, surface, random);
    const { tears } = tear(surface, options, candidates);
    cloth.tears.commit(tears, options);
    for (const { edits } of tears) for (const edit of edits) pieces.replay(edit);
    pieces.update();
    image.followEdits();
  }

  // Lists that are reused between tears get their capacity.
  for (const place of [3, segments - 5, segments - 4]) tearAt(place, place);
  const work: number[] = [];
  for (let i = 0; i < TEARS; i++) {
    work.push(await counter.count(() => tearAt(center + i, center)));
  }
  expect(cloth.edits.length).toBeGreaterThan(TEARS / 2);
  return work;
}

describe("the cost of a tear", () => {
  // The counter slows the compiler down, so that large sheets take long to create.
  describe.each(sample([100, 500], [100]))("in %i² cells", (segments) => {
    test.each(["plane", "slice", "weak-point"] as const)(
      "%s: the same work as in a thousand",
      async (path) => {
        const small = await workOfTears(32, path);
        const large = await workOfTears(segments, path);
        expect(large).toEqual(small);
      },
    );
  });

  test("the counter includes work that grows with the mesh", async () => {
    const { buildMesh, generateGrid, triangleAreas } = tatter;
    const [small, large] = [4, 8].map((segments) => {
      const data = generateGrid({ size: [1, 1], segments: [segments, segments] });
      return { mesh: buildMesh(data), positions: data.positions };
    });
    const workOn = ({ mesh, positions }: typeof small & {}): Promise<number> =>
      counter.count(() => triangleAreas(mesh, positions));
    expect(await workOn(large!)).toBeGreaterThan(3 * (await workOn(small!)));
    const copy = large!.positions;
    expect(await counter.count(() => copy.slice())).toBe(copy.length);
    expect(await counter.count(() => copy.fill(0, 3, 6))).toBe(3);
  });
});
