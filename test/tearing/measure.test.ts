import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { symmetricEigen } from "../../src/math/symmetric-eigen.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  Candidates,
  CRITERIA,
  measure,
  type TearableSurface,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { SeparationTensors } from "../../src/tearing/separation-tensor.js";
import { BOW_TIE, hexagon, meshData } from "../meshes.js";
import { runs } from "../runs.js";
import { drawnGrid, found } from "./found.js";
import { distanceOf, surfaceOf } from "./surfaces.js";

describe("stretch", () => {
  test("finds edges longer than the limit; severity 1 is at the limit, the axis is that of the edge", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.5, 0, 0], 3); // the spoke to vertex 1 now has 1.5 times its length
    const list = found(surface, { criterion: "stretch", limit: 1.4 });
    expect(list.map(({ edge }) => edge)).toEqual([surface.mesh.findEdge(0, 1)]);
    expect(list[0]!.severity).toBeCloseTo(0.5 / 0.4, 12);
    expect(list[0]!.vertex).toBe(-1);
    expect(list[0]!.axis.map(Math.abs)).toEqual([1, 0, 0]);
    expect(found(surface, { criterion: "stretch", limit: 1.5000001 })).toEqual([]);
  });

  test("without a limit the strength of the material applies, and without either a limit is required", () => {
    const surface = surfaceOf(hexagon(), { breakingStrain: 0.25 });
    surface.positions.set([1.5, 0, 0], 3);
    expect(found(surface, { criterion: "stretch" })[0]!.severity).toBeCloseTo(2, 12);
    expect(() => found(surfaceOf(hexagon()), { criterion: "stretch" })).toThrow(
      "tearing.limit: expected a ratio over 1, but it is missing",
    );
  });

  test("uses the lengths before a stretch limit corrected them", () => {
    const surface = surfaceOf(hexagon());
    const spoke = surface.mesh.findEdge(0, 1);
    surface.unlimitedLengths = surface.restLengths.slice();
    surface.unlimitedLengths[spoke] = 1.5;
    for (const criterion of ["stretch", "separation-tensor"] as const) {
      const list = found(surface, { criterion, limit: criterion === "stretch" ? 1.4 : 1e-6 });
      expect(list.length, criterion).toBe(criterion === "stretch" ? 1 : 0); // one edge alone does not separate
    }
    // The spoke in line with it carries the same: now the vertex between them is under a strain of 0.5.
    surface.unlimitedLengths[surface.mesh.findEdge(0, 4)] = 1.5;
    const list = found(surface, { criterion: "separation-tensor", limit: 0.4 });
    expect(list.map(({ vertex }) => vertex)).toEqual([0]);
    expect(list[0]!.severity).toBeCloseTo(0.5 / 0.4, 12);
  });

  test("an edge of zero length has no axis and is not a candidate", () => {
    const surface = surfaceOf(hexagon(), { tensionOf: () => 10 });
    surface.positions.set([0, 0, 0], 3);
    const spoke = surface.mesh.findEdge(0, 1);
    surface.unlimitedLengths = surface.restLengths.map(() => 2);
    for (const criterion of ["stretch", "tension"] as const) {
      const list = found(surface, { criterion, limit: 1.5 });
      expect(list.map(({ edge }) => edge)).not.toContain(spoke);
      expect(list).toHaveLength(surface.mesh.edgeCount - 1);
    }
  });

  test("without tearing the stretch is still reported", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([2, 0, 0], 3);
    const candidates = new Candidates();
    expect(measure(surface, null, candidates)).toBeCloseTo(2, 12);
    expect(candidates.count).toBe(0);
  });
});

describe("tension", () => {
  test("finds edges with more than the limit, independent of their length", () => {
    const surface = surfaceOf(hexagon(), { tensionOf: (edge) => edge });
    const list = found(surface, { criterion: "tension", limit: 8 });
    expect(list.map(({ edge }) => edge)).toEqual([9, 10, 11]);
    expect(list[2]!.severity).toBeCloseTo(11 / 8, 12);
  });

  test("without a limit every edge has the strength of its material", () => {
    const surface = surfaceOf(hexagon(), {
      breakingStrain: 0.5,
      tensionOf: () => 6,
      forcePerStrainOf: (edge) => 2 * edge, // so edge n has n newtons
    });
    const list = found(surface, { criterion: "tension" });
    expect(list.map(({ edge }) => edge)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(list[3]!.severity).toBeCloseTo(2, 12);
  });

  test("a solver without true material forces requires a limit", () => {
    const surface = surfaceOf(hexagon(), { breakingStrain: 0.5, tensionOf: () => 6 });
    expect(() => found(surface, { criterion: "tension" })).toThrow(RangeError);
    expect(() => found(surface, { criterion: "tension" })).toThrow(
      "tearing.limit: expected a force over 0 N, because this solver does not carry",
    );
  });
});

/**
 * Applies a load, as a fraction of the limit, to a surface: on all edges, or on two spokes of vertex 0 in line.
 */
const LOADS: Record<
  TearingOptions["criterion"],
  { limit: number; put: (surface: TearableSurface, load: number) => void }
> = {
  tension: { limit: 5, put: (surface, load) => (surface.tensionOf = () => 5 * load) },
  stretch: {
    limit: 1.4,
    put: (surface, load) => {
      surface.unlimitedLengths = surface.restLengths.map((length) => (1 + 0.4 * load) * length);
    },
  },
  "separation-tensor": {
    limit: 0.2,
    put: (surface, load) => {
      const { mesh, restLengths } = surface;
      surface.unlimitedLengths = restLengths.slice();
      for (const rim of [1, 4]) surface.unlimitedLengths[mesh.findEdge(0, rim)]! *= 1 + 0.2 * load;
    },
  },
};

describe.each(CRITERIA)("weak points by %s", (criterion) => {
  const { limit, put } = LOADS[criterion];
  const byVertex = criterion === "separation-tensor";

  /** The candidates under a load: edges or vertices with their severities. */
  function severities(
    surface: TearableSurface,
    load: number,
    change: Partial<TearingOptions> = {},
  ): Map<number, number> {
    put(surface, load);
    const list = found(surface, { criterion, limit, path: "weak-point", ...change });
    return new Map(
      list.map(({ edge, vertex, severity }) => [byVertex ? vertex : edge, +severity.toFixed(9)]),
    );
  }

  // Vertex 1 is the start of one of its edges and the end of two others; only vertex 0 has a nonzero tensor.
  const weak = byVertex ? 0 : 1;
  function weakHexagon(): { surface: TearableSurface; own: number[]; all: number[] } {
    const surface = surfaceOf(hexagon());
    surface.damage.setWeak(weak, true);
    const { mesh } = surface;
    if (byVertex) return { surface, own: [0], all: [0] };
    const own = [...mesh.edgesOf(weak)].toSorted((a, b) => a - b);
    expect(new Set(own.map((edge) => mesh.edgeStart(edge) === weak))).toEqual(
      new Set([true, false]),
    );
    return { surface, own, all: Array.from({ length: mesh.edgeCount }, (_, edge) => edge) };
  }

  test("tear at a fraction of the limit, at either end of an edge; the rest does not", () => {
    const { surface, own } = weakHexagon();
    expect(severities(surface, 0.49).size).toBe(0);
    expect([...severities(surface, 0.8).keys()]).toEqual(own);
    // Relative to their own limit.
    expect(new Set(severities(surface, 0.8).values())).toEqual(new Set([1.6]));
  });

  test("have severities relative to their own threshold, intact points relative to the whole limit", () => {
    const { surface, own, all } = weakHexagon();
    const list = severities(surface, 1.2);
    expect([...list.keys()]).toEqual(all);
    for (const [place, severity] of list) expect(severity).toBe(own.includes(place) ? 2.4 : 1.2);
    surface.damage.setWeak(weak, false);
    expect(severities(surface, 0.8).size).toBe(0);
    expect(new Set(severities(surface, 1.2).values())).toEqual(new Set([1.2]));
  });

  test.each(["plane", "slice"] as const)("are as strong as any other for the path %s", (path) => {
    const { surface, all } = weakHexagon();
    expect(severities(surface, 0.8, { path }).size).toBe(0);
    const list = severities(surface, 1.2, { path });
    expect([...list.keys()]).toEqual(all);
    expect(new Set(list.values())).toEqual(new Set([1.2]));
  });

  test("are even weaker at one-point connections, if the options say so", () => {
    // The edges 0–1 and 0–4 lie in line.
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [-1, -1, 0],
      [-1, 0, 0],
    ];
    const surface = surfaceOf(meshData(BOW_TIE, places));
    const own = byVertex ? [0] : [...surface.mesh.edgesOf(0)].toSorted((a, b) => a - b);
    const change = { weakStrength: 0.5, onePointStrength: 0.25 };
    expect(severities(surface, 0.24, change).size).toBe(0);
    const list = severities(surface, 0.3, change);
    expect([...list.keys()]).toEqual(own);
    expect(new Set(list.values())).toEqual(new Set([1.2]));
    // Without their own strength: like weak points.
    expect(severities(surface, 0.3).size).toBe(0);
    const { surface: unparted } = weakHexagon();
    expect(severities(unparted, 0.3, change).size).toBe(0); // weak, but not a one-point connection
    // If they are stronger, weak points tear before them.
    const stronger = { weakStrength: 0.5, onePointStrength: 0.75 };
    expect(severities(surface, 0.6, stronger).size).toBe(0);
    expect(new Set(severities(unparted, 0.6, stronger).values())).toEqual(new Set([1.2]));
  });
});

/** From the edges of one vertex only, as in the text. */
function tensorAt({ mesh, positions, restLengths }: TearableSurface, vertex: number): Float64Array {
  const tensors = new SeparationTensors();
  tensors.begin(mesh.vertexCount);
  for (const edge of mesh.edgesOf(vertex)) {
    const [from, to] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * to + k]! - positions[3 * from + k]!);
    const strain = Math.hypot(x!, y!, z!) / restLengths[edge]! - 1;
    if (strain > 0) tensors.add(from, to, Float64Array.of(x!, y!, z!, strain));
  }
  const tensor = new Float64Array(6);
  tensors.read(vertex, tensor);
  return tensor;
}

describe("separation tensor (Phillips eq. 29 and 30, as O'Brien and Hodgins have it)", () => {
  test("measures the strain of a yarn, along the yarn", () => {
    // Two spokes in line, each with strain 0.2: the tensor is 0.2 along them, and zero otherwise.
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.2, 0, 0], 3 * 1);
    surface.positions.set([-1.2, 0, 0], 3 * 4);
    const tensor = tensorAt(surface, 0);
    expect([...tensor].map((x) => +x.toFixed(12))).toEqual([0.2, 0, 0, 0, 0, 0]);
    const list = found(surface, { criterion: "separation-tensor", limit: 0.1 });
    const center = list.find(({ vertex }) => vertex === 0)!;
    expect(center.edge).toBe(-1);
    expect(center.severity).toBeCloseTo(2, 12);
    expect(center.axis.map((x) => +Math.abs(x).toFixed(12))).toEqual([1, 0, 0]);
  });

  test("without a limit the strength of the material applies", () => {
    const surface = surfaceOf(hexagon(), { breakingStrain: 0.25 });
    surface.positions.set([1.3, 0, 0], 3 * 1);
    surface.positions.set([-1.3, 0, 0], 3 * 4);
    const list = found(surface, { criterion: "separation-tensor" });
    expect(list.map(({ vertex }) => vertex)).toEqual([0]);
    expect(list[0]!.severity).toBeCloseTo(1.2, 12);
  });

  test("an edge of zero length has no direction and does not count", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.2, 0, 0], 3 * 1);
    surface.positions.set([-1.2, 0, 0], 3 * 4);
    surface.positions.set([0, 0, 0], 3 * 2);
    surface.unlimitedLengths = surface.restLengths.slice();
    for (const rim of [1, 2, 4]) surface.unlimitedLengths[surface.mesh.findEdge(0, rim)] = 1.2;
    const list = found(surface, { criterion: "separation-tensor", limit: 0.1 });
    expect(list.find(({ vertex }) => vertex === 0)!.severity).toBeCloseTo(2, 12);
  });

  test("a load on one side alone does not separate, nor does compression", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.2, 0, 0], 3 * 1);
    expect(Math.max(...tensorAt(surface, 0).map(Math.abs))).toBeLessThan(1e-12);
    surface.positions.set([0.7, 0, 0], 3 * 1);
    surface.positions.set([-0.7, 0, 0], 3 * 4);
    expect(Math.max(...tensorAt(surface, 0).map(Math.abs))).toBeLessThan(1e-12);
  });

  test("a stretched sheet is over the limit inside, across the load", () => {
    for (const angle of [0, 0.4, Math.PI / 2]) {
      const list = found(drawnGrid(1.2, angle), { criterion: "separation-tensor", limit: 0.15 });
      const inside = list.filter(({ vertex }) =>
        [6, 7, 8, 11, 12, 13, 16, 17, 18].includes(vertex),
      );
      expect(inside).toHaveLength(9);
      for (const { axis } of inside) {
        const cosine = axis[0]! * Math.cos(angle) + axis[1]! * Math.sin(angle);
        // A vertex of four edges only has strains along and across the grid: its error is as large as the angle.
        expect(Math.abs(cosine)).toBeGreaterThan(Math.cos(0.4) - 1e-9);
        expect(Math.abs(axis[2]!)).toBeLessThan(1e-9);
      }
    }
  });

  test("distinguishes just over the limit from just under it, for any orientation of the cloth", () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    const direction = fc.tuple(part, part, part).filter((d) => Math.hypot(...d) > 0.1);
    fc.assert(
      fc.property(direction, (towards) => {
        // A yarn of strain 0.2 through vertex 0: all components of its tensor depend on the direction.
        const surface = surfaceOf(hexagon());
        const size = Math.hypot(...towards);
        const { mesh, positions } = surface;
        positions.set(
          towards.map((x) => (1.2 * x) / size),
          3 * 1,
        );
        positions.set(
          towards.map((x) => (-1.2 * x) / size),
          3 * 4,
        );
        surface.unlimitedLengths = surface.restLengths.slice();
        for (const rim of [1, 4]) surface.unlimitedLengths[mesh.findEdge(0, rim)] = 1.2;
        const isFound = (limit: number): boolean =>
          found(surface, { criterion: "separation-tensor", limit }).some((c) => c.vertex === 0);
        expect(isFound(0.2 * 0.9999)).toBe(true);
        expect(isFound(0.2 * 1.0001)).toBe(false);
      }),
      runs(42, 200),
    );
  });

  test("matches brute force, at every vertex of any pose", () => {
    const shake = fc.array(fc.double({ min: -0.6, max: 0.6, noNaN: true }), {
      minLength: 24,
      maxLength: 24,
    });
    fc.assert(
      fc.property(shake, fc.double({ min: 0.01, max: 0.5, noNaN: true }), (offsets, limit) => {
        const surface = surfaceOf(generateGrid({ size: [3, 3], segments: [3, 3] }));
        const { mesh, positions, restLengths } = surface;
        for (let i = 0; i < positions.length; i++) positions[i]! += offsets[(i * 7) % 24]!;
        const list = found(surface, { criterion: "separation-tensor", limit });
        for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
          const sum = [0, 0, 0];
          const matrix = [0, 0, 0, 0, 0, 0];
          const add = (factor: number, [x, y, z]: readonly number[]): void => {
            const products = [x! * x!, x! * y!, x! * z!, y! * y!, y! * z!, z! * z!];
            for (const [k, product] of products.entries()) matrix[k]! += factor * product;
          };
          for (const edge of mesh.edgesOf(vertex)) {
            const other = mesh.edgeStart(edge) + mesh.edgeEnd(edge) - vertex;
            const length = distanceOf(positions, vertex, other);
            const strain = length / restLengths[edge]! - 1;
            if (strain <= 0) continue;
            const direction = [0, 1, 2].map(
              (k) => (positions[3 * other + k]! - positions[3 * vertex + k]!) / length,
            );
            for (let k = 0; k < 3; k++) sum[k]! += strain * direction[k]!;
            add(strain / 2, direction);
          }
          const size = Math.hypot(...sum);
          if (size > 0) add(-1 / (2 * size), sum);
          const values = new Float64Array(3);
          symmetricEigen(Float64Array.from(matrix), values, new Float64Array(9));
          const own = list.find((candidate) => candidate.vertex === vertex);
          if (Math.abs(values[0]! - limit) < 1e-9) continue;
          expect(own !== undefined).toBe(values[0]! > limit);
          if (own !== undefined) expect(own.severity).toBeCloseTo(values[0]! / limit, 8);
        }
      }),
      runs(41, 60),
    );
  });
});
