import { describe, expect, test } from "vitest";
import { MATERIALS, type ClothMaterial } from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { closestPoint, cutAlong, generateGrid, type MeshData } from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { sample, SOAK } from "../runs.js";
import { pulledApart } from "./sheets.js";

const SIDE = 0.5;
const SPACING = 0.025;
/** Meshes that were not used to choose the rule, which was tuned with the seeds 1 to 16. */
const SEEDS = Array.from({ length: SOAK ? 16 : 5 }, (_, i) => 17 + i);
/** m: long enough for a direction, and not at a clamp yet. */
const LONG = 0.25;

interface Rip {
  /** m, of all its edges. */
  length: number;
  /** Direction of its principal axis in the cloth at rest, from x towards y, degrees. */
  direction: number;
}

/** The longest rip since an edit: connected opened edges, in the cloth at rest. */
function longestRip({ edits, mesh, rest }: WorldCloth, since: number): Rip {
  const placeOf = (vertex: number): string =>
    rest.positions.subarray(3 * vertex, 3 * vertex + 2).join();
  const neighbors = new Map<string, Set<string>>();
  const join = (a: string, b: string): void => {
    neighbors.set(a, (neighbors.get(a) ?? new Set()).add(b));
  };
  for (const edit of edits.slice(since)) {
    if (edit.type !== "split-vertex") continue;
    for (const edge of edit.newEdges) {
      const [a, b] = [placeOf(mesh.edgeStart(edge)), placeOf(mesh.edgeEnd(edge))];
      join(a, b);
      join(b, a);
    }
  }
  let longest: Rip = { length: 0, direction: 0 };
  const seen = new Set<string>();
  for (const start of neighbors.keys()) {
    if (seen.has(start)) continue;
    const rip = new Set([start]);
    for (const place of rip) for (const next of neighbors.get(place)!) rip.add(next);
    for (const place of rip) seen.add(place);
    const edges = [...rip].flatMap((a) =>
      [...neighbors.get(a)!].filter((b) => a < b).map((b) => numbers(a).concat(numbers(b))),
    );
    const found = axisOf(edges);
    if (found.length > longest.length) longest = found;
  }
  return longest;
}

const numbers = (place: string): number[] => place.split(",").map(Number);

/** The principal axis of some segments by their second moments. */
function axisOf(segments: number[][]): Rip {
  const lengths = segments.map(([x, y, u, v]) => Math.hypot(u! - x!, v! - y!));
  const length = lengths.reduce((sum, part) => sum + part, 0);
  const mean = (of: (segment: number[]) => number): number =>
    segments.reduce((sum, segment, i) => sum + lengths[i]! * of(segment), 0) / length;
  const [cx, cy] = [mean(([x, , u]) => (x! + u!) / 2), mean(([, y, , v]) => (y! + v!) / 2)];
  const moment = (a: 0 | 1, b: 0 | 1): number =>
    mean((s) => {
      const center = [cx, cy];
      const [p, q] = [(s[a]! + s[a + 2]!) / 2 - center[a]!, (s[b]! + s[b + 2]!) / 2 - center[b]!];
      return p * q + ((s[a + 2]! - s[a]!) * (s[b + 2]! - s[b]!)) / 12;
    });
  const angle = Math.atan2(2 * moment(0, 1), moment(0, 0) - moment(1, 1)) / 2;
  return { length, direction: (angle * 180) / Math.PI };
}

/** A square cut out of a grid whose lines are its yarns, rotated by an angle; the seed shifts them slightly. */
function wovenSquare(angle: number, seed: number): MeshData {
  const grid = generateGrid({
    size: [2 * SIDE, 2 * SIDE],
    segments: [40, 40],
    diagonals: "alternating",
  });
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const placeOf = (vertex: number): Vec3Tuple => {
    const x = grid.positions[3 * vertex]! + 0.003 * seed;
    const y = grid.positions[3 * vertex + 1]! + 0.0015 * seed;
    return [cosine * x - sine * y, sine * x + cosine * y, 0];
  };
  const numbers = new Map<number, number>();
  const [positions, triangles, uvs]: [number[], number[], number[]] = [[], [], []];
  for (let h = 0; h < grid.triangles.length; h += 3) {
    const corners = [...grid.triangles.subarray(h, h + 3)];
    const center = [0, 1].map((k) => corners.reduce((sum, v) => sum + placeOf(v)[k]! / 3, 0));
    if (center.some((x) => Math.abs(x) > SIDE / 2)) continue;
    for (const vertex of corners) {
      if (!numbers.has(vertex)) {
        numbers.set(vertex, numbers.size);
        positions.push(...placeOf(vertex));
      }
      triangles.push(numbers.get(vertex)!);
    }
    uvs.push(...grid.uvs.subarray(2 * h, 2 * h + 6));
  }
  return {
    positions: Float64Array.from(positions),
    triangles: Int32Array.from(triangles),
    uvs: Float64Array.from(uvs),
  };
}

/**
 * Degrees between the longest rip of a notched sheet of irregular triangles with rotated yarns, and the nearer yarn.
 */
function offOnIrregular(angle: number, weave: number, seed: number): number {
  const mesh = generateIrregular({ size: [SIDE, SIDE], spacing: SPACING, seed });
  return offTheYarns(mesh, { ...MATERIALS.denim, weave, weaveAngle: angle }, angle);
}

/** The same for a sheet whose edges are along its yarns. */
function offOnWoven(angle: number, weave: number, seed: number): number {
  return offTheYarns(wovenSquare(angle, seed), { ...MATERIALS.denim, weave }, angle);
}

function offTheYarns(mesh: MeshData, material: ClothMaterial, angle: number): number {
  const { positions } = mesh;
  const pins = pulledApart(mesh, SIDE / 2 - 1.2 * SPACING, 0.4);
  const tearing = {
    criterion: "separation-tensor",
    path: "slice",
    order: "seam-first",
    maxTearsPerStep: 1,
  } as const;
  const world = new World({ gravity: [0, 0, 0], cloths: [{ mesh, material, pins, tearing }] });
  const cloth = world.cloths[0]!;
  const notch = [-0.5, -0.3].map((y) => closestPoint(cloth.mesh, positions, [0, y * SIDE, 0])!);
  for (const edit of cutAlong(cloth.mesh, positions, notch).edits) cloth.replay(edit);
  const since = cloth.edits.length;
  let [rip, tears]: [Rip, number] = [{ length: 0, direction: 0 }, 0];
  while (world.time < 3 && rip.length < LONG) {
    world.step();
    if (world.stats.tears === tears) continue;
    tears = world.stats.tears;
    rip = longestRip(cloth, since);
  }
  expect(rip.length).toBeGreaterThanOrEqual(LONG);
  const off = (((rip.direction - angle) % 90) + 90) % 90;
  return Math.min(off, 90 - off);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The fraction of some angles under 20°. */
const fractionNear = (offs: number[]): number =>
  offs.filter((off) => off < 20).length / offs.length;

describe("a sheet of denim with edges along its yarns, pulled apart", () => {
  const seeds = Array.from({ length: SOAK ? 20 : 2 }, (_, i) => i + 1);

  test.each([0, 15, 30, 45])(
    "at %s° to the weave rips within 20° of a yarn, 19 times out of 20",
    (angle) => {
      expect(fractionNear(seeds.map((seed) => offOnWoven(angle, 1, seed)))).toBeGreaterThanOrEqual(
        0.95,
      );
    },
  );

  test.each([30, 45])("at %s° to the weave, without it, rips across the load instead", (angle) => {
    expect(median(seeds.map((seed) => offOnWoven(angle, 0, seed)))).toBeGreaterThan(20);
  });
});

describe("a sheet of denim pulled apart on irregular meshes", () => {
  const near: number[] = [];

  test.each(sample([0, 15, 30, 45], [0, 45]))(
    "at %s° to the weave rips within 20° of a yarn",
    (angle) => {
      const offs = SEEDS.map((seed) => offOnIrregular(angle, 1, seed));
      expect(median(offs)).toBeLessThan(20);
      expect(fractionNear(offs)).toBeGreaterThan(0.5);
      near.push(...offs);
    },
  );

  test("rips within 20° of a yarn on at least two meshes out of three, over all angles", () => {
    expect(fractionNear(near)).toBeGreaterThan(0.67);
  });

  // Without the weave, across the load is 0° and 15° off a yarn.
  test.each(sample([30, 45], [45]))(
    "at %s° to the weave, without it, rips across the load instead",
    (angle) => {
      const offs = SEEDS.map((seed) => offOnIrregular(angle, 0, seed));
      expect(median(offs)).toBeGreaterThan(20);
      expect(fractionNear(offs)).toBeLessThan(0.5);
    },
  );
});
