import { describe, expect, test } from "vitest";
import { Random } from "../../src/math/random.js";
import { buildMesh, generateGrid } from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import {
  bruteForceCrossings,
  findCrossings,
  Sides,
  type CountedCloth,
} from "./crossing-counter.js";

/** A soup of triangles and edges; the edges need not belong to triangles. */
function soup(points: ArrayLike<number>, triangles: number[], edges: number[]): CountedCloth {
  return {
    mesh: {
      vertexCount: points.length / 3,
      triangleCount: triangles.length / 3,
      halfedgeVertices: Int32Array.from(triangles),
      edgeCount: edges.length / 2,
      edgeStart: (e) => edges[2 * e]!,
      edgeEnd: (e) => edges[2 * e + 1]!,
    },
    positions: Float64Array.from(points),
  };
}

/** Number of crossings, by both methods. */
function count(...cloths: CountedCloth[]): number {
  const found = findCrossings(cloths);
  expect(found).toEqual(bruteForceCrossings(cloths));
  return found.length;
}

/** Whether a segment crosses the triangle (0, 0, 0), (4, 0, 0), (0, 4, 0), after a change of all points. */
function countThrough(from: number[], to: number[], change = (x: number, _i: number) => x): number {
  const points = [...[0, 0, 0, 4, 0, 0, 0, 4, 0], ...from, ...to].map(change);
  return count(soup(points, [0, 1, 2], [3, 4]));
}

/** The next number in f64 above a number over 0. */
function above(x: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0]!++;
  return new Float64Array(bits.buffer)[0]!;
}

describe("an edge and a triangle", () => {
  test("pierce each other, in either direction and winding", () => {
    expect(countThrough([1, 1, -1], [1, 1, 2])).toBe(1);
    expect(countThrough([1, 1, 2], [1, 1, -1])).toBe(1);
    const points = [...[0, 0, 0, 4, 0, 0, 0, 4, 0], ...[1, 1, -1, 1, 1, 2]];
    expect(count(soup(points, [0, 2, 1], [3, 4]))).toBe(1);
  });

  test("are beside each other", () => {
    expect(countThrough([1, 1, 1], [1, 1, 2])).toBe(0);
    expect(countThrough([3, 3, -1], [3, 3, 2])).toBe(0);
    expect(countThrough([-1, 2, -1], [-1, 2, 2])).toBe(0);
    // The box of the edge contains the triangle, but the edge passes beside the long side.
    expect(countThrough([4.2, -0.1, -1], [-0.1, 4.2, 1])).toBe(0);
  });

  test.each([
    ["an end on the triangle", [1, 1, 0], [1, 1, 2]],
    ["an end on a corner", [0, 0, 0], [1, 1, 2]],
    ["through a corner", [0, 0, -1], [0, 0, 1]],
    ["through a side", [2, 2, -1], [2, 2, 1]],
    ["in the plane, across", [-1, 1, 0], [5, 1, 0]],
    ["in the plane, inside", [1, 1, 0], [1, 2, 0]],
    ["on a side", [0, 0, 0], [4, 0, 0]],
    ["without a length", [1, 1, 0], [1, 1, 0]],
  ])("touch: %s", (_case, from, to) => {
    expect(countThrough(from, to)).toBe(0);
  });

  test("a triangle without area is never crossed", () => {
    const points = [...[0, 0, 0, 2, 2, 0, 4, 4, 0], ...[1, 1, -1, 1, 1, 1]];
    expect(count(soup(points, [0, 1, 2], [3, 4]))).toBe(0);
    expect(count(soup(points, [0, 0, 1], [3, 4]))).toBe(0);
  });

  test("share a vertex of the mesh, or only its place", () => {
    // The edge starts at corner 1, which rounding may put on either side. An equal vertex lies exactly on the triangle.
    const points = [...[0, 0, 0, 4, 0, 0, 0, 4, 0], ...[-1, 1, 1], ...[4, 0, 0]];
    expect(count(soup(points, [0, 1, 2], [1, 3]))).toBe(0);
    expect(count(soup(points, [0, 1, 2], [4, 3]))).toBe(0);
    // A vertex with the same number in another cloth is not shared.
    const triangle = soup([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2], []);
    const edge = soup([1, 1, -1, 1, 1, 1], [], [0, 1]);
    expect(count(triangle, edge)).toBe(1);
    expect(findCrossings([soup([], [], []), edge, triangle])).toEqual([
      { edgeCloth: 1, edge: 0, triangleCloth: 2, triangle: 0 },
    ]);
  });

  test("a shared vertex never counts, whatever the positions", () => {
    // The triangle a, b, c and the edge from a through its own triangle cannot cross properly; with the vertices of two
    // cloths at these places they do.
    const points = [...[0, 0, -1, 4, 0, -1, 0, 4, -1], ...[1, 1, -3], ...[1, 1, 1]];
    expect(count(soup(points, [0, 1, 2], [3, 4]))).toBe(1);
    expect(count(soup(points, [0, 1, 2], [0, 4]))).toBe(0);
    expect(count(soup(points, [0, 1, 2], [4, 0]))).toBe(0);
  });
});

describe("one unit in the last place decides", () => {
  const tiny = Number.MIN_VALUE;

  test("at the plane of the triangle", () => {
    expect(countThrough([1, 1, -1], [1, 1, tiny])).toBe(1);
    expect(countThrough([1, 1, -tiny], [1, 1, tiny])).toBe(1);
    expect(countThrough([1, 1, -1], [1, 1, 0])).toBe(0);
    expect(countThrough([1, 1, -1], [1, 1, -tiny])).toBe(0);
  });

  test("at the long side", () => {
    const inside = 2 - 2 ** -52;
    expect(countThrough([inside, 2, -1], [inside, 2, 1])).toBe(1);
    expect(countThrough([above(2), 2, -1], [above(2), 2, 1])).toBe(0);
  });

  test("at a slanted plane far from the origin", () => {
    // The plane x = y, a million meters away. The differences are exact, but their products are not.
    const far = 1_000_000.1;
    const next = above(far);
    const triangle = [far, far, 0, far + 1, far + 1, 3, far, far, 5];
    const through = (x: number, y: number) =>
      count(soup([...triangle, ...[far + 1, far, 3], ...[x, y, 3]], [0, 1, 2], [3, 4]));
    // From below the plane to just above it, on it, and just below it, at a place inside of the triangle.
    const at = far + 0.25;
    expect(next - far).toBe(2 ** -33);
    expect(through(at, above(at))).toBe(1);
    expect(through(at, at)).toBe(0);
    expect(through(above(at), at)).toBe(0);
  });

  test.each([-1074 + 30, -700, -340, 0, 340, 700, 1020])("in units of 2^%i", (power) => {
    // In two steps: powers under 2⁻¹⁰²² times a number near 1 would be fine, but 2¹⁰²⁰ · 8 is not a number.
    const scale = (x: number) =>
      x * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
    const ulp = 2 ** -29;
    expect(countThrough([1, 1, -1], [1, 1, ulp], scale)).toBe(1);
    expect(countThrough([1, 1, -1], [1, 1, 0], scale)).toBe(0);
    expect(countThrough([1, 1, -1], [1, 1, -ulp], scale)).toBe(0);
    expect(countThrough([2, 2 - ulp, -1], [2, 2 - ulp, 1], scale)).toBe(1);
    expect(countThrough([2, 2, -1], [2, 2, 1], scale)).toBe(0);
    expect(countThrough([2, 2 + ulp, -1], [2, 2 + ulp, 1], scale)).toBe(0);
  });

  test("along axes of very different scales", () => {
    const powers = [-1000, 20, 900];
    const stretch = (x: number, i: number) => x * 2 ** powers[i % 3]!;
    expect(countThrough([1, 1, -1], [1, 1, 2], stretch)).toBe(1);
    expect(countThrough([1, 1, 0], [1, 1, 2], stretch)).toBe(0);
    expect(countThrough([2, 2 - 2 ** -52, -1], [2, 2 - 2 ** -52, 1], stretch)).toBe(1);
    expect(countThrough([2, 2 + 2 ** -51, -1], [2, 2 + 2 ** -51, 1], stretch)).toBe(0);
  });
});

/** A sum of floating-point numbers without rounding: parts that do not overlap, the smallest first. */
type Expansion = number[];

/** Adds a number to an expansion (Shewchuk 1997, grow-expansion with Knuth's two-sum). */
function plus(sum: Expansion, term: number): Expansion {
  const parts: number[] = [];
  let carry = term;
  for (const part of sum) {
    const total = carry + part;
    const back = total - carry;
    const error = carry - (total - back) + (part - back);
    if (error !== 0) parts.push(error);
    carry = total;
  }
  if (carry !== 0) parts.push(carry); // so that the last part has the sign of the sum
  return parts;
}

/** The two halves of a number, 26 bits each (Dekker). */
function halves(x: number): [number, number] {
  const scaled = 134217729 * x;
  const high = scaled - (scaled - x);
  return [high, x - high];
}

/** A product as two parts without rounding (Dekker). */
function product(x: number, y: number): [number, number] {
  const [a, b] = halves(x);
  const [c, d] = halves(y);
  const rounded = x * y;
  return [rounded, b * d - (rounded - a * c - b * c - a * d)];
}

/**
 * The sign of the determinant by another exact method: all 24 products of the 4 × 4 determinant of the points with a
 * fourth coordinate of 1, summed in expansions. For numbers whose products neither overflow nor underflow.
 */
function sideByExpansions(points: Float64Array): number {
  let sum: Expansion = [];
  const at = (point: number, axis: number) => points[3 * point + axis]!;
  for (let omitted = 0; omitted < 4; omitted++) {
    const [p, q, r] = [0, 1, 2, 3].filter((i) => i !== omitted) as [number, number, number];
    // Expanded by the last column: the minor without row i has the sign (−1)^(i + 3). This is −det(b − a, …).
    for (const [i, j, k, own] of [
      ...[[p, q, r, 1] as const, [q, r, p, 1] as const, [r, p, q, 1] as const],
      ...[[p, r, q, -1] as const, [r, q, p, -1] as const, [q, p, r, -1] as const],
    ]) {
      const sign = own * (omitted % 2 === 0 ? 1 : -1);
      for (const part of product(at(i, 0), at(j, 1))) {
        for (const term of product(part, at(k, 2))) sum = plus(sum, sign * term);
      }
    }
  }
  return Math.sign(sum.at(-1) ?? 0);
}

/** The sign in floating point as it comes, without −0. */
function sideByRounding(points: Float64Array): number {
  const [bx, by, bz, cx, cy, cz, dx, dy, dz] = Array.from(
    points.subarray(3),
    (x, i) => x - points[i % 3]!,
  ) as [number, number, number, number, number, number, number, number, number];
  const determinant =
    bz * (cx * dy - dx * cy) + cz * (dx * by - bx * dy) + dz * (bx * cy - cx * by);
  return Math.sign(determinant) + 0;
}

test("signs agree with expansions, also where rounding would decide", () => {
  const random = new Random(1);
  const signs = { "-1": 0, "0": 0, "1": 0 };
  let wrong = 0;
  for (let run = 0; run < 4000; run++) {
    const scale = 2 ** Math.floor(random.uniform(-150, 150));
    // Half of them far from the origin, where rounding moves the last point off the plane of the others.
    const offset = run % 2 === 0 ? 0 : random.uniform(1, 1000);
    // Multiples of 1/8 give points that are exactly in the plane.
    const next = (): number =>
      offset + (run % 3 === 0 ? 0.125 * Math.floor(random.uniform(-9, 9)) : random.uniform(-1, 1));
    const points = Float64Array.from({ length: 12 }, next);
    const [s, t] = [0.25 * Math.floor(random.uniform(-4, 8)), random.uniform(0, 1)];
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [points[k]!, points[3 + k]!, points[6 + k]!];
      const ulps = Math.floor(random.uniform(-2, 3)) * 2 ** -52 * (run % 5 === 0 ? 0 : a);
      points[9 + k] = a + s * (b - a) + (run % 7 === 0 ? 0 : t * (c - a)) + ulps;
    }
    for (let i = 0; i < 12; i++) points[i]! *= scale;
    const sides = new Sides(points);
    const side = sides.of(0, 1, 2, 3);
    expect(sides.exactOf(0, 1, 2, 3)).toBe(side);
    expect(sideByExpansions(points)).toBe(side);
    // Any order of the points gives the same side, up to its sign.
    expect(sides.of(1, 2, 0, 3)).toBe(side);
    expect(sides.of(3, 1, 2, 0) + side).toBe(0);
    signs[side]++;
    if (sideByRounding(points) !== side) wrong++;
  }
  // The cases are hard: all signs occur, and rounding gets many of them wrong.
  expect(Math.min(...Object.values(signs))).toBeGreaterThan(200);
  expect(wrong).toBeGreaterThan(300);
});

test("signs of products that underflow or overflow", () => {
  const random = new Random(2);
  let wrong = 0;
  for (let run = 0; run < 4000; run++) {
    // Each axis has its own scale, which multiplies the determinant and keeps its sign.
    const unit = Float64Array.from({ length: 12 }, () => Math.floor(random.uniform(-9, 9)));
    const powers = [0, 1, 2].map(() => Math.floor(random.uniform(-1070, 1018)));
    // Half of them are products of a few units of the smallest number, and only as a whole large enough.
    if (run % 2 === 0) {
      powers[0] = Math.floor(random.uniform(-700, -400));
      powers[1] = -1078 - powers[0];
      powers[2] = 700;
    }
    const points = unit.map((x, i) => x * 2 ** powers[i % 3]!);
    const side = new Sides(unit).of(0, 1, 2, 3);
    expect(sideByRounding(unit)).toBe(side); // integers this small are exact
    expect(new Sides(points).of(0, 1, 2, 3)).toBe(side);
    expect(new Sides(points).exactOf(0, 1, 2, 3)).toBe(side);
    if (sideByRounding(points) !== side) wrong++;
  }
  expect(wrong).toBeGreaterThan(200);
});

test("the smallest numbers have their place among the others", () => {
  const plane = [0, 0, 0, 4, 2, 0, 0, 0, 4]; // x = 2y
  const sideAt = (x: number, y: number) =>
    new Sides(Float64Array.from([...plane, x, y, 1])).of(0, 1, 2, 3);
  const normal = 2 ** -1022;
  expect(sideAt(normal, normal / 2)).toBe(0);
  expect(sideAt(normal, normal / 2 + Number.MIN_VALUE)).toBe(-1);
  expect(sideAt(normal, normal / 2 - Number.MIN_VALUE)).toBe(1);
});

test("a position that is not finite is an error, not a cloth without crossings", () => {
  const cloth = soup([0, 0, 0, 4, 0, 0, 0, Number.NaN, 0], [0, 1, 2], [0, 1]);
  expect(() => findCrossings([cloth])).toThrow("coordinate 7 is NaN");
  expect(() => bruteForceCrossings([cloth])).toThrow(RangeError);
});

/** A soup of random triangles with random edges between any of their vertices. */
function randomSoup(random: Random, place: (coordinate: number) => number): CountedCloth {
  const vertexCount = 3 + Math.floor(random.uniform(0, 20));
  const vertex = (): number => Math.floor(random.uniform(0, vertexCount));
  const size = random.uniform(0.1, 1);
  const points = Float64Array.from({ length: 3 * vertexCount }, () =>
    place(random.uniform(-size, size)),
  );
  const list = (length: number): number[] => Array.from({ length }, vertex);
  return soup(points, list(3 * vertex()), list(2 * vertex()));
}

/** A strip of cloth that is folded in zigzag, with layers closer than its vertices are rough. */
function foldedSheet(random: Random): CountedCloth {
  const data = generateGrid({ size: [1.6, 0.3], segments: [24, 5] });
  const mesh = buildMesh(data);
  const positions = data.positions.slice();
  const roughness = random.uniform(0, 0.05);
  for (let i = 0; i < positions.length; i += 3) {
    const layer = Math.floor((positions[i]! + 0.8) / 0.41);
    const along = positions[i]! + 0.8 - 0.41 * layer;
    positions[i] = layer % 2 === 0 ? along : 0.41 - along;
    positions[i + 2] = 0.02 * layer;
    for (let k = 0; k < 3; k++) positions[i + k]! += random.uniform(-roughness, roughness);
  }
  return { mesh, positions };
}

describe("boxes find the same as brute force", () => {
  test.each([
    ["anywhere", (x: number) => x],
    ["on a lattice, where most of them touch", (x: number) => 0.25 * Math.floor(4 * x)],
    ["far from the origin", (x: number) => x + 1e6],
    ["so far that they are on a lattice of the last bits", (x: number) => x + 2 ** 49],
    ["tiny", (x: number) => x * 1e-200],
    ["huge", (x: number) => x * 1e300],
  ])("in soups %s", (_name, place) => {
    const random = new Random(3);
    let total = 0;
    for (let run = 0; run < 60; run++) {
      const cloths = Array.from({ length: 1 + (run % 3) }, () => randomSoup(random, place));
      total += count(...cloths);
    }
    expect(total).toBeGreaterThan(100);
  });

  test("in folded sheets", () => {
    const random = new Random(4);
    const totals = Array.from({ length: 10 }, () => count(foldedSheet(random)));
    expect(totals.reduce((sum, one) => sum + one)).toBeGreaterThan(1000);
    const flat = new Random(5);
    flat.uniform = () => 0;
    expect(count(foldedSheet(flat))).toBe(0); // layers that are parallel
  });
});

describe("in a world", () => {
  const size = [1, 1] as const;

  test("two cloths of two triangles cross", () => {
    // The second one is upright in the plane y = 0.05. They meet on the line z = 0 in it, from x = −0.4 to 0.5: the right
    // side and the diagonal of the first one, and the left side and the diagonal of the second one.
    const mesh = generateGrid({ size, segments: [1, 1] });
    const transform = { position: [0.1, 0.05, 0.2], rotation: [90, 0, 0] } as const;
    const world = new World({ cloths: [{ mesh }, { mesh, transform }] });
    const found = findCrossings(world.cloths);
    expect(found).toEqual(bruteForceCrossings(world.cloths));
    const pairs = found.map(({ edgeCloth, triangleCloth }) => [edgeCloth, triangleCloth]);
    expect(pairs).toEqual([...[0, 0].map(() => [0, 1]), ...[0, 0].map(() => [1, 0])]);
  });

  test("a fine cloth and one that only touches it", () => {
    const mesh = generateGrid({ size, segments: [8, 8] });
    const upright = { position: [0.013, 0.007, 0.004], rotation: [90, 0, 0] } as const;
    const crossing = new World({ cloths: [{ mesh }, { mesh, transform: upright }] });
    // Each has 8 diagonals and 9 sides on the line where they meet, of which one each lies beyond the other cloth.
    expect(count(...crossing.cloths)).toBe(2 * (7 + 8));
    const beside = { position: [0.013, 0.007, 0.6], rotation: [90, 0, 0] } as const;
    expect(count(...new World({ cloths: [{ mesh }, { mesh, transform: beside }] }).cloths)).toBe(0);
  });

  test("the pieces of a cut cloth cross each other only once they have moved", () => {
    const mesh = generateGrid({ size, segments: [6, 6] });
    const world = new World({ cloths: [{ mesh }] });
    const line = [
      [0.02, -0.6, 0],
      [0.03, 0.6, 0],
    ] as const;
    world.cut({ line });
    const [cloth] = world.cloths;
    expect(cloth!.mesh.vertexCount).toBeGreaterThan(mesh.positions.length / 3);
    expect(count(cloth!)).toBe(0); // the two sides of the cut are in the same place
    const { positions, mesh: cut } = cloth!;
    const left = (v: number) => cut.trianglesOf(v).every((t) => centerX(cloth!, t) < 0.02);
    const moved = Array.from({ length: cut.vertexCount }, (_, v) => v).filter(left);
    for (const v of moved) {
      const x = positions[3 * v]!;
      positions[3 * v] = 0.35 + 0.3 * x;
      positions[3 * v + 2] = x + 0.26; // the left piece stands upright in the right one
    }
    expect(count(cloth!)).toBeGreaterThan(10);
  });
});

function centerX({ mesh, positions }: CountedCloth, triangle: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += positions[3 * mesh.halfedgeVertices[3 * triangle + k]!]!;
  return sum / 3;
}
