import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { selectByUv, selectVertices, type Selection } from "../../src/cloth/index.js";
import {
  buildMesh,
  generateGrid,
  inheritPositions,
  splitEdge,
  splitVertex,
} from "../../src/mesh/index.js";
import { anyMesh, randomEdit } from "../meshes.js";
import { rising } from "../oracles.js";
import { runs } from "../runs.js";

const anyNumber = fc.double({ min: -1, max: 5, noNaN: true });

describe("a selection", () => {
  test("matches a search over every corner, distance and index, on any mesh after any edits", () => {
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.nat({ max: 2 ** 30 }), { maxLength: 4 }),
        fc.tuple(anyNumber, anyNumber, anyNumber),
        fc.double({ min: 0, max: 4, noNaN: true }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        (data, choices, center, radius, numbers) => {
          const mesh = buildMesh(data);
          for (const choice of choices) randomEdit(mesh, data.positions, choice);
          const positions = inheritPositions(mesh, data.positions);
          const vertices = [...Array(mesh.vertexCount).keys()];
          const select = (selection: Selection): number[] =>
            selectVertices(mesh, selection, { positions });

          const near = vertices.filter((v) => {
            const squares = [0, 1, 2].map((k) => positions[3 * v + k]! - center[k]!);
            return squares.reduce((sum, x) => sum + x * x, 0) <= radius * radius;
          });
          expect(select({ sphere: { center, radius } })).toEqual(near);

          const ids = numbers.map((x) => x % mesh.vertexCount);
          expect(select({ ids })).toEqual(rising([...new Set(ids)]));

          const box = [
            [0.1, 0.2],
            [0.7, 0.9],
          ] as const;
          const inBox = vertices.filter((v) =>
            [...mesh.cornersOf(v)].some((h) =>
              [0, 1].every((k) => {
                const x = mesh.uvs[2 * h + k]!;
                return x >= box[0][k]! && x <= box[1][k]!;
              }),
            ),
          );
          expect(select({ uv: box })).toEqual(inBox);
          expect(selectByUv(mesh, box)).toEqual(inBox);
        },
      ),
      runs(61, 50, 15_000),
    );
  });

  test("of a sphere includes its surface", () => {
    const data = generateGrid({ size: [2, 2], segments: [2, 2] });
    const at = (radius: number): number[] =>
      selectVertices(buildMesh(data), { sphere: { center: [0, 0, 0], radius } }, data);
    expect(at(1)).toEqual([1, 3, 4, 5, 7]);
    expect(at(0)).toEqual([4]);
  });

  test("of a group includes only its vertices and their copies", () => {
    const data = generateGrid({ size: [1, 1], segments: [4, 4] });
    const mesh = buildMesh(data);
    const top = (): number[] => selectVertices(mesh, { group: "top" }, data);
    expect(top()).toEqual([20, 21, 22, 23, 24]);
    splitEdge(mesh, mesh.findEdge(21, 22), 0.5); // 25
    splitEdge(mesh, mesh.findEdge(25, 22), 0.5); // 26
    splitVertex(mesh, 23, mesh.trianglesOf(23).slice(0, 1)); // 27
    splitEdge(
      mesh,
      mesh.edgesOf(20).find((edge) => !isAmong(edge, top()))!,
      0.5,
    ); // 28, halfway to the row below
    expect(top()).toEqual([20, 21, 22, 23, 24, 25, 26, 27]);

    function isAmong(edge: number, vertices: number[]): boolean {
      return vertices.includes(mesh.edgeStart(edge)) && vertices.includes(mesh.edgeEnd(edge));
    }
  });

  test("that is invalid is refused with its field", () => {
    const data = generateGrid({ size: [1, 1], segments: [2, 2] });
    const line = (selection: Selection, source = data): string => {
      try {
        selectVertices(buildMesh(data), selection, source);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        return (error as Error).message;
      }
      return "good";
    };
    expect(line({ ids: [3, 9] })).toBe("select.ids.1: expected 0 to 8, got 9");
    for (const id of [-1, 0.5, NaN])
      expect(line({ ids: [id] })).toMatch(/^select\.ids\.0: expected a whole number/);
    expect(line({ group: "hem" })).toBe(
      'select.group: expected top or bottom or left or right, got "hem"',
    );
    expect(line({ group: "toString" })).toMatch(/^select\.group: expected .*, got "toString"$/);
    expect(line({ group: "hem" }, { ...data, groups: {} })).toBe(
      'select.group: expected a mesh with groups, got "hem"',
    );
    expect(line({ sphere: { center: [0, 0, 0], radius: -1 } })).toBe(
      "select.sphere.radius: expected a length of 0 m or more, got -1",
    );
    expect(line({ sphere: { center: [0, NaN, 0], radius: 1 } })).toMatch(/^select\.sphere\.center/);
    const reversed: Selection = {
      uv: [
        [1, 1],
        [0, 0],
      ],
    };
    expect(line(reversed)).toBe("select.uv: expected the lower corner first, then the upper one");
    const both = { ids: [0], group: "top" } as Selection;
    expect(line(both)).toBe("select: expected one of uv, sphere, ids, group, got ids, group");
    expect(line({} as Selection)).toBe("select: expected one of uv, sphere, ids, group, got none");
  });
});
