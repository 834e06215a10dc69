import fc from "fast-check";
import { expect, test } from "vitest";
import { FileFormatError, readObj, readTriangle } from "../../src/io/index.js";
import { buildMesh, type MeshData } from "../../src/mesh/index.js";
import { runs } from "../runs.js";

const OBJ = `# two quads and a pentagon
mtllib cloth.mtl
o sheet
v 0 0 0
v 1 0 0 0.5 0.5 0.5
v 1.5 1e0 0
v -.5 +1 .25
v 0 2 0
v 1 2 0
vt 0 0
vt 1 0
vt 1 1
vn 0 0 1
g left right
usemtl cotton
s 1
f 1/1 2/2 3/3 4//1
f 4 3/3/1 6/-1 5
g
f -6 -5 -4 \\
  -1 -2
l 1 2
`;
const NODE = "# square\n4 2 1 1\n1 0 0 7 1\n2 1 0 7 1\n3 1 1 7 0\n4 0 1 7 0\n";
const ELE = "2 6 0\n1 1 2 3 4 4 4\n2 1 3 4 2 2 2\n";

const WORDS =
  "v|vt|vn|f|g|o|#|\\|\\\n|\n|\r\n|\r| |\t|/|//|-|+|.|e|E|0|1|-1|7|99|1e9|1e999|-1e308|1e308|5e-324|NaN|Infinity|0x1|1/1/1|2//2|3/|\u0000|\uFEFF|é|💥|f 1 2 3 4 5 6\n|v 1 1 1\n|99999999999999999999".split(
    "|",
  );

const anyEdits = fc.array(
  fc.record({
    at: fc.nat({ max: 1000 }),
    remove: fc.oneof(fc.constant(0), fc.nat({ max: 4 }), fc.nat({ max: 60 })),
    insert: fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 6 })),
  }),
  { minLength: 1, maxLength: 6 },
);

type Edits = typeof anyEdits extends fc.Arbitrary<infer T> ? T : never;

function mutate(text: string, edits: Edits): string {
  let result = text;
  for (const { at, remove, insert } of edits) {
    const start = at % (result.length + 1);
    result = result.slice(0, start) + insert + result.slice(start + remove);
  }
  return result;
}

/** Reads a file; expects a mesh that `buildMesh` accepts, or a one-line error. */
function expectMeshOrError(read: () => { data: MeshData }): "mesh" | "error" {
  let data: MeshData;
  try {
    ({ data } = read());
  } catch (error) {
    expect(error).toBeInstanceOf(FileFormatError);
    expect((error as Error).message).toMatch(/^(\.(node|ele))?( ?line \d+)?: .|^no face in this/);
    expect((error as Error).message).not.toMatch(/[\r\n]|undefined/);
    return "error";
  }
  expect(data.triangles.length).toBeGreaterThan(0);
  buildMesh(data); // refuses any index out of range, repeated corner and NaN
  return "mesh";
}

test("a damaged OBJ file gives a valid mesh or a FileFormatError", () => {
  const settings = runs(51, 600, 200_000);
  const seen = { mesh: 0, error: 0 };
  fc.assert(
    fc.property(anyEdits, (edits) => {
      const text = mutate(OBJ, edits);
      seen[expectMeshOrError(() => readObj(text))]++;
    }),
    settings,
  );
  expect(Math.min(seen.mesh, seen.error)).toBeGreaterThan(settings.numRuns / 20); // both outcomes occur
});

test("a damaged .node or .ele file gives a valid mesh or a FileFormatError", () => {
  fc.assert(
    fc.property(anyEdits, anyEdits, fc.boolean(), (nodeEdits, eleEdits, onlyNode) => {
      const node = onlyNode ? mutate(NODE, nodeEdits) : NODE;
      const ele = onlyNode ? ELE : mutate(ELE, eleEdits);
      expectMeshOrError(() => readTriangle(node, ele));
    }),
    runs(52, 400, 100_000),
  );
});

test("a word is a number if and only if it is a decimal number", () => {
  const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
  const characters = fc.constantFrom(..."00112359+-..eExX_,n".split(""));
  const word = fc.string({ unit: characters, minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.oneof(word, fc.double({ noNaN: true }).map(String)), (word) => {
      const text = `v ${word} 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3`;
      const isNumber =
        decimal.test(word) || Number.isFinite(Number(word.replaceAll(/[xX_]/g, "?")));
      if (isNumber) expect(readObj(text).data.positions[0]).toBe(Number(word));
      else expect(() => readObj(text)).toThrow(FileFormatError);
    }),
    runs(53, 400, 100_000),
  );
});

test("whitespace, line ends, comments and joined lines change nothing", () => {
  const blank = fc.constantFrom(" ", "\t", "   ", " \\\n", "\\\r\n ", " \\\r\t");
  const lineEnd = fc.constantFrom("\n", "\r\n", "\r", " \n", " # so\n", "\n\n", "\n#\\\n", "\n \t");
  const plain = OBJ.replaceAll("\\\n", "").trim();
  const pieces = plain.split(/(\s+)/);
  const { data, groups, objects } = readObj(OBJ);
  fc.assert(
    fc.property(
      fc.array(blank, { minLength: 1, maxLength: 9 }),
      fc.array(lineEnd, { minLength: 1, maxLength: 9 }),
      (blanks, lineEnds) => {
        const text = pieces
          .map((piece, i) => {
            if (i % 2 === 0) return piece;
            return piece.includes("\n") ? lineEnds[i % lineEnds.length] : blanks[i % blanks.length];
          })
          .join("")
          .replace(/^#.*?(?=mtllib)/s, "");
        const again = readObj(text);
        expect(again.data).toEqual(data);
        expect(again.groups).toEqual(groups);
        expect(again.objects).toEqual(objects);
      },
    ),
    runs(54, 200),
  );
});
