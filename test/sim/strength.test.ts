import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateGrid, generateTube } from "../../src/mesh/index.js";
import {
  World,
  type ClothOptions,
  type GreyImage,
  type StrengthMapOptions,
} from "../../src/sim/index.js";
import { greyAt } from "../../src/sim/cloth/strength-map.js";
import { PATHS, RESOLUTIONS, type TearingOptions } from "../../src/tearing/index.js";
import { runs } from "../runs.js";
import { pulledSheet } from "../worlds.js";

const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });

function strengthsWith(
  strengthMap: StrengthMapOptions,
  change: Partial<ClothOptions> = {},
  seed = 1,
): number[] {
  const [cloth] = new World({ cloths: [{ mesh, strengthMap, ...change }], seed }).cloths;
  return [...cloth!.strengths.values!.slice(0, cloth!.mesh.vertexCount)];
}

const anyMap = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([width, height]) =>
    fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: width * height,
        maxLength: width * height,
      })
      .map((values): GreyImage => ({ width, height, values: Float64Array.from(values) })),
  );

describe("a map", () => {
  test("is interpolated between the centers of its pixels, v up, and clamped at its borders", () => {
    const coordinate = fc.double({ min: -0.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(anyMap, coordinate, coordinate, (map, u, v) => {
        // Every pixel has a hat function around its center; those of the border extend beyond the image.
        const { width, height, values } = map;
        const hat = (x: number, at: number, count: number): number => {
          const near = Math.min(Math.max(x * count - 0.5, 0), count - 1);
          return Math.max(0, 1 - Math.abs(near - at));
        };
        let sum = 0;
        for (let row = 0; row < height; row++) {
          for (let column = 0; column < width; column++) {
            const weight = hat(u, column, width) * hat(1 - v, row, height);
            sum += weight * values[width * row + column]!;
          }
        }
        expect(greyAt(map, u, v)).toBeCloseTo(sum, 12);
      }),
      runs(65, 300),
    );
  });

  test("has its first row at the top of the texture, and black and white have the given strengths", () => {
    const image = { width: 1, height: 2, values: Float64Array.of(0, 1) };
    const at = (strengths: number[], y: number): number =>
      strengths[
        Array.from({ length: 25 }, (_, v) => v).find((v) => mesh.positions[3 * v + 1] === y)!
      ]!;
    const byDefault = strengthsWith({ image });
    expect([0.5, 0, -0.5].map((y) => at(byDefault, y))).toEqual([0.25, 0.625, 1]);
    const given = strengthsWith({ image: { ...image, black: 3, white: 1 } });
    expect([0.5, 0, -0.5].map((y) => at(given, y))).toEqual([3, 2, 1]);
  });

  test("uses the weakest corner if a vertex has several uvs", () => {
    const tube = generateTube({ radius: 0.3, height: 1, segments: [8, 2] });
    const image = { width: 2, height: 1, values: Float64Array.of(1, 0) };
    const [cloth] = new World({
      cloths: [{ mesh: tube, strengthMap: { image: { ...image, black: 0.5, white: 2 } } }],
    }).cloths;
    const lowest = new Map<number, number>();
    let seams = 0;
    for (const [corner, vertex] of tube.triangles.entries()) {
      const [u, v] = tube.uvs.subarray(2 * corner, 2 * corner + 2);
      const strength = 0.5 + 1.5 * greyAt(image, u!, v!);
      if (lowest.has(vertex) && lowest.get(vertex) !== strength) seams++;
      lowest.set(vertex, Math.min(strength, lowest.get(vertex) ?? Infinity));
    }
    for (const [vertex, strength] of lowest)
      expect(cloth!.strengths.values![vertex]).toBe(strength);
    expect(seams).toBeGreaterThan(0); // the tube is closed
  });

  test("is multiplied with the numbers of the vertices and with noise", () => {
    const image = { width: 1, height: 1, values: Float64Array.of(0.5) };
    const vertices = Array.from({ length: 25 }, (_, v) => 1 + v);
    const noise = { amount: 0.5, size: 0.3 };
    const noisy = strengthsWith({ noise });
    const all = strengthsWith({ image: { ...image, black: 1, white: 2 }, vertices, noise });
    for (const [v, strength] of all.entries())
      expect(strength).toBeCloseTo(1.5 * (1 + v) * noisy[v]!, 12);
  });
});

describe("noise", () => {
  test("weakens by at most its amount, at random by the seed, differently for each cloth", () => {
    const fine = generateGrid({ size: [1, 1], segments: [40, 40] });
    const noise = { amount: 0.6, size: 0.1 };
    const worlds = [1, 1, 2].map(
      (seed) =>
        new World({
          cloths: [
            { mesh: fine, strengthMap: { noise } },
            { mesh: fine, strengthMap: { noise } },
          ],
          seed,
        }),
    );
    const [first, same, other] = worlds.map(({ cloths }) =>
      cloths[0]!.strengths.values!.slice(0, 41 * 41),
    );
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
    expect(worlds[0]!.cloths[1]!.strengths.values!.slice(0, 41 * 41)).not.toEqual(first);
    expect(Math.min(...first!)).toBeGreaterThanOrEqual(0.4);
    expect(Math.min(...first!)).toBeLessThan(0.5);
    expect(Math.max(...first!)).toBeLessThanOrEqual(1);
    expect(Math.max(...first!)).toBeGreaterThan(0.9);
  });

  test("makes a sheet tear elsewhere with another seed, and at the same places with the same", () => {
    const torn = (seed: number): string => {
      const world = pulledSheet({ seed });
      const { options } = world;
      const strong = new World({
        ...options,
        cloths: [{ ...options.cloths[0]!, strengthMap: { noise: { amount: 0.7, size: 0.2 } } }],
      });
      while (strong.stats.tears === 0) strong.step();
      return JSON.stringify(strong.cloths[0]!.tears.torn.tears.map(({ edits }) => edits));
    };
    expect(torn(1)).toBe(torn(1));
    expect(new Set([1, 2, 3, 4, 5].map(torn)).size).toBeGreaterThan(2);
  });
});

describe("invalid options are refused by their fields", () => {
  const image = { width: 2, height: 1, values: Float64Array.of(0, 1) };
  test.for([
    [5, "cloths.0.strengthMap: expected an object with options, got 5"],
    [{ images: {} }, "cloths.0.strengthMap.images: unknown option, did you mean image?"],
    [{ map: { image } }, "cloths.0.strengthMap.map: renamed image in version 0.2"],
    [
      { image: { ...image, black: 0 } },
      "cloths.0.strengthMap.image.black: expected a factor over 0, got 0",
    ],
    [
      { image: { ...image, white: Infinity } },
      "cloths.0.strengthMap.image.white: expected a factor over 0, got Infinity",
    ],
    [
      { image: { ...image, width: 3 } },
      "cloths.0.strengthMap.image.values: expected 3 numbers, one per pixel, got 2",
    ],
    [
      { image: { ...image, height: 0 } },
      "cloths.0.strengthMap.image.height: expected a whole number of 1 or more, got 0",
    ],
    [
      { image: { ...image, values: Float64Array.of(0, 2) } },
      "cloths.0.strengthMap.image.values.1: expected a number from 0 to 1, got 2",
    ],
    [
      { vertices: [1, 2] },
      "cloths.0.strengthMap.vertices: expected 25 numbers, one per vertex, got 2",
    ],
    [
      { vertices: Array(25).fill(-1) },
      "cloths.0.strengthMap.vertices.0: expected a factor over 0, got -1",
    ],
    [
      { noise: { amount: 1, size: 1 } },
      "cloths.0.strengthMap.noise.amount: expected a fraction from 0 to below 1, got 1",
    ],
    [
      { noise: { amount: 0.5, size: 0 } },
      "cloths.0.strengthMap.noise.size: expected a length over 0 m, got 0",
    ],
  ] as const)("%j", ([strength, message]) => {
    expect(
      () => new World({ cloths: [{ mesh, strengthMap: strength as StrengthMapOptions }] }),
    ).toThrow(new RangeError(message));
  });

  test.for([
    [{ damage: 1 }, "tearing.damage: expected a fraction from 0 to under 1, got 1"],
    [{ damage: -0.1 }, "tearing.damage: expected a fraction from 0 to under 1, got -0.1"],
    [{ damageRadius: 0 }, "tearing.damageRadius: expected a length over 0 m, got 0"],
  ] as const)("%j", ([tearing, message]) => {
    expect(() => new World({ cloths: [{ mesh, tearing }] })).toThrow(`cloths.0.${message}`);
  });
});

/** The pulled sheet with other tearing options. */
function sheetWith(tearing: Partial<TearingOptions>, strengthMap?: StrengthMapOptions): World {
  const { options } = pulledSheet();
  const cloth = { ...options.cloths[0]!, ...(strengthMap && { strengthMap }) };
  return new World({
    ...options,
    cloths: [{ ...cloth, tearing: { ...cloth.tearing, ...tearing } }],
  });
}

describe("damage", () => {
  test("of 0 and strengths of 1 change no bit, for any tears", () => {
    for (const path of PATHS) {
      for (const resolve of RESOLUTIONS) {
        const plain = sheetWith({ path, resolve });
        const ones = sheetWith({ path, resolve, damage: 0 }, { vertices: Array(121).fill(1) });
        for (let i = 0; i < 30; i++) {
          plain.step();
          ones.step();
        }
        expect(plain.stats.tears).toBeGreaterThan(0);
        expect(ones.hash()).toBe(plain.hash());
        expect(plain.cloths[0]!.strengths.values).toBeNull();
      }
    }
  });

  test("weakens the cloth around a tear, decreasing with the distance along edges", () => {
    const world = sheetWith({ damage: 0.6, damageRadius: 0.25 });
    while (world.stats.tears === 0) world.step();
    const { strengths, tears, rest, mesh } = world.cloths[0]!;
    const parted = tears.torn.tears.flatMap(({ edits }) =>
      edits.flatMap((edit) => (edit.type === "split-vertex" ? [edit.vertex, edit.newVertex] : [])),
    );
    expect(parted.length).toBeGreaterThan(0);
    const distances = new Float64Array(mesh.vertexCount).fill(Infinity);
    for (const vertex of parted) distances[vertex] = 0;
    for (let round = 0; round < mesh.vertexCount; round++) {
      for (let edge = 0; edge < mesh.edgeCount; edge++) {
        const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
        distances[a] = Math.min(distances[a]!, distances[b]! + rest.lengths[edge]!);
        distances[b] = Math.min(distances[b]!, distances[a] + rest.lengths[edge]!);
      }
    }
    for (let v = 0; v < mesh.vertexCount; v++) {
      expect(strengths.values![v]).toBe(
        distances[v]! <= 0.25 ? 1 - 0.6 * (1 - distances[v]! / 0.25) : 1,
      );
    }
  });

  test("is caused by tears from code, but not by cuts, knives and seams", () => {
    const world = sheetWith({ damage: 0.5 });
    world.cut({
      line: [
        [-0.3, 0, 0],
        [0.3, 0, 0],
      ],
    });
    world.cut({ vertex: 30, axis: [1, 0, 0] });
    expect(world.cloths[0]!.strengths.values).toBeNull();
    expect(world.tear({ vertex: 90, axis: [1, 0, 0] })).not.toBeNull();
    const { values, state } = world.cloths[0]!.strengths;
    expect(values![90]).toBe(0.5);
    world.undoEdits(world.cloths[0]!, 1);
    expect(world.cloths[0]!.strengths.values![90]).toBe(1);
    expect(state!.before.length).toBeGreaterThan(0);
  });

  test("is undone with the cut before it, bit-exactly", () => {
    const world = sheetWith({ damage: 0.5 });
    world.cloths[0]!.strengths.paint({ point: [0, 0, 0], radius: 0.2, strength: 0.7 });
    const before = world.cloths[0]!.strengths.state;
    world.cut({ vertex: 60, axis: [1, 0, 0] });
    while (world.stats.tears < 8) world.step();
    expect(world.cloths[0]!.strengths.state).not.toEqual(before);
    world.undo();
    expect(world.cloths[0]!.strengths.state).toEqual(before);
  });
});
