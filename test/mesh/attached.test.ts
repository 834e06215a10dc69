import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Attached,
  buildMesh,
  splitEdge,
  undo,
  type AttachedRule,
  type AttachedElement,
  type TopologyEdit,
  type TriangleMesh,
} from "../../src/mesh/index.js";
import { Random } from "../../src/math/random.js";
import { anyChoices, anyMesh, meshData, randomEdit } from "../meshes.js";
import { runs } from "../runs.js";

interface Rule {
  place: AttachedElement;
  rule: AttachedRule;
}

const RULES: readonly Rule[] = [
  { place: "vertex", rule: "copy" },
  { place: "vertex", rule: "between" },
  { place: "vertex", rule: "clear" },
  { place: "edge", rule: "copy" },
  { place: "edge", rule: "clear" },
  { place: "triangle", rule: "copy" },
  { place: "triangle", rule: "clear" },
];

const FILL = [7, -2];

function countOf(mesh: TriangleMesh, place: AttachedElement): number {
  if (place === "vertex") return mesh.vertexCount;
  return place === "edge" ? mesh.edgeCount : mesh.triangleCount;
}

/** An array and its model: a plain list of rows that follows the edits in the simplest way. */
class Followed {
  readonly attached: Attached;
  readonly rows: number[][];
  readonly #rule: Rule;

  constructor(mesh: TriangleMesh, rule: Rule, ruleOfArray = rule.rule) {
    this.#rule = rule;
    const options = { width: 2, fill: FILL, rule: ruleOfArray };
    this.attached = new Attached(mesh, rule.place, Float64Array, options);
    this.rows = Array.from({ length: countOf(mesh, rule.place) }, () => FILL);
  }

  write(row: number, numbers: number[]): void {
    this.rows[row] = numbers;
    this.attached.values.set(numbers, 2 * row);
  }

  replay(edit: TopologyEdit): void {
    this.attached.replay(edit);
    for (const [row, from, to, t] of addedBy(edit, this.#rule.place)) {
      const [a, b] = [this.rows[from], this.rows[to]];
      if (this.#rule.rule === "clear" || a === undefined || b === undefined) this.rows[row] = FILL;
      else if (this.#rule.rule === "copy") this.rows[row] = a;
      else this.rows[row] = a.map((x, k) => x + t * (b[k]! - x));
    }
  }

  undo(mesh: TriangleMesh): void {
    this.rows.length = countOf(mesh, this.#rule.place);
  }

  isTrue(mesh: TriangleMesh): boolean {
    const count = countOf(mesh, this.#rule.place);
    const rows = this.rows.flat();
    return (
      this.rows.length === count &&
      this.attached.values.length >= 2 * count &&
      rows.every((x, i) => Object.is(x, this.attached.values[i]))
    );
  }
}

/** The elements that an edit adds, and the two elements that each is interpolated from; −1 if it has no origin. */
function addedBy(
  edit: TopologyEdit,
  place: AttachedElement,
): [row: number, from: number, to: number, t: number][] {
  const copy = (row: number, from: number): [number, number, number, number] => [
    row,
    from,
    from,
    0,
  ];
  if (edit.type === "split-vertex") {
    if (place === "vertex") return [copy(edit.newVertex, edit.vertex)];
    if (place === "edge") return edit.newEdges.map((edge, i) => copy(edge, edit.dividedEdges[i]!));
    return [];
  }
  if (edit.type === "separate-edge") {
    return place === "edge" ? edit.newEdges.map((edge) => copy(edge, edit.edge)) : [];
  }
  if (place === "vertex") return [[edit.newVertex, edit.start, edit.end, edit.t]];
  if (place === "triangle") return edit.newTriangles.map((t, i) => copy(t, edit.triangles[i]!));
  return [copy(edit.newEdge, edit.edge), ...edit.crossEdges.map((edge) => copy(edge, -1))];
}

/** Applies edits and undoes some. Returns true if all arrays match their models after each. */
function follow(
  mesh: TriangleMesh,
  positions: Float64Array,
  choices: readonly number[],
  all: readonly Followed[],
): boolean {
  const edits: TopologyEdit[] = [];
  for (const choice of choices) {
    const random = new Random(choice);
    for (const one of all) {
      const row = Math.floor(random.next() * one.rows.length);
      if (one.rows.length > 0) one.write(row, [random.next(), random.uniform(-9, 9)]);
    }
    if (choice % 7 === 6 && edits.length > 0) {
      undo(mesh, edits.pop()!);
      for (const one of all) one.undo(mesh);
    } else {
      const made = randomEdit(mesh, positions, choice); // all edits are made before the first is replayed
      for (const edit of made) for (const one of all) one.replay(edit);
      edits.push(...made);
    }
    if (!all.every((one) => one.isTrue(mesh))) return false;
  }
  return true;
}

describe("attached arrays", () => {
  test("match plain lists of rows after any edits and undos", () => {
    fc.assert(
      fc.property(anyMesh, anyChoices, (data, choices) => {
        const mesh = buildMesh(data);
        const all = RULES.map((rule) => new Followed(mesh, rule));
        expect(follow(mesh, data.positions, choices, all)).toBe(true);
      }),
      runs(31, 60),
    );
  });

  test.each([
    [{ place: "vertex", rule: "copy" }, "clear"],
    [{ place: "vertex", rule: "between" }, "copy"],
    [{ place: "vertex", rule: "clear" }, "between"],
    [{ place: "edge", rule: "copy" }, "clear"],
    [{ place: "edge", rule: "clear" }, "copy"],
    [{ place: "triangle", rule: "copy" }, "clear"],
    [{ place: "triangle", rule: "clear" }, "copy"],
  ] as const)("of the rule %o do not pass with %s", (rule, wrong) => {
    const property = fc.property(anyMesh, anyChoices, (data, choices) => {
      const mesh = buildMesh(data);
      return follow(mesh, data.positions, choices, [new Followed(mesh, rule, wrong)]);
    });
    expect(fc.check(property, runs(32, 30, 30)).failed).toBe(true);
  });

  test("of copies lead back to the original elements", () => {
    fc.assert(
      fc.property(anyMesh, anyChoices, (data, choices) => {
        const mesh = buildMesh(data);
        const edges = numbered(mesh, "edge");
        const triangles = numbered(mesh, "triangle");
        const ends = Array.from({ length: mesh.edgeCount }, (_, edge) => endsOf(mesh, edge));
        const corners = Array.from({ length: mesh.triangleCount }, (_, t) => mesh.cornersIn(t));
        for (const choice of choices) {
          for (const edit of randomEdit(mesh, data.positions, choice)) {
            edges.replay(edit);
            triangles.replay(edit);
          }
        }
        for (let edge = 0; edge < mesh.edgeCount; edge++) {
          const from = ancestors(mesh, endsOf(mesh, edge));
          const original = edges.values[edge]!;
          if (original === -1) expect(from.size).toBeGreaterThan(2);
          else expect(ends[original]).toEqual(expect.arrayContaining([...from]));
        }
        for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
          const from = [...ancestors(mesh, mesh.cornersIn(triangle))];
          expect(corners[triangles.values[triangle]!]).toEqual(expect.arrayContaining(from));
        }
      }),
      runs(33, 40),
    );
  });

  test("grow with a mesh of one triangle, all together, and keep the fill value in spare rows", () => {
    const mesh = buildMesh(meshData([[0, 1, 2]]));
    let field = new Uint8Array(0);
    const vertices = new Attached(mesh, "vertex", Uint8Array, {
      assign: (values) => (field = values),
    });
    const edges = new Attached(mesh, "edge", Float64Array, {
      width: 2,
      fill: FILL,
      rule: "clear",
    });
    const triangles = new Attached(mesh, "triangle", Int32Array, { width: 3, fill: -1 });
    const early = edges.values;
    for (let i = 0; i < 200; i++) {
      const edit = splitEdge(mesh, i % mesh.edgeCount, 0.5);
      for (const attached of [vertices, edges, triangles]) attached.replay(edit);
      expect(vertices.values.length).toBe(mesh.vertexHalfedges.length);
      expect(edges.values.length).toBe(2 * mesh.edgeHalfedges.length);
      expect(triangles.values.length).toBe(mesh.halfedgeVertices.length);
      expect(field).toBe(vertices.values);
    }
    expect(mesh.vertexCount).toBe(203);
    expect(edges.values).not.toBe(early);
    expect([...edges.values].every((x, i) => x === FILL[i % 2])).toBe(true);
    expect([...triangles.values].every((x) => x === -1)).toBe(true);
    edges.values.fill(5);
    edges.reset();
    expect([...edges.values].every((x, i) => x === FILL[i % 2])).toBe(true);
  });

  test("that are detached do not change", () => {
    const mesh = buildMesh(meshData([[0, 1, 2]]));
    const [stays, leaves] = [0, 0].map(() => new Attached(mesh, "edge", Float64Array));
    const before = leaves!.values;
    leaves!.detach();
    for (let i = 0; i < 200; i++) splitEdge(mesh, 0, 0.5);
    expect(leaves!.values).toBe(before);
    expect(stays!.values.length).toBeGreaterThanOrEqual(mesh.edgeCount);
  });

  test("of edges and triangles cannot be interpolated", () => {
    const mesh = buildMesh(meshData([[0, 1, 2]]));
    expect(() => new Attached(mesh, "edge", Float64Array, { rule: "between" })).toThrow(
      'Attached: rule: expected "copy" or "clear" for each edge, got "between", which is for vertices',
    );
  });
});

/** Each row contains its own index; −1 if it has no origin. */
function numbered(mesh: TriangleMesh, place: AttachedElement): Attached<Int32Array> {
  const attached = new Attached(mesh, place, Int32Array, { fill: -1 });
  for (let row = 0; row < countOf(mesh, place); row++) attached.values[row] = row;
  return attached;
}

function endsOf(mesh: TriangleMesh, edge: number): number[] {
  return [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
}

/** The original vertices of some vertices, by the lineage of the mesh. */
function ancestors(mesh: TriangleMesh, vertices: readonly number[]): Set<number> {
  const seen = new Set(vertices);
  for (const v of seen) {
    for (const origin of mesh.vertexOrigins.subarray(2 * v, 2 * v + 2)) {
      if (origin !== -1) seen.add(origin);
    }
  }
  return new Set([...seen].filter((v) => mesh.vertexOrigins[2 * v] === -1));
}
