import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateIrregular, generateTShirt } from "../../src/generate/index.js";
import { readObj } from "../../src/io/index.js";
import {
  boundaryLoops,
  buildMesh,
  cleanMesh,
  generateDisc,
  generateGrid,
  generateTube,
  MeshError,
  type MeshData,
} from "../../src/mesh/index.js";
import { SHAPES } from "../generate/shapes.js";
import { anySoup, meshData } from "../meshes.js";
import { rising } from "../oracles.js";
import { runs } from "../runs.js";

/** The vertices whose position satisfies a condition, by brute force. */
function where(
  { positions }: MeshData,
  test: (x: number, y: number, z: number) => boolean,
): number[] {
  return [...Array(positions.length / 3).keys()].filter((v) =>
    test(...([...positions.slice(3 * v, 3 * v + 3)] as [number, number, number])),
  );
}

/** The border loops, each as a list of vertices. */
function borders(data: MeshData): number[][] {
  return boundaryLoops(buildMesh(data)).map(({ vertices }) => rising([...new Set(vertices)]));
}

describe("the groups of", () => {
  test("a grid are its sides", () => {
    const data = generateGrid({ size: [3, 2], segments: [5, 4] });
    expect(data.groups).toEqual({
      top: where(data, (_, y) => y === 1),
      bottom: where(data, (_, y) => y === -1),
      left: where(data, (x) => x === -1.5),
      right: where(data, (x) => x === 1.5),
    });
  });

  test("a tube are its ends", () => {
    const data = generateTube({ radius: 1, height: 2, segments: [7, 3] });
    expect(data.groups).toEqual({
      top: where(data, (_, y) => y === 1),
      bottom: where(data, (_, y) => y === -1),
    });
  });

  test("a disc are its rim", () => {
    for (const rings of [1, 2, 5]) {
      const data = generateDisc({ radius: 1, rings });
      expect(data.groups).toEqual({ rim: borders(data)[0] });
    }
  });

  const needle = {
    outline: [
      [0, 0],
      [1, 0],
      [1, 0.2],
    ] as const,
    spacing: 0.03,
  };
  test.each(Object.entries({ ...SHAPES, needle }))(
    "an irregular sheet (%s) are its borders",
    (_, shape) => {
      const data = generateIrregular({ ...shape, seed: 3 });
      expect(data.groups).toEqual({ border: rising(borders(data).flat()) });
    },
  );

  test("a T-shirt are its openings", () => {
    const data = generateTShirt({ spacing: 0.04 });
    const { neck, hem, "left-cuff": left, "right-cuff": right } = data.groups!;
    expect(borders(data)).toHaveLength(4);
    for (const opening of borders(data)) {
      expect([neck, hem, left, right]).toContainEqual(opening);
    }
    const high = (v: number): number => data.positions[3 * v + 1]!;
    const aside = (v: number): number => data.positions[3 * v]!;
    expect(hem!.every((v) => high(v) === -0.36)).toBe(true);
    expect(neck!.every((v) => high(v) > 0.25)).toBe(true);
    expect(left!.every((v) => aside(v) > 0.4)).toBe(true);
    expect(right!.every((v) => aside(v) < -0.4)).toBe(true);
  });

  test("an OBJ file are the vertices of its groups and objects; equal names are one group", () => {
    const places = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 2 0\n";
    const { data } = readObj(
      `${places}f 1 2 3\no flap\ng hem __proto__\nf 4 3 2\ng flap\nf 3 4 5\ng none\n`,
    );
    expect(Object.entries(data.groups!)).toEqual([
      ["default", [0, 1, 2]],
      ["hem", [1, 2, 3]],
      ["__proto__", [1, 2, 3]],
      ["flap", [1, 2, 3, 4]],
      ["none", []],
    ]);
  });
});

describe("groups", () => {
  test("follow their vertices through cleaning", () => {
    fc.assert(
      fc.property(anySoup, fc.array(fc.nat(), { maxLength: 12 }), (soup, choices) => {
        const count = soup.positions.length / 3;
        const some = choices.map((choice) => choice % count);
        // Two vertices with one position, to be welded.
        soup.positions.copyWithin(0, 3 * (count - 1));
        const { data, vertexOfInput } = cleanMesh(
          { ...soup, groups: { some, none: [] } },
          { weld: 0 },
        );
        const kept = new Set(some.map((v) => vertexOfInput[v]!).filter((v) => v !== -1));
        expect(data.groups).toEqual({ some: rising([...kept]), none: [] });
      }),
      runs(33, 35, 10_000),
    );
  });

  test("of missing vertices are refused by name", () => {
    const withGroup = (group: unknown): MeshData => ({
      ...meshData([[0, 1, 2]]),
      groups: { hem: group as number[] },
    });
    expect(() => buildMesh(withGroup([0, 3]))).toThrow(
      new MeshError('groups: vertex 3 of "hem" does not exist (0 to 2)'),
    );
    for (const bad of [[-1], [0.5], [NaN], ["1"], "12", 3]) {
      expect(() => cleanMesh(withGroup(bad))).toThrow(/^groups: .*"hem"/);
    }
  });
});
