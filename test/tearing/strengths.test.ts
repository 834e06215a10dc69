import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { buildMesh, generateGrid, undo, type TopologyEdit } from "../../src/mesh/index.js";
import {
  CRITERIA,
  ORDERS,
  resolveTearing,
  severityAt,
  Strengths,
  tear,
  type TearableSurface,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { GeodesicDistances } from "../../src/tearing/geodesic-distances.js";
import { anyMesh, hexagon, randomEdit } from "../meshes.js";
import { runs } from "../runs.js";
import { found } from "./found.js";
import { surfaceOf, loadedEdges } from "./surfaces.js";

const LIMITS = { tension: 3, stretch: 1.2, "separation-tensor": 0.2 };
const factor = fc.double({ min: 0.1, max: 5, noNaN: true });

/** A randomly deformed grid with random strengths. */
function roughSheet(seed: number): TearableSurface & { strengths: { values: Float64Array } } {
  const random = new Random(seed);
  const surface = surfaceOf(generateGrid({ size: [1, 1], segments: [5, 5] }));
  for (let i = 0; i < surface.positions.length; i++) {
    surface.positions[i]! += random.uniform(-0.08, 0.08);
  }
  const tensions = surface.restLengths.map(() => random.uniform(0, 6));
  const values = new Float64Array(surface.mesh.vertexCount).map(() => random.uniform(0.3, 3));
  return { ...surface, tensionOf: (edge) => tensions[edge]!, strengths: { values } };
}

describe("local strength", () => {
  test.each(CRITERIA)("%s: the load is relative to the strength of the weaker end", (criterion) => {
    let [strong, weak] = [0, 0];
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const surface = roughSheet(seed);
        const { mesh, strengths } = surface;
        const { values } = strengths;
        const options = { criterion, limit: LIMITS[criterion] };
        const plain = { ...surface, strengths: undefined };
        const places = criterion === "separation-tensor" ? mesh.vertexCount : mesh.edgeCount;
        const expected: number[] = [];
        for (let place = 0; place < places; place++) {
          const [edge, vertex] = criterion === "separation-tensor" ? [-1, place] : [place, -1];
          const load = severityAt(plain, resolveTearing(options), edge, vertex);
          const strength =
            edge === -1
              ? values[vertex]!
              : Math.min(values[mesh.edgeStart(edge)]!, values[mesh.edgeEnd(edge)]!);
          expect(severityAt(surface, resolveTearing(options), edge, vertex)).toBeCloseTo(
            load / strength,
            10,
          );
          if (load / strength > 1) expected.push(place);
          if (load > 1 && load / strength < 1) strong++;
          if (load < 1 && load / strength > 1) weak++;
        }
        const list = found(surface, options);
        expect(list.map(({ edge, vertex }) => Math.max(edge, vertex))).toEqual(expected);
        for (const { edge, vertex, severity } of list) {
          const again = severityAt(surface, resolveTearing(options), edge, vertex);
          expect(severity).toBeCloseTo(again, 10);
        }
      }),
      runs(61, 20, 6000),
    );
    expect(strong).toBeGreaterThan(0);
    expect(weak).toBeGreaterThan(0);
  });

  test("at a weak point its fraction of the strength applies, and both are multiplied", () => {
    const surface = { ...surfaceOf(hexagon()), strengths: { values: new Float64Array(7).fill(3) } };
    const spoke = surface.mesh.findEdge(0, 1);
    surface.positions.set([1.6, 0, 0], 3);
    const options = resolveTearing({ limit: 1.1, path: "weak-point", weakStrength: 0.5 });
    expect(severityAt(surface, options, spoke, -1)).toBeCloseTo(2, 10);
    surface.damage.setWeak(1, true);
    expect(severityAt(surface, options, spoke, -1)).toBeCloseTo(4, 10);
  });

  test("an edge is torn in its center only above its whole strength, whatever that is", () => {
    for (const [strength, ratio, kinds] of [
      [2, 1.15, []],
      [2, 1.25, ["edge"]],
      [0.5, 1.04, []],
      [0.5, 1.07, ["edge"]],
    ] as const) {
      const surface = surfaceOf(hexagon());
      surface.positions.set([ratio, 0, 0], 3);
      // A weak end tears much earlier, but pinned vertices cannot split.
      surface.damage.setWeak(1, true);
      surface.isHeld = (vertex) => vertex === 1;
      const strengths = { values: new Float64Array(7).fill(strength) };
      const options = resolveTearing({ limit: 1.1, path: "weak-point" });
      const spoke = surface.mesh.findEdge(0, 1);
      const list = found({ ...surface, strengths }, options).filter(({ edge }) => edge === spoke);
      expect(list).toHaveLength(1);
      const candidates = loadedEdges(
        surface,
        ...list.map(({ edge, severity }) => [edge, severity] as [number, number]),
      );
      for (let i = 0; i < candidates.count; i++) candidates.sequence[i] = i;
      const { tears } = tear({ ...surface, strengths }, options, candidates);
      expect(tears.map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  test.each(ORDERS)("the weaker end splits first, except if an end is on a seam (%s)", (order) => {
    const split = (strengths: number[] | null, torn?: number): number | undefined => {
      const surface: TearableSurface = surfaceOf(generateGrid({ size: [1, 1], segments: [6, 6] }));
      const { mesh } = surface;
      const [a, b] = [24, 25];
      const edge = mesh.findEdge(a, b);
      if (strengths !== null) {
        const values = new Float64Array(mesh.vertexCount).fill(1);
        values.set(strengths, a);
        surface.strengths = { values };
      }
      if (torn !== undefined) {
        const state = surface.damage.state;
        state[torn] = 1;
        surface.damage.state = state;
      }
      const candidates = loadedEdges(surface, [edge, 2]);
      candidates.sequence[0] = 0;
      const options: TearingOptions = resolveTearing({ limit: 1.1, order });
      const { edits } = tear(surface, options, candidates).tears[0]!;
      return edits[0]!.type === "split-vertex" ? edits[0]!.vertex : undefined;
    };
    expect(split([0.5, 0.6])).toBe(24);
    expect(split([0.6, 0.5])).toBe(25);
    expect(split([0.6, 0.6])).toBe(split(null));
    expect(split([0.5, 0.6], 25)).toBe(order === "seam-first" ? 25 : 24);
  });
});

describe("the store of strengths", () => {
  /** Its current numbers, without unused capacity. */
  const numbersOf = (store: Strengths, count: number): unknown => [
    store.values?.slice(0, count),
    store.state,
  ];

  test("follows edits and damage, and undo bit-exactly", () => {
    let damaged = 0;
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.tuple(fc.nat(2 ** 30), fc.boolean()), { minLength: 1, maxLength: 8 }),
        fc.nat(1e6),
        (data, picks, seed) => {
          const surface = surfaceOf(data);
          const { mesh } = surface;
          const random = new Random(seed);
          const given = new Float64Array(mesh.vertexCount).map(() => random.uniform(0.2, 3));
          const store = new Strengths(surface, given);
          const states = [numbersOf(store, mesh.vertexCount)];
          const groups: TopologyEdit[][] = [];
          for (const [pick, wears] of picks) {
            const edits = randomEdit(mesh, data.positions, pick);
            groups.push(edits);
            // Lengths of new edges do not matter here, but they must exist.
            surface.restLengths = new Float64Array(mesh.edgeCount).fill(0.3);
            for (const edit of edits) store.replay(edit);
            for (const edit of edits) checkInherited(store, edit);
            if (wears && edits.length > 0) {
              const start = Math.floor(random.next() * mesh.vertexCount);
              store.addDamage([start], random.next(), random.uniform(0.1, 1));
              damaged++;
            }
            states.push(numbersOf(store, mesh.vertexCount));
          }
          for (let i = groups.length - 1; i >= 0; i--) {
            const { changes } = store;
            const left = store.state!.before.length;
            for (const edit of groups[i]!.toReversed()) {
              undo(mesh, edit);
              store.undo(edit);
            }
            // Owners of a copy must be able to detect that it is outdated.
            expect(store.changes > changes).toBe(store.state!.before.length < left);
            expect(numbersOf(store, mesh.vertexCount)).toEqual(states[i]);
          }
        },
      ),
      runs(62, 35, 10_000),
    );
    expect(damaged).toBeGreaterThan(20);

    function checkInherited({ state }: Strengths, edit: TopologyEdit): void {
      if (edit.type === "separate-edge") return;
      const { given } = state!;
      const made = given[edit.newVertex]!;
      if (edit.type === "split-vertex") expect(made).toBe(given[edit.vertex]);
      else {
        const [a, b] = [given[edit.start]!, given[edit.end]!];
        expect(made).toBeCloseTo((1 - edit.t) * a + edit.t * b, 12);
      }
    }
  });

  test("uses no memory until a strength is set", () => {
    const surface = surfaceOf(hexagon());
    const store = new Strengths(surface);
    const [edit] = randomEdit(surface.mesh, surface.positions, 5);
    if (edit !== undefined) store.replay(edit);
    expect(store.values).toBeNull();
    expect(store.state).toBeNull();
    expect(store.paint({ point: [9, 9, 9], radius: 0.1, strength: 2 })).toBe(0);
    expect(store.values).toBeNull();
  });

  test("is painted in a ball at the current position of the cloth, including its surface", () => {
    fc.assert(
      fc.property(factor, fc.double({ min: 0, max: 1.2, noNaN: true }), (strength, radius) => {
        const surface = surfaceOf(generateGrid({ size: [1, 1], segments: [4, 4] }));
        surface.positions = surface.positions.map((x) => 2 * x);
        const store = new Strengths(surface);
        const point = [0.5, -0.5, 0] as const;
        const count = store.paint({ point: [...point], radius, strength });
        const near = Array.from({ length: surface.mesh.vertexCount }, (_, v) => v).filter(
          (v) =>
            Math.hypot(...[0, 1, 2].map((k) => surface.positions[3 * v + k]! - point[k]!)) <=
            radius + 1e-12,
        );
        expect(count).toBe(near.length);
        for (let v = 0; v < surface.mesh.vertexCount; v++) {
          expect(store.values![v]).toBe(near.includes(v) ? strength : 1);
        }
      }),
      runs(63, 15, 5000),
    );
  });

  test("painted strength is multiplied with damage", () => {
    const store = new Strengths(surfaceOf(hexagon()));
    store.addDamage([0], 0.5, 2);
    expect([...store.values!.slice(0, 3)]).toEqual([0.5, 0.75, 0.75]);
    store.set(1, 4);
    expect([...store.values!.slice(0, 3)]).toEqual([0.5, 3, 0.75]);
    store.addDamage([0], 0.2, 2); // less than its damage
    expect([...store.values!.slice(0, 3)]).toEqual([0.5, 3, 0.75]);
    expect([...store.state!.before]).toEqual([
      -1, 0, 1, -1, 1, 1, -1, 2, 1, -1, 3, 1, -1, 4, 1, -1, 5, 1, -1, 6, 1,
    ]);
  });

  test("refuses invalid strengths, and names the field", () => {
    const surface = surfaceOf(hexagon());
    const store = new Strengths(surface);
    const brush = { point: [0, 0, 0] as [number, number, number], radius: 1, strength: 1 };
    for (const [act, message] of [
      [() => store.set(7, 1), "set.vertex: expected a vertex from 0 to 6, got 7"],
      [() => store.set(0.5, 1), "set.vertex: expected a vertex from 0 to 6, got 0.5"],
      [() => store.set(1, 0), "set.strength: expected a factor over 0, got 0"],
      [() => store.set(1, Infinity), "set.strength: expected a factor over 0, got Infinity"],
      [
        () => store.paint({ ...brush, strength: NaN }),
        "paint.strength: expected a factor over 0, got NaN",
      ],
      [
        () => store.paint({ ...brush, radius: -1 }),
        "paint.radius: expected a length of 0 m or more, got -1",
      ],
      [
        () => store.paint({ ...brush, point: [0, NaN, 0] }),
        "paint.point.1: expected a finite number, got NaN",
      ],
      [
        () => new Strengths(surface, new Float64Array(3)),
        "strengths: expected 7 numbers, one per vertex, got 3",
      ],
      [
        () => new Strengths(surface, new Float64Array(7)),
        "strengths.0: expected a factor over 0, got 0",
      ],
    ] as const) {
      expect(act).toThrow(new RangeError(message));
    }
    expect(store.values).toBeNull();
  });
});

test("the shortest paths along edges match brute force", () => {
  const distances = new GeodesicDistances();
  fc.assert(
    fc.property(
      anyMesh,
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.nat(1e6),
      (data, picks, radius, seed) => {
        const mesh = buildMesh(data);
        const random = new Random(seed);
        const lengths = new Float64Array(mesh.edgeCount).map(() => random.uniform(0.1, 1));
        const from = picks.map((pick) => pick % mesh.vertexCount);
        // Bellman–Ford: every edge, as often as there are vertices.
        const expected = new Float64Array(mesh.vertexCount).fill(Infinity);
        for (const vertex of from) expected[vertex] = 0;
        for (let round = 0; round < mesh.vertexCount; round++) {
          for (let edge = 0; edge < mesh.edgeCount; edge++) {
            const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
            expected[a] = Math.min(expected[a]!, expected[b]! + lengths[edge]!);
            expected[b] = Math.min(expected[b]!, expected[a] + lengths[edge]!);
          }
        }
        distances.find(mesh, lengths, from, radius);
        for (let v = 0; v < mesh.vertexCount; v++) {
          expect(distances.reached.has(v)).toBe(expected[v]! <= radius);
          if (distances.reached.has(v)) expect(distances.distanceTo(v)).toBe(expected[v]);
        }
      },
    ),
    runs(64, 35, 10_000),
  );
});
