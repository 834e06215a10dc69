import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS, type Cloth, type Model } from "../../../src/cloth/index.js";
import { generateGrid, splitVertex, type MeshData } from "../../../src/mesh/index.js";
import { SparsityPattern } from "../../../src/solvers/implicit/sparsity-pattern.js";
import { Dissection } from "../../../src/solvers/implicit/nested-dissection.js";
import { anyMesh, book } from "../../meshes.js";
import { rising } from "../../oracles.js";
import { runs } from "../../runs.js";
import { anyEdits, edit, must, richCloth, usedPairs } from "./cloths.js";

interface Dissected {
  cloth: Cloth;
  couplings: SparsityPattern;
  dissection: Dissection;
}

function dissect(data: MeshData, model: Model): Dissected {
  const cloth = richCloth(data, model);
  const dissection = new Dissection();
  const couplings = new SparsityPattern(cloth, dissection);
  dissection.build(couplings, cloth.rest.positions, cloth.particles.count);
  return { cloth, couplings, dissection };
}

/** A node and its ancestors. */
function pathOf({ parents }: Dissection, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at !== -1; at = parents[at]!) path.push(at);
  return path;
}

/** One tree, with children before their parents. */
function expectTree({ nodeCount, parents, children }: Dissection): void {
  expect([parents.length, children.length]).toEqual([nodeCount, nodeCount]);
  for (let node = 0; node < nodeCount; node++) {
    const isRoot = node === nodeCount - 1;
    must(isRoot ? parents[node] === -1 : parents[node]! > node, `${node} has a later parent`);
    if (!isRoot) must(children[parents[node]!]!.includes(node), `${node} is its parent's child`);
    for (const child of children[node]!) must(parents[child] === node, `${child} has a parent`);
  }
}

/** Every particle belongs to one node, and coupled particles are in ancestor relation. */
function expectOrder(cloth: Cloth, dissection: Dissection): void {
  const { own, nodeOf } = dissection;
  expect(rising(own.flat())).toEqual(Array.from({ length: cloth.particles.count }, (_, p) => p));
  for (const [node, particles] of own.entries()) {
    for (const p of particles) must(nodeOf[p] === node, `${p} knows that it is in ${node}`);
  }
  for (const [a, b] of pairsOf(cloth)) {
    const [nodeA, nodeB] = [nodeOf[a]!, nodeOf[b]!];
    const isOnOnePath =
      pathOf(dissection, nodeA).includes(nodeB) || pathOf(dissection, nodeB).includes(nodeA);
    must(isOnOnePath, `${a} in ${nodeA} and ${b} in ${nodeB} stand above one another`);
  }
}

/**
 * The rim of a node is exact: for each coupled pair the upper particle is on the rims of all nodes from the lower one's
 * node up to below its own, and nothing else is on any rim. So a rim has only particles of ancestors, and is a subset
 * of what its parent has.
 */
function expectRims(cloth: Cloth, dissection: Dissection): void {
  const { own, rims, nodeOf, parents } = dissection;
  const expected = own.map(() => new Set<number>());
  for (const [a, b] of pairsOf(cloth)) {
    const [lower, upper] = nodeOf[a]! < nodeOf[b]! ? [a, b] : [b, a];
    for (const node of pathOf(dissection, nodeOf[lower]!)) {
      if (node === nodeOf[upper]) break;
      expected[node]!.add(upper);
    }
  }
  expect(rims.map((rim) => rising(rim))).toEqual(expected.map((rim) => rising([...rim])));
  for (const [node, rim] of rims.entries()) {
    const above = pathOf(dissection, node).slice(1);
    for (const p of rim) {
      must(above.includes(nodeOf[p]!), `${p} on the rim of ${node} belongs to an ancestor`);
      const parent = parents[node]!;
      const isHandedOn = own[parent]!.includes(p) || rims[parent]!.includes(p);
      must(isHandedOn, `${p} on the rim of ${node} is known to its parent`);
    }
  }
}

function pairsOf(cloth: Cloth): [number, number][] {
  return Array.from(usedPairs(cloth), (pair) => pair.split(" ").map(Number) as [number, number]);
}

function expectSound({ cloth, dissection }: Dissected): void {
  expectTree(dissection);
  expectOrder(cloth, dissection);
  expectRims(cloth, dissection);
}

/** A sheet with a few levels of dissection, or any mesh. */
const anyDivided: fc.Arbitrary<MeshData> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 7, max: 10 }), fc.integer({ min: 3, max: 12 }))
    .map(([columns, rows]) => generateGrid({ size: [1, 1], segments: [columns, rows] })),
  fc
    .tuple(fc.integer({ min: 3, max: 4 }), fc.integer({ min: 3, max: 5 }))
    .map(([pages, segments]) => book(pages, segments)),
  anyMesh,
);

describe.each(MODELS)("the nested dissection of %s", (model) => {
  test("is valid, and stays valid through any edits", () => {
    fc.assert(
      fc.property(anyDivided, anyEdits, (data, choices) => {
        const dissected = dissect(data, model);
        expectSound(dissected);
        for (const choice of choices) {
          edit(dissected.cloth, data.positions, choice);
          dissected.couplings.update();
          expectSound(dissected);
        }
      }),
      runs(411, 13, 2500),
    );
  });

  test("is valid after many edits at once", () => {
    fc.assert(
      fc.property(anyDivided, anyEdits, (data, choices) => {
        const dissected = dissect(data, model);
        for (const choice of choices) edit(dissected.cloth, data.positions, choice);
        dissected.couplings.update();
        expectSound(dissected);
      }),
      runs(412, 13, 2500),
    );
  });

  test("moves a particle up if a page torn from a book lets hinges join the two others", () => {
    let lifts = 0;
    for (const segments of [3, 5, 6, 8]) {
      const dissected = dissect(book(3, segments), model);
      const { cloth, couplings, dissection } = dissected;
      const { mesh, particles, rest } = cloth;
      for (let row = 0; row <= segments; row++) {
        const spine = spineOf(rest.positions, particles.count).find((p) => {
          const torn = lastPage(cloth, p);
          return torn.length > 0 && torn.length < mesh.trianglesOf(p).length;
        })!;
        const before = dissection.nodeOf.slice();
        cloth.replay(splitVertex(mesh, spine, lastPage(cloth, spine)));
        couplings.update();
        for (const [p, node] of before.entries()) if (dissection.nodeOf[p] !== node) lifts++;
        expectSound(dissected);
      }
    }
    expect(lifts).toBeGreaterThan(0);
  });
});

/** The particles on the spine of a book, from end to end. */
function spineOf(positions: Float64Array, count: number): number[] {
  return Array.from({ length: count }, (_, p) => p)
    .filter((p) => Math.abs(positions[3 * p]!) < 1e-9 && Math.abs(positions[3 * p + 2]!) < 1e-9)
    .toSorted((a, b) => positions[3 * a + 1]! - positions[3 * b + 1]!);
}

/** The triangles of the third page of a book at a vertex: those with negative z. */
function lastPage({ mesh, rest }: Cloth, vertex: number): number[] {
  return mesh
    .trianglesOf(vertex)
    .filter((triangle) => mesh.cornersIn(triangle).some((p) => rest.positions[3 * p + 2]! < -1e-9));
}

test("divides a square sheet into small parts with small separators", () => {
  const [small, large] = [31, 63].map((cells) => {
    const { dissection } = dissect(
      generateGrid({ size: [1, 1], segments: [cells, cells] }),
      "membrane",
    );
    const { own, rims, children, nodeCount } = dissection;
    for (let node = 0; node < nodeCount; node++) {
      if (children[node]!.length === 0) expect(own[node]!.length).toBeLessThanOrEqual(12);
      // A line of particles across, at most two wide, with a rim around it.
      else expect(own[node]!.length).toBeLessThanOrEqual(2 * (cells + 1));
      expect(rims[node]!.length).toBeLessThanOrEqual(4 * (cells + 1));
    }
    return own.reduce((sum, list, node) => sum + (list.length + rims[node]!.length) ** 2, 0);
  });
  // Numbers in all fronts: n log n for large sheets, and always less than n √n.
  expect(large! / small!).toBeLessThan(4 ** 1.5);
});
