import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bendShearRestLength, Cloth, MATERIALS, selectByUv } from "../../src/cloth/index.js";
import {
  generateGrid,
  splitVertex,
  type MeshData,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { anyChoices, anySoup, hexagon, meshData, randomSplits } from "../meshes.js";
import { runs } from "../runs.js";

const { cotton } = MATERIALS;

describe("bend-shear rest length (Önal eq. 1–4)", () => {
  test("is the distance of the far corners in the flat state, for any two triangles", () => {
    const coordinate = fc.double({ min: 0.1, max: 3, noNaN: true });
    const along = fc.double({ min: -2, max: 3, noNaN: true });
    fc.assert(
      fc.property(along, coordinate, along, coordinate, coordinate, (x1, y1, x2, y2, c) => {
        // The shared edge from (0, 0) to (c, 0), one far corner above it, one below.
        const b = Math.hypot(x1, y1);
        const a = Math.hypot(x1 - c, y1);
        const d = Math.hypot(x2, y2);
        const e = Math.hypot(x2 - c, y2);
        const flat = Math.hypot(x1 - x2, y1 + y2);
        const length = new Float64Array(1);
        bendShearRestLength(Float64Array.of(a, b, c, d, e, 0), length, 0);
        expect(length[0]).toBeCloseTo(flat, 7);
      }),
      runs(4, 500),
    );
  });

  test("does not depend on the pose: a folded pair has the length of the flat one", () => {
    const triangles = [
      [0, 1, 2],
      [1, 0, 3],
    ];
    const folded = meshData(triangles, [
      [0, 0, 0],
      [1, 0, 0],
      [0.3, 0.8, 0],
      [0.6, 0, 0.7],
    ]);
    const cloth = new Cloth(folded, cotton);
    const edge = cloth.mesh.findEdge(0, 1);
    expect(cloth.bendSprings.restLengths[edge]).toBeCloseTo(Math.hypot(0.3, 1.5), 12);
  });

  test("is the same for mixed winding", () => {
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [0.3, 0.8, 0],
      [0.9, -0.7, 0],
    ];
    for (const second of [
      [1, 0, 3],
      [0, 1, 3],
      [3, 0, 1],
    ]) {
      const cloth = new Cloth(meshData([[0, 1, 2], second], places), cotton);
      const edge = cloth.mesh.findEdge(0, 1);
      expect(cloth.bendSprings.restLengths[edge]).toBeCloseTo(Math.hypot(0.6, 1.5), 12);
      expect(ends(cloth, edge)).toEqual([2, 3]);
    }
  });
});

describe("mass", () => {
  test("is a third of each triangle's area times density (Phillips III.B.1)", () => {
    const { particles } = new Cloth(hexagon(), cotton);
    const triangle = Math.sqrt(3) / 4;
    expect(particles.masses[0]).toBeCloseTo((6 * triangle * cotton.density) / 3, 14);
    expect(particles.masses[1]).toBeCloseTo((2 * triangle * cotton.density) / 3, 14);
  });

  test("of a pinned particle is unchanged, but nothing moves it", () => {
    const { particles } = new Cloth(hexagon(), cotton);
    particles.pin(1);
    expect(particles.inverseMasses[1]).toBe(0);
    particles.unpin(1);
    expect(particles.inverseMasses[1]).toBeCloseTo(1 / particles.masses[1]!, 12);
  });
});

describe("stiffness", () => {
  /** Energy per area of a sheet under the strains (x, y), over ½ · stiffness. */
  const energy = (data: MeshData, [strainX, strainY]: [number, number]): number => {
    const { springs, mesh, rest } = new Cloth(data, cotton);
    const moved = data.positions.map((x, i) => x * [1 + strainX, 1 + strainY, 1][i % 3]!);
    let total = 0;
    for (let e = 0; e < mesh.edgeCount; e++) {
      const [a, b] = [3 * mesh.edgeStart(e), 3 * mesh.edgeEnd(e)];
      const length = Math.hypot(moved[b]! - moved[a]!, moved[b + 1]! - moved[a + 1]!);
      total += springs.stiffnesses[e]! * (length - springs.restLengths[e]!) ** 2;
    }
    return total / (sum(rest.areas) * cotton.stiffness);
  };

  test("of a grid is 1.2 times the material's along its sides, at any resolution", () => {
    // Fibers at 0°, 45° and 90° under load along x: narrowing by a fifth minimizes the energy, and 1 + 0.04 + 0.16
    // remains.
    for (const segments of [8, 32]) {
      const data = generateGrid({ size: [1, 1], segments: [segments, segments] });
      expect(energy(data, [1e-5, -0.2e-5]) / 1e-10).toBeCloseTo(1.2, 4);
      expect(energy(data, [-0.2e-5, 1e-5]) / 1e-10).toBeCloseTo(1.2, 4);
      expect(energy(data, [1e-5, -0.1e-5])).toBeGreaterThan(energy(data, [1e-5, -0.2e-5]));
      expect(energy(data, [1e-5, -0.3e-5])).toBeGreaterThan(energy(data, [1e-5, -0.2e-5]));
    }
  });

  test("of equilateral triangles is the material's own", () => {
    expect(energy(hexagon(), [1e-5, -1e-5 / 3]) / 1e-10).toBeCloseTo(1, 4);
  });

  test("and other invalid values are refused by name", () => {
    const make =
      (change: object): (() => Cloth) =>
      () =>
        new Cloth(hexagon(), { ...cotton, ...change });
    expect(make({ density: 0 })).toThrow("material.density: expected a number over 0, got 0");
    expect(make({ stiffness: NaN })).toThrow("material.stiffness");
    expect(make({ damping: -1 })).toThrow("material.damping: expected 0 or more, got -1");
    expect(() => make({})().setMaterial({ stiffness: 0 })).toThrow("material.stiffness");
  });

  test("requires edges with a length", () => {
    const data = hexagon();
    data.positions.copyWithin(3, 6, 9); // vertex 1 has the position of vertex 2
    expect(() => new Cloth(data, cotton)).toThrow(
      "face 0: vertices 1 and 2 have the same position",
    );
  });

  test("can be changed while the cloth moves", () => {
    const cloth = new Cloth(hexagon(), cotton);
    const before = cloth.springs.stiffnesses[0]!;
    cloth.setMaterial({ stiffness: 2 * cotton.stiffness });
    expect(cloth.springs.stiffnesses[0]).toBeCloseTo(2 * before, 9);
    expect(cotton.stiffness).toBe(5000); // the preset itself is frozen
  });
});

describe("replaying edits", () => {
  test("keeps every store consistent with the mesh, through any splits of any soup", () => {
    fc.assert(
      fc.property(anySoup, anyChoices, (data, choices) => {
        const cloth = new Cloth(data, cotton);
        const { mesh, particles, springs } = cloth;
        const mass = sum(particles.masses);
        const restLengthOfPair = restLengthsByAncestors(cloth);
        for (const edit of randomSplits(mesh, choices)) cloth.replay(edit);

        expect(particles.count).toBe(mesh.vertexCount);
        expect(springs.count).toBe(mesh.edgeCount);
        expect(sum(particles.masses.subarray(0, particles.count))).toBeCloseTo(mass, 9);
        for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
          const area = sum(mesh.trianglesOf(vertex).map((t) => cloth.rest.areas[t]!));
          expect(particles.masses[vertex]).toBeCloseTo((area * cotton.density) / 3, 12);
        }
        for (let edge = 0; edge < mesh.edgeCount; edge++) {
          const pair = [mesh.edgeStart(edge), mesh.edgeEnd(edge)].toSorted((a, b) => a - b);
          expect(
            [...springs.particles.slice(2 * edge, 2 * edge + 2)].toSorted((a, b) => a - b),
          ).toEqual(pair);
          expect(springs.restLengths[edge]).toBe(restLengthOfPair(edge));
          expect(ends(cloth, edge)).toEqual(farCorners(mesh, edge));
        }
      }),
      runs(5, 200),
    );
  });

  test("copies position, velocity, rest length, stiffness and damping, never the stretched length", () => {
    const cloth = new Cloth(hexagon(), cotton);
    const { particles, springs, mesh } = cloth;
    particles.positions.set([0.3, 0.2, 0.1], 0); // everything is stretched now
    particles.velocities.set([1, 2, 3], 0);
    const edge = mesh.findEdge(0, 3);
    const before = [springs.restLengths[edge], springs.stiffnesses[edge], springs.dampings[edge]];
    const edit = splitVertex(mesh, 0, [0, 1, 5]);
    cloth.replay(edit);
    const copy = mesh.findEdge(edit.newVertex, 3);
    expect([springs.restLengths[copy], springs.stiffnesses[copy], springs.dampings[copy]]).toEqual(
      before,
    );
    expect([...particles.positions.slice(21, 24)]).toEqual([0.3, 0.2, 0.1]);
    expect([...particles.velocities.slice(21, 24)]).toEqual([1, 2, 3]);
    expect(cloth.edits).toEqual([edit]);
  });

  test("removes the bend-shear spring across a torn edge and adds it where two triangles remain", () => {
    // Three triangles on one edge: no spring. When one separates, the other two get one.
    const book = meshData(
      [
        [0, 1, 2],
        [0, 1, 3],
        [0, 1, 4],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
        [0.5, 1, 0],
        [0.5, -1, 0],
        [0.5, 0, 1],
      ],
    );
    const cloth = new Cloth(book, cotton);
    const edge = cloth.mesh.findEdge(0, 1);
    expect(cloth.bendSprings.isAlive(edge)).toBe(false);
    cloth.replay(splitVertex(cloth.mesh, 0, [2]));
    expect(ends(cloth, edge)).toEqual([2, 3]);
    expect(cloth.bendSprings.restLengths[edge]).toBeCloseTo(2, 12);
    cloth.replay(splitVertex(cloth.mesh, 0, [1]));
    expect(cloth.bendSprings.isAlive(edge)).toBe(false);
  });
});

test("selection by uv includes the borders of the box", () => {
  const { mesh } = new Cloth(generateGrid({ size: [1, 1], segments: [4, 4] }), cotton);
  const box = (low: [number, number], high: [number, number]): number[] =>
    selectByUv(mesh, [low, high]);
  expect(box([0, 1], [1, 1])).toEqual([20, 21, 22, 23, 24]);
  expect(box([0.5, 0.25], [0.75, 0.5])).toEqual([7, 8, 12, 13]);
  expect(box([0.1, 0.1], [0.2, 0.2])).toEqual([]);
});

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function ends({ bendSprings }: Cloth, edge: number): number[] {
  const pair = [...bendSprings.particles.slice(2 * edge, 2 * edge + 2)];
  return pair.includes(-1) ? [] : pair.toSorted((a, b) => a - b);
}

/** Brute force: the corners opposite the edge of its two triangles. */
function farCorners(mesh: TriangleMesh, edge: number): number[] {
  const far: number[] = [];
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    if (mesh.halfedgeEdges[h] === edge) far.push(mesh.halfedgeVertices[mesh.previous(h)]!);
  }
  return far.length === 2 ? far.toSorted((a, b) => a - b) : [];
}

/** The original rest length of an edge, by the lineage of its ends. */
function restLengthsByAncestors({ mesh, springs }: Cloth): (edge: number) => number {
  const key = (a: number, b: number): string => [a, b].toSorted((x, y) => x - y).join();
  const lengths = new Map<string, number>();
  for (let e = 0; e < mesh.edgeCount; e++) {
    lengths.set(key(mesh.edgeStart(e), mesh.edgeEnd(e)), springs.restLengths[e]!);
  }
  const root = (v: number): number =>
    mesh.vertexOrigins[2 * v] === -1 ? v : root(mesh.vertexOrigins[2 * v]!);
  return (edge) => lengths.get(key(root(mesh.edgeStart(edge)), root(mesh.edgeEnd(edge))))!;
}
