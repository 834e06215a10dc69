import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { symmetricEigen } from "../../src/math/symmetric-eigen.js";
import { generateGrid } from "../../src/mesh/index.js";
import {
  Candidates,
  measure,
  resolveTearing,
  type TearableSurface,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { SeparationTensors } from "../../src/tearing/separation-tensor.js";
import { hexagon } from "../meshes.js";
import { runs } from "../runs.js";
import { distanceOf, surfaceOf } from "./surfaces.js";

interface Found {
  edge: number;
  vertex: number;
  severity: number;
  axis: number[];
}

function found(surface: TearableSurface, options: Partial<TearingOptions>): Found[] {
  const candidates = new Candidates();
  measure(surface, resolveTearing(options), candidates);
  return Array.from({ length: candidates.count }, (_, i) => ({
    edge: candidates.edges[i]!,
    vertex: candidates.vertices[i]!,
    severity: candidates.severities[i]!,
    axis: [...candidates.axes.slice(3 * i, 3 * i + 3)],
  }));
}

/** A flat grid drawn to `stretch` times its length along an angle, its width kept. */
function drawnGrid(stretch: number, angle = 0): TearableSurface {
  const surface = surfaceOf(generateGrid({ size: [4, 4], segments: [4, 4] }));
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const { positions } = surface;
  for (let v = 0; v < surface.mesh.vertexCount; v++) {
    const along = (stretch - 1) * (positions[3 * v]! * x + positions[3 * v + 1]! * y);
    positions[3 * v]! += along * x;
    positions[3 * v + 1]! += along * y;
  }
  return surface;
}

describe("stretch", () => {
  test("takes the edges longer than the limit; severity 1 is at the limit, the axis is the edge's", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.5, 0, 0], 3); // the spoke to vertex 1 has 1.5 times its length now
    const list = found(surface, { criterion: "stretch", limit: 1.4 });
    expect(list.map(({ edge }) => edge)).toEqual([surface.mesh.findEdge(0, 1)]);
    expect(list[0]!.severity).toBeCloseTo(0.5 / 0.4, 12);
    expect(list[0]!.vertex).toBe(-1);
    expect(list[0]!.axis.map(Math.abs)).toEqual([1, 0, 0]);
    expect(found(surface, { criterion: "stretch", limit: 1.5000001 })).toEqual([]);
  });

  test("without a limit the strength of the material holds, and without either it is asked for", () => {
    const surface = surfaceOf(hexagon(), { strength: 0.25 });
    surface.positions.set([1.5, 0, 0], 3);
    expect(found(surface, { criterion: "stretch" })[0]!.severity).toBeCloseTo(2, 12);
    expect(() => found(surfaceOf(hexagon()), { criterion: "stretch" })).toThrow(
      "tearing.limit: expected a ratio over 1, got nothing",
    );
  });

  test("counts the lengths from before a limit of stretch drew them together", () => {
    const surface = surfaceOf(hexagon());
    const spoke = surface.mesh.findEdge(0, 1);
    surface.unlimitedLengths = surface.restLengths.slice();
    surface.unlimitedLengths[spoke] = 1.5;
    for (const criterion of ["stretch", "separation-tensor"] as const) {
      const list = found(surface, { criterion, limit: criterion === "stretch" ? 1.4 : 1e-6 });
      expect(list.length, criterion).toBe(criterion === "stretch" ? 1 : 0); // one edge alone does not separate
    }
  });

  test("without tearing the stretch is still told", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([2, 0, 0], 3);
    const candidates = new Candidates();
    expect(measure(surface, null, candidates)).toBeCloseTo(2, 12);
    expect(candidates.count).toBe(0);
  });
});

describe("tension", () => {
  test("takes the edges that carry more than the limit, and ignores how long they are", () => {
    const surface = surfaceOf(hexagon(), { tensionOf: (edge) => edge });
    const list = found(surface, { criterion: "tension", limit: 8 });
    expect(list.map(({ edge }) => edge)).toEqual([9, 10, 11]);
    expect(list[2]!.severity).toBeCloseTo(11 / 8, 12);
  });

  test("without a limit every edge bears what the strength of its material allows", () => {
    const surface = surfaceOf(hexagon(), {
      strength: 0.5,
      tensionOf: () => 6,
      forcePerStrainOf: (edge) => 2 * edge, // so edge n bears n newtons
    });
    const list = found(surface, { criterion: "tension" });
    expect(list.map(({ edge }) => edge)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(list[3]!.severity).toBeCloseTo(2, 12);
  });
});

/** By the edges of one vertex alone, as the text has it. */
function tensorAt({ mesh, positions, restLengths }: TearableSurface, vertex: number): Float64Array {
  const tensors = new SeparationTensors();
  tensors.begin(mesh.vertexCount);
  for (const edge of mesh.edgesOf(vertex)) {
    const [from, to] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * to + k]! - positions[3 * from + k]!);
    const strain = Math.hypot(x!, y!, z!) / restLengths[edge]! - 1;
    if (strain > 0) tensors.add(from, to, x!, y!, z!, strain);
  }
  const tensor = new Float64Array(6);
  tensors.read(vertex, tensor);
  return tensor;
}

describe("separation tensor (Phillips eq. 29 and 30, as O'Brien and Hodgins have it)", () => {
  test("reads the strain of a thread, along the thread", () => {
    // Two spokes in line, of strain 0.2 each: the tensor is 0.2 along them, and nothing else.
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.2, 0, 0], 3 * 1);
    surface.positions.set([-1.2, 0, 0], 3 * 4);
    const tensor = tensorAt(surface, 0);
    expect([...tensor].map((x) => +x.toFixed(12))).toEqual([0.2, 0, 0, 0, 0, 0]);
    const list = found(surface, { criterion: "separation-tensor", limit: 0.1 });
    const middle = list.find(({ vertex }) => vertex === 0)!;
    expect(middle.edge).toBe(-1);
    expect(middle.severity).toBeCloseTo(2, 12);
    expect(middle.axis.map((x) => +Math.abs(x).toFixed(12))).toEqual([1, 0, 0]);
  });

  test("a pull in one direction alone separates nothing, pressure neither", () => {
    const surface = surfaceOf(hexagon());
    surface.positions.set([1.2, 0, 0], 3 * 1);
    expect(Math.max(...tensorAt(surface, 0).map(Math.abs))).toBeLessThan(1e-12);
    surface.positions.set([0.7, 0, 0], 3 * 1);
    surface.positions.set([-0.7, 0, 0], 3 * 4);
    expect(Math.max(...tensorAt(surface, 0).map(Math.abs))).toBeLessThan(1e-12);
  });

  test("a sheet that is drawn apart is over the limit inside, across the pull", () => {
    for (const angle of [0, 0.4, Math.PI / 2]) {
      const list = found(drawnGrid(1.2, angle), { criterion: "separation-tensor", limit: 0.15 });
      const inside = list.filter(({ vertex }) =>
        [6, 7, 8, 11, 12, 13, 16, 17, 18].includes(vertex),
      );
      expect(inside).toHaveLength(9);
      for (const { axis } of inside) {
        const cosine = axis[0]! * Math.cos(angle) + axis[1]! * Math.sin(angle);
        // A vertex of four edges sees the strains along and across the grid alone: it is off by as much as the angle.
        expect(Math.abs(cosine)).toBeGreaterThan(Math.cos(0.4) - 1e-9);
        expect(Math.abs(axis[2]!)).toBeLessThan(1e-9);
      }
    }
  });

  test("is what brute force finds, at every vertex of any pose", () => {
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

describe("weave (Phillips eq. 32)", () => {
  test("a pull between the yarns counts less, and its axis turns to the nearer yarn", () => {
    const angle = Math.PI / 6; // 30° off the weft
    const cosine = Math.cos(angle);
    const along = (weave: number): Found => {
      const list = found(drawnGrid(1.2, angle), {
        criterion: "separation-tensor",
        limit: 0.05,
        weave,
      });
      return list.find(({ vertex }) => vertex === 12)!;
    };
    const [free, woven, half] = [along(0), along(1), along(0.5)];
    const angleOf = ({ axis }: Found): number => Math.atan2(Math.abs(axis[1]!), Math.abs(axis[0]!));
    expect(Math.abs(angleOf(free) - angle)).toBeLessThan(0.15);
    // The yarns themselves turn a little with the cloth: weft stays near the x axis.
    expect(angleOf(woven)).toBeLessThan(0.12);
    expect(angleOf(half)).toBeLessThan(angleOf(free));
    expect(woven.severity).toBeLessThan(free.severity);
    expect(woven.severity).toBeGreaterThan(free.severity * (cosine - 0.1));
    expect(half.severity).toBeCloseTo((woven.severity + free.severity) / 2, 6);
  });

  test("a pull along a yarn counts whole, for edges too", () => {
    for (const weave of [0, 1]) {
      const list = found(drawnGrid(1.2), { criterion: "stretch", limit: 1.1, weave });
      const along = list.filter(({ axis }) => Math.abs(axis[0]!) > 0.999 && weave === 0);
      for (const { severity } of along) expect(severity).toBeCloseTo(2, 9);
    }
    const diagonals = (weave: number): number =>
      found(drawnGrid(1.2), { criterion: "stretch", limit: 1.09, weave }).length;
    expect(diagonals(1)).toBeLessThan(diagonals(0)); // the diagonals, at 45°, no longer reach the limit
  });

  test("cloth without a texture has no weave", () => {
    const surface = drawnGrid(1.2, 0.5);
    surface.mesh.uvs.fill(0);
    const options = { criterion: "separation-tensor", limit: 0.1 } as const;
    expect(found(surface, { ...options, weave: 1 })).toEqual(found(surface, options));
  });
});
