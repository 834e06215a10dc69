import fc from "fast-check";
import { expect, test } from "vitest";
import { readObj, writeObj, type ObjFile, type ObjObject } from "../../src/io/index.js";
import { buildMesh } from "../../src/mesh/index.js";
import { anyChoices, anySoup, randomSplits } from "../meshes.js";
import { runs } from "../runs.js";

/** Group names, and their form in a file. */
const GROUP_NAMES: Record<string, string> = {
  left: "left",
  "the  right\tside": "the_right_side",
  "#1": "_1",
  "C:\\": "C:_",
  "a\\b#c": "a\\b#c",
  "": "_",
  "line\nend": "line_end",
  __proto__x: "__proto__x",
};

const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -2, max: 2, noNaN: true }),
  fc.constantFrom(0, -0, 1, 0.1, 1e-300, 123456789012),
);

/** A torn soup with random positions and uvs, and some triangles in groups. */
const anyObject: fc.Arbitrary<Omit<ObjObject, "name">> = fc
  .record({
    soup: anySoup,
    choices: anyChoices,
    numbers: fc.array(anyNumber, { minLength: 1, maxLength: 50 }),
    groups: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...Object.keys(GROUP_NAMES)),
        picks: fc.array(fc.nat({ max: 1000 }), { maxLength: 12 }),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
  })
  .map(({ soup, choices, numbers, groups }) => {
    const mesh = buildMesh({ ...soup, uvs: soup.uvs.map((_, i) => numbers[i % numbers.length]!) });
    randomSplits(mesh, choices);
    const positions = new Float64Array(3 * mesh.vertexCount);
    for (let i = 0; i < positions.length; i++) positions[i] = numbers[(7 * i) % numbers.length]!;
    const inRange = groups.map(({ name, picks }) => ({
      name,
      triangles: picks.map((pick) => pick % mesh.triangleCount),
    }));
    return { mesh, positions, groups: inRange };
  });

/** Rounds to the nine digits of the writer, without negative zero. */
function kept(values: Iterable<number>): number[] {
  return Array.from(values, (value) => Number(value.toPrecision(9)) + 0);
}

/** Each triangle as text: vertices, positions, uvs, groups and object. */
function described(file: ObjFile): string[] {
  const { positions, triangles, uvs } = file.data;
  const names = (lists: ObjFile["groups"], t: number): string[] =>
    lists.filter((list) => list.triangles.includes(t)).map(({ name }) => name);
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const corners = [...triangles.slice(3 * t, 3 * t + 3)];
    const places = corners.map((v) => [...positions.slice(3 * v, 3 * v + 3)]);
    const groups = names(file.groups, t).toSorted();
    const textures = [...uvs.slice(6 * t, 6 * t + 6)];
    return JSON.stringify([corners, places, textures, groups, names(file.objects, t)]);
  });
}

/** The same from the written file. */
function expected(objects: readonly ObjObject[]): string[] {
  const hasGroups = objects.some(({ groups }) => groups!.length > 0);
  let base = 0;
  return objects.flatMap(({ name, mesh, positions, groups }) => {
    const lines = Array.from({ length: mesh.triangleCount }, (_, t) => {
      const corners = [...mesh.halfedgeVertices.slice(3 * t, 3 * t + 3)];
      const places = corners.map((v) => kept(positions.slice(3 * v, 3 * v + 3)));
      const textures = kept(mesh.uvs.slice(6 * t, 6 * t + 6));
      let names = groups!.filter((g) => g.triangles.includes(t)).map((g) => GROUP_NAMES[g.name]!);
      if (names.length === 0) names = [hasGroups ? name : "default"];
      const vertices = corners.map((v) => v + base);
      return JSON.stringify([vertices, places, textures, names.toSorted(), [name]]);
    });
    base += mesh.vertexCount;
    return lines;
  });
}

test("written files are read back: positions, uvs, winding, groups, objects", () => {
  fc.assert(
    fc.property(fc.array(anyObject, { minLength: 1, maxLength: 3 }), (parts) => {
      const objects = parts.map((part, i) => ({ name: `object_${i}`, ...part }));
      const file = readObj(writeObj(objects));
      expect(file.hasUvs).toBe(true);
      expect(file.ignored).toEqual([]);
      expect([...file.data.positions]).toEqual(objects.flatMap((o) => kept(o.positions)));
      expect(described(file).toSorted()).toEqual(expected(objects).toSorted());
      const written = new Set(objects.flatMap((o) => o.groups!.map((g) => GROUP_NAMES[g.name])));
      for (const name of written) expect(file.groups.map((g) => g.name)).toContain(name);
    }),
    runs(41, 50, 15_000),
  );
});

test("without groups the triangles keep their order", () => {
  fc.assert(
    fc.property(fc.array(anyObject, { minLength: 1, maxLength: 3 }), (parts) => {
      const objects = parts.map((part, i) => ({ ...part, name: `object_${i}`, groups: [] }));
      expect(described(readObj(writeObj(objects)))).toEqual(expected(objects));
    }),
    runs(42, 15, 5000),
  );
});
