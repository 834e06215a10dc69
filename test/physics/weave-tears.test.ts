import { describe, expect, test } from "vitest";
import { MATERIALS } from "../../src/cloth/index.js";
import { generateIrregular } from "../../src/generate/index.js";
import type { Vector3 } from "../../src/math/vector.js";
import { closestPoint, cutAlong } from "../../src/mesh/index.js";
import { World, type WorldCloth } from "../../src/sim/index.js";
import { SOAK } from "./sheets.js";

const SIDE = 0.5;
const SPACING = 0.025;
const SEEDS = SOAK ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [1, 2, 3, 4, 5];
/** m: by then a rip has a direction, and has not come to a clamp yet. */
const LONG = 0.25;

interface Rip {
  /** m, of all its edges. */
  length: number;
  /** Of its principal axis in the cloth at rest, from x towards y, degrees. */
  direction: number;
}

/** The longest rip since an edit: opened edges that hang together, in the cloth at rest. */
function longestRip({ edits, mesh, rest }: WorldCloth, since: number): Rip {
  const placeOf = (vertex: number): string =>
    rest.positions.subarray(3 * vertex, 3 * vertex + 2).join();
  const neighbours = new Map<string, Set<string>>();
  const join = (a: string, b: string): void => {
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
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
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const rip = new Set([start]);
    for (const place of rip) for (const next of neighbours.get(place)!) rip.add(next);
    for (const place of rip) seen.add(place);
    const edges = [...rip].flatMap((a) =>
      [...neighbours.get(a)!].filter((b) => a < b).map((b) => [...numbers(a), ...numbers(b)]),
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
      const centre = [cx, cy];
      const [p, q] = [(s[a]! + s[a + 2]!) / 2 - centre[a]!, (s[b]! + s[b + 2]!) / 2 - centre[b]!];
      return p * q + ((s[a + 2]! - s[a]!) * (s[b + 2]! - s[b]!)) / 12;
    });
  const angle = Math.atan2(2 * moment(0, 1), moment(0, 0) - moment(1, 1)) / 2;
  return { length, direction: (angle * 180) / Math.PI };
}

/** Degrees between the longest rip of a notched sheet that is drawn apart and the nearer yarn. */
function offTheYarns(weaveAngle: number, weave: number, seed: number): number {
  const mesh = generateIrregular({ size: [SIDE, SIDE], spacing: SPACING, seed });
  const { positions } = mesh;
  const side = (sign: number): number[] =>
    Array.from({ length: positions.length / 3 }, (_, v) => v).filter(
      (v) => sign * positions[3 * v]! > SIDE / 2 - 1.2 * SPACING,
    );
  const pins = [-1, 1].map((sign) => ({
    select: { ids: side(sign) },
    motion: [
      { time: 0, move: [0, 0, 0] as Vector3 },
      { time: 4, move: [0.4 * sign, 0, 0] as Vector3 },
    ],
  }));
  const material = { ...MATERIALS.denim, weave, weaveAngle };
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
  while (world.time < 4 && rip.length < LONG && world.totals().pieces === 1) {
    world.step();
    if (world.tally.tears === tears) continue;
    tears = world.tally.tears;
    rip = longestRip(cloth, since);
  }
  expect(rip.length).toBeGreaterThan(4 * SPACING);
  const off = (((rip.direction - weaveAngle) % 90) + 90) % 90;
  return Math.min(off, 90 - off);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[(values.length - 1) / 2]!;

describe("a sheet of denim drawn apart on irregular meshes", () => {
  test.each([0, 15, 30, 45])("at %s° to the weave rips within 20° of a yarn", (angle) => {
    const offs = SEEDS.map((seed) => offTheYarns(angle, 1, seed));
    expect(median(offs)).toBeLessThan(12);
    // A mesh may have its own way: not more than one in five.
    expect(offs.filter((off) => off < 20).length).toBeGreaterThanOrEqual(0.8 * SEEDS.length);
  });

  test.each([30, 45])("at %s° to the weave, without it, rips across the pull instead", (angle) => {
    const offs = SEEDS.map((seed) => offTheYarns(angle, 0, seed));
    expect(median(offs)).toBeGreaterThan(20);
    expect(offs.filter((off) => off < 20).length).toBeLessThan(0.8 * SEEDS.length);
  });
});
