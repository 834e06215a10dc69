import { describe, expect, test } from "vitest";
import { distance } from "../../src/math/vector.js";
import { buildMesh, type MeshData } from "../../src/mesh/index.js";
import { Damage } from "../../src/tearing/index.js";
import { followWeave } from "../../src/tearing/weave.js";
import { meshData } from "../meshes.js";
import { drawnGrid, found, type Found } from "./found.js";

const DEGREE = Math.PI / 180;

/** Triangles in the plane whose texture has the same directions: weft along x, warp along y. */
function woven(triangles: number[][], places: number[][]): MeshData {
  const data = meshData(triangles, places);
  data.uvs = Float64Array.from(triangles.flat().flatMap((v) => places[v]!.slice(0, 2)));
  return data;
}

const SQUARE = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

/**
 * Loads all triangles; returns the effective fraction, and the angle of the resulting axis, degrees.
 */
function pull(
  data: MeshData,
  degrees: number,
  weave: number,
  weaveAngle = 0,
): { part: number; turned: number } {
  const mesh = buildMesh(data);
  const { positions } = data;
  const restLengths = Float64Array.from({ length: mesh.edgeCount }, (_, edge) =>
    distance(positions, 3 * mesh.edgeStart(edge), 3 * mesh.edgeEnd(edge)),
  );
  const damage = new Damage(mesh);
  const surface = { mesh, positions, restLengths, weaveAngle, damage, spacing: 1 };
  const axis = Float64Array.of(Math.cos(degrees * DEGREE), Math.sin(degrees * DEGREE), 0);
  const all = Array.from({ length: mesh.triangleCount }, (_, t) => t);
  const part = followWeave(surface, all, weave, axis);
  expect(Math.hypot(...axis)).toBeCloseTo(1, 12);
  return { part, turned: (Math.atan2(axis[1]!, axis[0]!) / DEGREE + 360) % 360 };
}

describe("weave (Phillips eq. 32)", () => {
  const square = woven(
    [
      [0, 1, 2],
      [0, 2, 3],
    ],
    SQUARE,
  );

  test.each([
    { degrees: 30, yarn: 0 },
    { degrees: 60, yarn: 90 },
    { degrees: 100, yarn: 90 },
    { degrees: 170, yarn: 180 },
    { degrees: 210, yarn: 180 },
    { degrees: 250, yarn: 270 },
  ])(
    "a load at $degrees° counts along the yarn at $yarn° and rotates to it",
    ({ degrees, yarn }) => {
      const between = Math.abs(degrees - yarn);
      const whole = pull(square, degrees, 1);
      expect(whole.part).toBeCloseTo(Math.cos(between * DEGREE), 12);
      expect(whole.turned).toBeCloseTo(yarn, 9);
      // Half the weave: half of the loss, and half of the angle to the yarn.
      const half = pull(square, degrees, 0.5);
      expect(half.part).toBeCloseTo((1 + Math.cos(between * DEGREE)) / 2, 12);
      expect(half.turned).toBeCloseTo((degrees + yarn) / 2, 9);
    },
  );

  test.each([
    { degrees: 30, weaveAngle: 20, yarn: 20 },
    { degrees: 0, weaveAngle: 40, yarn: 40 },
    { degrees: 0, weaveAngle: 50, yarn: -40 },
    { degrees: 100, weaveAngle: -15, yarn: 75 },
    { degrees: 200, weaveAngle: 200, yarn: 200 },
  ])("rotated by $weaveAngle° a yarn is at $yarn°", ({ degrees, weaveAngle, yarn }) => {
    const { part, turned: rotated } = pull(square, degrees, 1, weaveAngle);
    expect(part).toBeCloseTo(Math.cos((degrees - yarn) * DEGREE), 12);
    expect(rotated).toBeCloseTo((yarn + 360) % 360, 9);
    // A texture of another width has its yarns in the same place.
    const wide = { ...square, uvs: square.uvs.map((x, i) => (i % 2 === 0 ? 3 * x : x)) };
    expect(pull(wide, degrees, 1, weaveAngle).turned).toBeCloseTo((yarn + 360) % 360, 9);
    // From u towards v: in a mirrored texture the opposite direction.
    const mirrored = { ...square, uvs: square.uvs.map((x, i) => (i % 2 === 0 ? 1 - x : x)) };
    expect(pull(mirrored, -degrees, 1, weaveAngle).part).toBeCloseTo(part, 12);
  });

  test("a mirrored texture has its yarns in the same place", () => {
    const mirrored = { ...square, uvs: square.uvs.map((x, i) => (i % 2 === 0 ? 1 - x : x)) };
    expect(pull(mirrored, 30, 1).part).toBeCloseTo(Math.cos(30 * DEGREE), 12);
    expect(pull(mirrored, 30, 1).turned).toBeCloseTo(0, 9);
    expect(pull(mirrored, 250, 1).turned).toBeCloseTo(270, 9);
  });

  test("a triangle with opposite winding has the same yarns as its neighbors", () => {
    const turned = woven(
      [
        [0, 1, 2],
        [0, 3, 2],
      ],
      SQUARE,
    );
    expect(pull(turned, 30, 1).part).toBeCloseTo(Math.cos(30 * DEGREE), 12);
    expect(pull(turned, 30, 1).turned).toBeCloseTo(0, 9);
    expect(pull(turned, 60, 1).turned).toBeCloseTo(90, 9);
  });

  test("a load between the yarns counts less, and its axis rotates to the nearer yarn", () => {
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
    // The yarns rotate slightly with the cloth: the weft stays near the x axis.
    expect(angleOf(woven)).toBeLessThan(0.12);
    expect(angleOf(half)).toBeLessThan(angleOf(free));
    expect(woven.severity).toBeLessThan(free.severity);
    expect(woven.severity).toBeGreaterThan(free.severity * (cosine - 0.1));
    expect(half.severity).toBeCloseTo((woven.severity + free.severity) / 2, 6);
  });

  test("a vertex whose load along the yarns is below the limit is not a candidate", () => {
    const isFound = (limit: number): boolean =>
      found(drawnGrid(1.2, Math.PI / 6), {
        criterion: "separation-tensor",
        limit,
        weave: 1,
      }).some(({ vertex }) => vertex === 12);
    const options = { criterion: "separation-tensor", limit: 0.01 } as const;
    const strainOf = (weave: number): number =>
      0.01 *
      found(drawnGrid(1.2, Math.PI / 6), { ...options, weave }).find(({ vertex }) => vertex === 12)!
        .severity;
    const between = (strainOf(0) + strainOf(1)) / 2;
    expect(strainOf(1)).toBeLessThan(0.99 * strainOf(0));
    expect(isFound(between)).toBe(false);
    expect(isFound(0.999 * strainOf(1))).toBe(true);
  });

  test("a load along a yarn counts fully, for edges too", () => {
    for (const weave of [0, 1]) {
      const list = found(drawnGrid(1.2), { criterion: "stretch", limit: 1.1, weave });
      const along = list.filter(({ axis }) => Math.abs(axis[0]!) > 0.999);
      expect(along, `weave ${weave}`).toHaveLength(20); // four in each of the five rows
      for (const { severity } of along) expect(severity).toBeCloseTo(2, 9);
    }
    const diagonals = (weave: number): number =>
      found(drawnGrid(1.2), { criterion: "stretch", limit: 1.09, weave }).length;
    // The diagonals, at 45°, no longer reach the limit.
    expect(diagonals(1)).toBeLessThan(diagonals(0));
  });

  test("cloth without a texture has no weave", () => {
    const surface = drawnGrid(1.2, 0.5);
    surface.mesh.uvs.fill(0);
    const options = { criterion: "separation-tensor", limit: 0.1 } as const;
    expect(found(surface, { ...options, weave: 1 })).toEqual(found(surface, options));
  });
});
