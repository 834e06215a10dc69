import { describe, expect, test } from "vitest";
import {
  Attached,
  closestPoint,
  cutAlong,
  updateRestLengths,
  generateGrid,
  originOf,
} from "../../src/mesh/index.js";
import { resolveTearing, type TearableSurface } from "../../src/tearing/index.js";
import { tipYarn, yarnNear, yarnAtTip } from "../../src/tearing/yarn.js";
import { followWeave, weaveOf } from "../../src/tearing/weave.js";
import { drawnGrid, found } from "./found.js";
import { surfaceOf } from "./surfaces.js";

/** A grid of 8 m with cells of 1 m, x and y from −4 to 4, with a slit along points. */
function slit(points: [number, number][], change: Partial<TearableSurface> = {}): TearableSurface {
  const data = generateGrid({ size: [8, 8], segments: [8, 8], diagonals: "one-way" });
  const surface = surfaceOf(data, { spacing: 1, ...change });
  const { mesh } = surface;
  const line = points.map(([x, y]) => closestPoint(mesh, data.positions, [x, y, 0])!);
  const lengths = new Attached(mesh, "edge", Float64Array);
  lengths.values.set(surface.restLengths);
  for (const edit of cutAlong(mesh, data.positions, line).edits) {
    surface.damage.replay(edit);
    updateRestLengths(edit, lengths);
    if (edit.type === "separate-edge") continue;
    const { from } = originOf(edit); // the line runs through vertices
    const copied = surface.positions.subarray(3 * from, 3 * from + 3);
    surface.positions = Float64Array.from([...surface.positions, ...copied]);
  }
  surface.restLengths = lengths.values;
  return surface;
}

/** The vertex of the grid at a position, counted from the bottom row or from the top row. */
function vertexAt({ positions }: TearableSurface, x: number, y: number): number {
  for (let v = 0; 3 * v < positions.length; v++) {
    if (Math.hypot(positions[3 * v]! - x, positions[3 * v + 1]! - y) < 1e-9) return v;
  }
  throw new Error(`no vertex at ${x}, ${y}`);
}

describe("the yarn of a tear", () => {
  test("leads back from its tip, for six edges", () => {
    const short = slit([
      [-4, 0],
      [-1, 0],
    ]);
    expect(yarnAtTip(short, vertexAt(short, -1, 0))).toBe(true);
    expect([tipYarn.weft, tipYarn.warp]).toEqual(
      [-3, 0].map((x) => expect.closeTo(x, 9) as number),
    );
    const long = slit([
      [-4, 0],
      [3, 0],
    ]);
    expect(yarnAtTip(long, vertexAt(long, 3, 0))).toBe(true);
    expect(tipYarn.weft).toBeCloseTo(-6, 9);
  });

  test("rotates with the weave", () => {
    const surface = slit(
      [
        [-4, 0],
        [-1, 0],
      ],
      { weaveAngle: 90 },
    );
    expect(yarnAtTip(surface, vertexAt(surface, -1, 0))).toBe(true);
    expect(tipYarn.weft).toBeCloseTo(0, 9);
    expect(tipYarn.warp).toBeCloseTo(3, 9);
  });

  test("does not exist inside the cloth, on the side of a tear and on a border", () => {
    const surface = slit([
      [-4, 0],
      [0, 0],
    ]);
    for (const [x, y] of [
      [2, 2],
      [-2, 0],
      [-4, 0],
      [4, 0],
    ]) {
      expect(yarnAtTip(surface, vertexAt(surface, x!, y!)), `${x}, ${y}`).toBe(false);
    }
  });

  test("leads back only as far as it is on one yarn", () => {
    // Along the diagonals for three cells, then along the weft for two.
    const surface = slit([
      [-4, -3],
      [-1, 0],
      [1, 0],
    ]);
    expect(yarnAtTip(surface, vertexAt(surface, 1, 0))).toBe(true);
    expect(tipYarn.weft).toBeCloseTo(-2, 9);
    expect(tipYarn.warp).toBeCloseTo(0, 9);
  });

  test("applies to the neighbors of the tip too", () => {
    const surface = slit([
      [-4, 0],
      [0, 0],
    ]);
    expect(yarnNear(surface, vertexAt(surface, 1, 0))).toBe(true);
    expect(tipYarn.warp).toBeCloseTo(0, 9); // straight ahead
    expect(yarnNear(surface, vertexAt(surface, 0, 1))).toBe(true);
    expect(tipYarn.warp).toBeCloseTo(-0.8, 9); // beside it, at the maximum distance
    expect(yarnNear(surface, vertexAt(surface, 3, 0))).toBe(false);
  });
});

describe("at the end of a tear along the weft", () => {
  const surface = slit([
    [-4, 0],
    [0, 0],
  ]);
  const tip = vertexAt(surface, 0, 0);

  /** The angle to which a load at an angle to the weft rotates, degrees from 0 to 180. */
  function rotated(degrees: number, at: number): number {
    const angle = (degrees * Math.PI) / 180;
    const axis = Float64Array.of(Math.cos(angle), Math.sin(angle), 0);
    followWeave(surface, surface.mesh.trianglesOf(tip), 1, axis, at);
    return ((Math.atan2(axis[1]!, axis[0]!) * 180) / Math.PI + 180) % 180;
  }

  test("warp yarns break if the load is not more than twice as large along the weft", () => {
    for (const degrees of [90, 60, 46, 44, 30, 150])
      expect(rotated(degrees, tip)).toBeCloseTo(90, 6);
    for (const degrees of [20, 5]) expect(rotated(degrees, tip)).toBeCloseTo(0, 6);
    // Otherwise the nearer yarn breaks.
    expect(rotated(44, -1)).toBeCloseTo(0, 6);
    expect(rotated(46, -1)).toBeCloseTo(90, 6);
  });
});

describe("the weave of a tear", () => {
  test("is that of the options, or of the surface, or none", () => {
    const surface = drawnGrid(1.2);
    expect(weaveOf(surface, resolveTearing({}))).toBe(0);
    expect(weaveOf({ ...surface, weave: 0.7 }, resolveTearing({}))).toBe(0.7);
    expect(weaveOf({ ...surface, weave: 0.7 }, resolveTearing({ weave: 0 }))).toBe(0);
  });

  test("of the surface has the same effect as that of the options", () => {
    for (const criterion of ["stretch", "separation-tensor"] as const) {
      const options = { criterion, limit: criterion === "stretch" ? 1.05 : 0.05 };
      const output = found(drawnGrid(1.2, 0.5), { ...options, weave: 0.6 });
      const surface: TearableSurface = drawnGrid(1.2, 0.5);
      surface.weave = 0.6;
      expect(found(surface, options)).toEqual(output);
      expect(output).not.toEqual(found(drawnGrid(1.2, 0.5), options));
    }
  });
});
