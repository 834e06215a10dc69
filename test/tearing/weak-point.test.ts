import { describe, expect, test } from "vitest";
import {
  generateGrid,
  Pieces,
  validate,
  type MeshData,
  type VertexSplit,
} from "../../src/mesh/index.js";
import type { Tear, TearableSurface, TearResult } from "../../src/tearing/index.js";
import { meshData } from "../meshes.js";
import {
  distanceOf,
  surfaceOf,
  measureAndTear,
  tearNow,
  tenseEdges,
  trianglesAt,
  weakOf,
} from "./surfaces.js";

// The configurations of Önal's figures, as the text of chapter 3 describes them.

const WEAK_POINT = { path: "weak-point", maxTearsPerStep: 1000 } as const;

function tearEdge(surface: TearableSurface, a: number, b: number, severity = 2): TearResult {
  const edge = surface.mesh.findEdge(a, b);
  return tearNow(surface, WEAK_POINT, tenseEdges(surface, [edge, severity]));
}

/** Two triangles, m1 = p0 p1 p2 and m2 = p1 p0 p3, with the tense edge p0–p1 between them, drawn to 1.4 times its length. */
function twoTriangles(): { data: MeshData; surface: TearableSurface } {
  const places = [
    [-1, 0, 0],
    [1, 0, 0],
    [0, 1.5, 0],
    [0, -1.5, 0],
  ];
  const triangles = [
    [0, 1, 2],
    [1, 0, 3],
  ];
  const data = meshData(triangles, places);
  const surface = surfaceOf(data);
  surface.positions.set([-1.4, 0, 0], 0);
  surface.positions.set([1.4, 0, 0], 3);
  return { data, surface };
}

/**
 * Spokes from the point p = 0 at these angles, with a triangle between each and the next; after the
 * last comes a gap, unless it is closed.
 */
function fan(angles: readonly number[], isClosed = false): MeshData {
  const rim = angles.map((a) => [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180), 0]);
  const triangles = angles.slice(1).map((_, i) => [0, i + 1, i + 2]);
  if (isClosed) triangles.push([0, angles.length, 1]);
  return meshData(triangles, [[0, 0, 0], ...rim]);
}

/** The ends of the spokes of vertex 0 along which a tear went. */
function tornSpokes({ mesh }: TearableSurface, tear: Tear | undefined): number[] {
  return (tear!.edits[0] as VertexSplit).dividedEdges.map(
    (edge) => mesh.edgeStart(edge) + mesh.edgeEnd(edge),
  );
}

describe("basic tear (Önal 3.2.1)", () => {
  test("figure 3.8: both triangles are divided; halves on one side hang together, across the tear nothing does", () => {
    const { surface } = twoTriangles();
    const { mesh } = surface;
    const { tears } = tearEdge(surface, 0, 1);
    expect(tears.map(({ kind }) => kind)).toEqual(["edge"]);
    expect(validate(mesh)).toBeNull();
    expect(mesh.triangleCount).toBe(4);
    expect(mesh.vertexCount).toBe(6); // the middle, twice
    const [m, copy] = [4, 5];
    // The red springs: what is left of the tense one. Each joins the two triangles on its side.
    const [red, otherRed] = [mesh.findEdge(0, m), mesh.findEdge(1, copy)];
    expect(mesh.trianglesOn(red)).toHaveLength(2);
    expect(mesh.trianglesOn(otherRed)).toHaveLength(2);
    // The green springs: two for each line of the texture, so that nothing is joined across it.
    for (const corner of [2, 3]) {
      for (const tip of [m, copy]) {
        const green = mesh.findEdge(tip, corner);
        expect(mesh.trianglesOn(green)).toHaveLength(1);
      }
    }
    expect(mesh.findEdge(m, copy)).toBe(-1);
    expect(mesh.findEdge(0, 1)).toBe(-1);
  });

  test("figure 3.9: the tips are drawn back until their halves are no longer stretched", () => {
    const { surface } = twoTriangles();
    const { tears } = tearEdge(surface, 0, 1);
    // From the middle, at 0: the halves are 1 m long unstressed, and their outer ends stand at ±1.4.
    expect(tears[0]!.moves).toEqual([
      { vertex: 4, position: [-0.3999999999999999, 0, 0] },
      { vertex: 5, position: [0.3999999999999999, 0, 0] },
    ]);
    expect(tears[0]!.position).toEqual([0, 0, 0]);
  });

  test("an edge that is over its force but not stretched draws nothing back", () => {
    const { data } = twoTriangles();
    const surface = surfaceOf(data);
    expect(tearEdge(surface, 0, 1).tears[0]!.moves).toEqual([]);
  });

  test("figure 3.17: the ends of a tear are weak, its tips are not", () => {
    const surface = surfaceOf(
      generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" }),
    );
    const { mesh } = surface;
    const edge = mesh.findEdge(12, 13);
    const ends = mesh.ringOf(edge).map((h) => mesh.halfedgeVertices[mesh.previous(h)]!);
    tearNow(surface, WEAK_POINT, tenseEdges(surface, [edge, 2]));
    expect(weakOf(surface)).toEqual(ends.toSorted((a, b) => a - b));
    expect(new Pieces(mesh).count).toBe(1);
  });

  test("figure 3.21: the new corners get the uv in the middle of the ruptured edge, in each triangle its own", () => {
    const { data, surface } = twoTriangles();
    const { mesh } = surface;
    const uvOf = (triangle: number, vertex: number): number[] => {
      const h = [0, 1, 2]
        .map((k) => 3 * triangle + k)
        .find((c) => mesh.halfedgeVertices[c] === vertex)!;
      return [mesh.uvs[2 * h]!, mesh.uvs[2 * h + 1]!];
    };
    const old = [0, 1].map((t) => [0, 1].map((v) => uvOf(t, v)));
    const far = [uvOf(0, 2), uvOf(1, 3)];
    const area = uvArea(data.uvs, 2);
    tearEdge(surface, 0, 1);
    for (const triangle of [0, 1, 2, 3]) {
      const original = mesh.cornersIn(triangle).includes(2) ? 0 : 1;
      for (const vertex of mesh.cornersIn(triangle)) {
        const wanted =
          vertex === 2 || vertex === 3
            ? far[original]!
            : vertex < 2
              ? old[original]![vertex]!
              : [0, 1].map((k) => (old[original]![0]![k]! + old[original]![1]![k]!) / 2);
        for (let k = 0; k < 2; k++) expect(uvOf(triangle, vertex)[k]).toBeCloseTo(wanted[k]!, 12);
      }
    }
    expect(uvArea(mesh.uvs, 4)).toBeCloseTo(area, 12);
  });

  test("an edge on the border is divided as well, with its one triangle", () => {
    const { surface } = twoTriangles();
    const { tears } = tearEdge(surface, 0, 2);
    expect(tears[0]!.kind).toBe("edge");
    expect(surface.mesh.triangleCount).toBe(3);
    expect(weakOf(surface)).toEqual([1]);
    expect(validate(surface.mesh)).toBeNull();
  });

  test("no edge is divided that would leave one shorter than the stated part of the spacing", () => {
    const { surface } = twoTriangles();
    const { mesh } = surface;
    for (let tears = 0; tears < 50; tears++) {
      const before = mesh.triangleCount;
      const edge = (tears * 7) % mesh.edgeCount;
      const lengths = restLengthsOf(surface);
      surface.restLengths = lengths;
      surface.positions = restPositions(surface);
      tearNow(surface, WEAK_POINT, tenseEdges(surface, [edge, 2]));
      if (mesh.triangleCount === before) continue;
      for (const length of restLengthsOf(surface)) {
        expect(length).toBeGreaterThan(0.3 * surface.spacing * (1 - 1e-12));
      }
    }
    expect(mesh.triangleCount).toBeGreaterThan(4);
  });

  test("an edge too short to be divided: one of its ends splits as by the path plane", () => {
    const torn = (path: "plane" | "weak-point"): Tear[] => {
      const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
      const surface = surfaceOf(data, { spacing: 10 });
      const edge = surface.mesh.findEdge(12, 13);
      return [...tearNow(surface, { path }, tenseEdges(surface, [edge, 2])).tears];
    };
    const tears = torn("weak-point");
    expect(tears.map(({ kind }) => kind)).toEqual(["vertex"]);
    expect(tears).toEqual(torn("plane"));
  });

  test("an edge tears with one end held, with both it does not", () => {
    const kinds = (...held: number[]): string[] => {
      const { surface } = twoTriangles();
      surface.isHeld = (vertex) => held.includes(vertex);
      return tearEdge(surface, 0, 1).tears.map(({ kind }) => kind);
    };
    expect(kinds(0)).toEqual(["edge"]);
    expect(kinds(1)).toEqual(["edge"]);
    expect(kinds(0, 1)).toEqual([]);
  });

  test.each([
    { name: "its one end", next: [11, 12] },
    { name: "its other end", next: [13, 14] },
    { name: "a far corner", next: [6, 7] },
    { name: "the other far corner", next: [18, 23] },
  ])("lets go of the edges at $name", ({ next }) => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const tearsOf = (...list: [number, number, number][]): number => {
      const surface = surfaceOf(data);
      const edges = list.map(([a, b, severity]): [number, number] => [
        surface.mesh.findEdge(a, b),
        severity,
      ]);
      return tearNow(surface, WEAK_POINT, tenseEdges(surface, ...edges)).tears.length;
    };
    const [a, b] = next as [number, number];
    expect(surfaceOf(data).mesh.trianglesOn(surfaceOf(data).mesh.findEdge(12, 13))).toHaveLength(2);
    expect(tearsOf([a, b, 2])).toBe(1); // alone it would tear
    expect(tearsOf([12, 13, 3], [a, b, 2])).toBe(1);
  });

  /** Where the vertices are in the unstressed cloth, by their lineage. */
  function restPositions({ mesh }: TearableSurface): Float64Array {
    const places = twoTriangles().data.positions;
    const positions = new Float64Array(3 * mesh.vertexCount);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [a, b] = [mesh.vertexOrigins[2 * v]!, mesh.vertexOrigins[2 * v + 1]!];
      const t = mesh.originWeights[v]!;
      for (let k = 0; k < 3; k++) {
        positions[3 * v + k] =
          a === -1
            ? places[3 * v + k]!
            : (1 - t) * positions[3 * a + k]! + t * positions[3 * b + k]!;
      }
    }
    return positions;
  }

  function restLengthsOf(surface: TearableSurface): Float64Array {
    const { mesh } = surface;
    const positions = restPositions(surface);
    return Float64Array.from({ length: mesh.edgeCount }, (_, e) =>
      distanceOf(positions, mesh.edgeStart(e), mesh.edgeEnd(e)),
    );
  }
});

describe("weak points (Önal 3.2.2)", () => {
  // Round the weak point, from the gap on: a torn edge, s1, the tense edge, s2, s3, s4, s5, the other torn edge. The gap
  // is on the right of the tension, which points up.
  const ANGLES = [8, 45, 90, 160, 215, 265, 350, 353];
  const [S1, TENSE, S2, S3, S4, S5] = [2, 3, 4, 5, 6, 7];

  function weakFan(): TearableSurface {
    const surface = surfaceOf(fan(ANGLES));
    surface.damage.setWeak(0, true);
    // s4 is stretched most, s3 somewhat: s4 resists most.
    surface.restLengths[surface.mesh.findEdge(0, S4)] = 0.7;
    surface.restLengths[surface.mesh.findEdge(0, S3)] = 0.9;
    return surface;
  }

  test("figures 3.13 to 3.16: the tear goes on along s2", () => {
    const surface = weakFan();
    const { mesh } = surface;
    const { tears } = tearEdge(surface, 0, TENSE);
    const edit = tears[0]!.edits[0] as VertexSplit;
    expect(edit.vertex).toBe(0);
    // s5 is nearer to the perpendicular (10° against 20°), but lies on the side of the gap.
    const torn = edit.dividedEdges.map((e) => mesh.edgeStart(e) + mesh.edgeEnd(e));
    expect(torn).toEqual([S2]);
    expect(trianglesAt(mesh, 0)).toEqual([0, 1, 2]); // with s1 and the tense edge
    expect(trianglesAt(mesh, edit.newVertex)).toEqual([3, 4, 5, 6]);
    expect(mesh.findEdge(0, S1)).not.toBe(-1);
    expect(mesh.findEdge(edit.newVertex, S5)).not.toBe(-1);
    expect(validate(mesh)).toBeNull();
  });

  test("another resistance, another side and another edge", () => {
    const surface = weakFan();
    // Now s5's neighbourhood bears most: turn the tension round, towards s4, with the tense edge and s1 resisting.
    surface.restLengths.fill(1);
    surface.restLengths[surface.mesh.findEdge(0, TENSE)] = 0.6;
    const { tears } = tearEdge(surface, 0, S4);
    const edit = tears[0]!.edits[0] as VertexSplit;
    const torn = edit.dividedEdges.map((e) => surface.mesh.edgeStart(e) + surface.mesh.edgeEnd(e));
    // Between s4 and the tense edge lie s3 (215°) and s2 (160°); the tension points to 265°: 160° is 15° off its perpendicular.
    expect(torn).toEqual([S2]);
    expect(trianglesAt(surface.mesh, 0)).toEqual([3, 4, 5, 6]); // the side of the tension keeps the point
  });

  // Önal's figure 3.14: several edges resist, and what counts is the projection of their forces on
  // the axis of the tension.
  const RESISTING = [-95, -40, 10, 60, 90, 130, 200, 230];
  const FORCES = new Map([
    [1, 0.2], // at 265° it points most against the tension, but 0.2 · cos 5° = 0.20
    [7, 1], // at 200° it bears most, but 1 · cos 70° = 0.34
    [8, 0.6], // at 230°: 0.6 · cos 40° = 0.46, the largest
  ]);

  test.each(["stretch", "unlimited lengths", "tension"] as const)(
    "figure 3.14: the largest projected force resists, not the largest or straightest (%s)",
    (measuredBy) => {
      const surface = surfaceOf(fan(RESISTING));
      const { mesh } = surface;
      surface.damage.setWeak(0, true);
      const forces = new Float64Array(mesh.edgeCount);
      for (const [rim, force] of FORCES) forces[mesh.findEdge(0, rim)] = force;
      if (measuredBy === "stretch") {
        surface.restLengths = surface.restLengths.map((length, e) => length / (1 + forces[e]!));
      } else if (measuredBy === "tension") surface.tensionOf = (edge) => forces[edge]!;
      else {
        surface.unlimitedLengths = surface.restLengths.map(
          (length, e) => length * (1 + forces[e]!),
        );
      }
      const criterion = measuredBy === "tension" ? "tension" : "stretch";
      const tense = tenseEdges(surface, [mesh.findEdge(0, 5), 1.9]);
      const { tears } = tearNow(surface, { ...WEAK_POINT, criterion }, tense);
      // Between the tense edge and the one at 230° that at 200° is nearest to the perpendicular.
      // Had the one at 265° resisted, that at 10° would have torn on the other side; had the one at
      // 200°, that at 130°.
      expect(tornSpokes(surface, tears[0])).toEqual([7]);
      expect(trianglesAt(mesh, mesh.vertexCount - 1)).toEqual([6]);
    },
  );

  test.each([
    { name: "no force", loads: [0, 0] },
    { name: "pressure alone", loads: [-0.3, -0.1] },
  ])("under $name the edge that points most against the tension resists", ({ loads }) => {
    const angles = [-80, 10, 90, 150, 230];
    for (const isMirrored of [false, true]) {
      const own = isMirrored ? angles.map((angle) => 180 - angle).toReversed() : angles;
      const place = (i: number): number => (isMirrored ? 6 - i : i);
      const surface = surfaceOf(fan(own));
      const { mesh, restLengths } = surface;
      surface.damage.setWeak(0, true);
      for (const [i, rim] of [1, 5].entries()) {
        restLengths[mesh.findEdge(0, place(rim))] = 1 / (1 + loads[i]!);
      }
      const { tears } = tearEdge(surface, 0, place(3), 1.9);
      expect(tornSpokes(surface, tears[0])).toEqual([place(2)]); // on the side of the one at −80°
    }
  });

  test.each([
    { name: "open", angles: [20, 90, 230, 250], isClosed: false },
    { name: "closed", angles: [20, 90, 200, 270, 340], isClosed: true },
  ])(
    "nothing tears where no edge lies between the tense and the resisting one ($name fan)",
    (of) => {
      for (const isMirrored of [false, true]) {
        const { angles, isClosed } = of;
        const own = isMirrored ? angles.map((angle) => 180 - angle).toReversed() : angles;
        const place = (i: number): number => (isMirrored ? angles.length + 1 - i : i);
        const surface = surfaceOf(fan(own, isClosed));
        const { mesh, restLengths } = surface;
        surface.damage.setWeak(0, true);
        restLengths[mesh.findEdge(0, place(3))] = 0.5;
        expect(tearEdge(surface, 0, place(2), 1.9).tears).toEqual([]);
      }
    },
  );

  test("nothing tears where nothing resists", () => {
    const surface = surfaceOf(fan([30, 90, 150]));
    surface.damage.setWeak(0, true);
    expect(tearEdge(surface, 0, 2, 1.9).tears).toEqual([]);
  });

  test("where the mesh branches the plane decides", () => {
    const rim = [0, 60, 120, 180, 240, 300].map((a) => [
      Math.cos((a * Math.PI) / 180),
      Math.sin((a * Math.PI) / 180),
      0,
    ]);
    const triangles = [0, 1, 2, 3, 4, 5].map((k) => [0, 1 + k, 1 + ((k + 1) % 6)]);
    const flap = [0, 1, 7];
    const surface = surfaceOf(meshData([...triangles, flap], [[0, 0, 0], ...rim, [0.5, 0, 1]]));
    surface.damage.setWeak(0, true);
    const { tears } = tearEdge(surface, 0, 1, 1.9);
    expect(tears.map(({ kind }) => kind)).toEqual(["vertex"]);
    expect(trianglesAt(surface.mesh, 0)).toEqual([0, 5, 6]);
    // Centres on the plane count as below.
    expect(trianglesAt(surface.mesh, 8)).toEqual([1, 2, 3, 4]);
  });

  test("figure 3.12: the triangles on the other side of the tear go to a replacement of the point", () => {
    const surface = weakFan();
    const { mesh } = surface;
    const before = mesh.edgeCount;
    tearEdge(surface, 0, TENSE);
    expect(mesh.vertexCount).toBe(ANGLES.length + 2);
    expect(mesh.edgeCount).toBe(before + 1); // s2, twice
    expect(mesh.triangleCount).toBe(ANGLES.length - 1); // no new triangle
    expect(mesh.findEdges(0, S2)).toHaveLength(1);
    expect(mesh.findEdges(mesh.vertexCount - 1, S2)).toHaveLength(1);
  });

  test("figure 3.17: neither the point nor its replacement is weak any more, the far end of the torn edge is", () => {
    const surface = weakFan();
    tearEdge(surface, 0, TENSE);
    expect(weakOf(surface)).toEqual([S2]);
  });

  test("figure 3.20: every triangle keeps the uvs that it had", () => {
    const surface = weakFan();
    const uvs = surface.mesh.uvs.slice();
    tearEdge(surface, 0, TENSE);
    expect(surface.mesh.uvs).toEqual(uvs);
  });

  test("a weak point gives way at a part of the strength, an unhurt edge does not", () => {
    const surface = weakFan();
    const { mesh, positions, restLengths } = surface;
    for (const spoke of [S3, S4]) restLengths[mesh.findEdge(0, spoke)] = 1;
    const tense = positions.slice(3 * TENSE, 3 * TENSE + 3);
    const tearsAt = (strain: number): number => {
      positions.set(
        tense.map((x) => (1 + strain) * x),
        3 * TENSE,
      );
      const options = { ...WEAK_POINT, limit: 1.5, weakStrength: 0.6 };
      return measureAndTear(surface, options).tears.length;
    };
    expect(tearsAt(0.29)).toBe(0);
    surface.damage.setWeak(0, false);
    expect(tearsAt(0.45)).toBe(0);
    surface.damage.setWeak(0, true);
    expect(tearsAt(0.31)).toBe(1);
  });

  test("a held weak point stays; the edge is torn in the middle when it is over the whole limit", () => {
    const surface = weakFan();
    surface.isHeld = (vertex) => vertex === 0;
    expect(tearEdge(surface, 0, TENSE, 1.9).tears).toEqual([]); // 0.95 of the whole limit
    expect(tearEdge(surface, 0, TENSE, 2.1).tears.map(({ kind }) => kind)).toEqual(["edge"]);
  });

  test("lets go of the edges at the ends of its tear and at the far end of the tense edge", () => {
    const data = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const tearsWith = (a: number, b: number): number => {
      const surface = surfaceOf(data);
      const { mesh } = surface;
      surface.damage.setWeak(12, true);
      const list = tenseEdges(surface, [mesh.findEdge(12, 13), 3], [mesh.findEdge(a, b), 2.5]);
      return tearNow(surface, WEAK_POINT, list).tears.length;
    };
    expect(tearsWith(17, 22)).toBe(1); // 17 and 7 are the ends of the tear
    expect(tearsWith(2, 7)).toBe(1);
    expect(tearsWith(13, 14)).toBe(1);
    expect(tearsWith(3, 4)).toBe(2); // far from it
  });

  test("the stronger of two weak ends holds up to its own threshold", () => {
    // Vertex 0 joins two triangles and is held; vertex 1 is weak, and at 1 the edge 1–3 resists.
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [0.5, 0.8, 0],
      [-1, 0.5, 0],
      [-1, -0.5, 0],
      [1.2, 0.8, 0],
      [2, 0, 0],
    ];
    const triangles = [
      [0, 1, 2],
      [1, 5, 2],
      [1, 6, 5],
      [0, 3, 4],
    ];
    const tearsAt = (load: number): number => {
      const surface = surfaceOf(meshData(triangles, places), { isHeld: (v) => v === 0 });
      const { mesh, damage } = surface;
      damage.setWeak(1, true);
      const options = { ...WEAK_POINT, onePointStrength: 0.25 };
      const tense = tenseEdges(surface, [mesh.findEdge(0, 1), load / 0.25]);
      return tearNow(surface, options, tense).tears.length;
    };
    expect(tearsAt(0.4)).toBe(0);
    expect(tearsAt(0.6)).toBe(1);
  });

  test("round a vertex without a gap one edge tears on each side", () => {
    const grid = generateGrid({ size: [4, 4], segments: [4, 4], diagonals: "one-way" });
    const surface = surfaceOf(grid);
    surface.damage.setWeak(12, true);
    const { tears } = tearEdge(surface, 12, 13);
    const edit = tears[0]!.edits[0] as VertexSplit;
    const far = edit.newEdges.map(
      (e) => surface.mesh.edgeStart(e) + surface.mesh.edgeEnd(e) - edit.newVertex,
    );
    expect(far.toSorted((a, b) => a - b)).toEqual([7, 17]); // straight across the pull
    expect(validate(surface.mesh)).toBeNull();
  });
});

describe("one-point connections (Önal 3.2.3)", () => {
  /** Two sheets that hang together by vertex 0 alone; the upper one is drawn up by its edge 0–2. */
  function twoSheets(isTurned = false): TearableSurface {
    const places = [
      [0, 0, 0],
      [-1, 1, 0],
      [0, 1, 0],
      [1, 1, 0],
      [-1, -1, 0],
      [0, -1, 0],
      [1, -1, 0],
    ];
    const triangles = [isTurned ? [0, 1, 2] : [0, 2, 1], [0, 3, 2], [0, 4, 5], [0, 5, 6]];
    const surface = surfaceOf(meshData(triangles, places));
    surface.positions.set([0, 1.25, 0], 6);
    surface.damage.setWeak(0, true);
    return surface;
  }

  test("figures 3.18 and 3.19: the parts come off each other directly, and the tense edge is short again", () => {
    const surface = twoSheets();
    const { mesh } = surface;
    const { tears } = tearEdge(surface, 0, 2, 1.2);
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point"]);
    const edit = tears[0]!.edits[0] as VertexSplit;
    expect(tears[0]!.edits).toHaveLength(1);
    expect(edit.newEdges).toEqual([]); // no spring is torn
    expect(trianglesAt(mesh, edit.newVertex)).toEqual([0, 1]); // p′: the part with the tension
    expect(trianglesAt(mesh, 0)).toEqual([2, 3]);
    expect(tears[0]!.moves).toEqual([{ vertex: edit.newVertex, position: [0, 0.25, 0] }]);
    expect(new Pieces(mesh).count).toBe(2);
    expect(weakOf(surface)).toEqual([]);
  });

  test.each(["plane", "slice", "weak-point"] as const)(
    "tell where they were and the pull from there on, and let go of the tense edge (%s)",
    (path) => {
      for (const isTurned of [false, true]) {
        const surface = twoSheets(isTurned);
        const { mesh, positions } = surface;
        for (let i = 0; i < positions.length; i++) positions[i]! += 1 + (i % 3);
        const tense = mesh.findEdge(0, 2);
        expect(mesh.edgeStart(tense)).toBe(isTurned ? 2 : 0);
        const list = tenseEdges(surface, [tense, 4], [mesh.findEdge(1, 2), 3]);
        const { tears } = tearNow(surface, { ...WEAK_POINT, path }, list);
        expect(tears).toHaveLength(1); // 1–2 hangs on the end of the tense edge: it waits
        const { kind, severity, position, axis, moves } = tears[0]!;
        expect([kind, severity]).toEqual(["one-point", 4]);
        expect(position).toEqual([1, 2, 3]);
        expect(axis.map((x) => x + 0)).toEqual([0, 1, 0]);
        expect(moves).toEqual([{ vertex: 7, position: [1, 2.25, 3] }]);
      }
    },
  );

  /**
   * Two parts at vertex 0: one with these spokes, angle, length and unstressed length of each, and
   * a triangle at the left; then one more vertex at (1, 1), in a triangle with the ends of the
   * first two spokes.
   */
  function partWith(spokes: [degrees: number, length: number, rest: number][]): TearableSurface {
    const count = spokes.length;
    const rim = spokes.map(([degrees, length]) => [
      length * Math.cos((degrees * Math.PI) / 180),
      length * Math.sin((degrees * Math.PI) / 180),
      0,
    ]);
    const places = [[0, 0, 0], ...rim, [-1, 0.2, 0], [-1, -0.2, 0], [1, 1, 0]];
    const triangles = spokes.slice(1).map((_, i) => [0, i + 1, i + 2]);
    triangles.push([0, count + 1, count + 2], [1, 2, count + 3]);
    const surface = surfaceOf(meshData(triangles, places));
    for (const [i, [, , rest]] of spokes.entries()) {
      surface.restLengths[surface.mesh.findEdge(0, i + 1)] = rest;
    }
    return surface;
  }

  test("an edge that was long before, and grows no longer, does not hinder the draw-back", () => {
    const surface = partWith([
      [20, 1, 0.5],
      [90, 1.25, 1],
    ]);
    const { tears } = tearEdge(surface, 0, 2);
    expect(tears[0]!.moves).toHaveLength(1);
    expect(tears[0]!.moves[0]!.position[1]).toBeCloseTo(0.25, 12);
  });

  test("a part that any draw-back would stretch stays, for the tears after it too", () => {
    // The last spoke points against the pull and has twice its length already.
    const surface = partWith([
      [90, 1.25, 1],
      [0, 1, 1],
      [-1, 0.6, 0.6],
      [-90, 1, 0.5],
    ]);
    const { mesh } = surface;
    const list = tenseEdges(surface, [mesh.findEdge(0, 1), 4], [mesh.findEdge(2, 7), 2]);
    const { tears } = tearNow(surface, { path: "plane" }, list);
    expect(tears.map(({ kind }) => kind)).toEqual(["one-point", "vertex"]);
    expect(tears[0]!.moves).toEqual([]);
    expect(trianglesAt(mesh, 0)).toEqual([3]);
    // At the end of the second spoke, drawn up, the triangle of the second and the third lies just
    // below the plane; with the copy drawn up by as little as an eighth it would lie above.
    expect(tears[1]!.edits[0]).toMatchObject({ type: "split-vertex", vertex: 2 });
    expect(trianglesAt(mesh, (tears[1]!.edits[0] as VertexSplit).newVertex)).toEqual([1]);
  });

  test("may have a strength of their own", () => {
    const surface = twoSheets();
    surface.positions.set([0, 1.1, 0], 6);
    const tearsBy = (onePointStrength: number): number =>
      measureAndTear(surface, { ...WEAK_POINT, limit: 1.5, onePointStrength }).tears.length;
    expect(tearsBy(0.25)).toBe(0); // a strain of 0.1 is 0.2 of the limit
    expect(tearsBy(0.15)).toBe(1);
  });

  test("a held one stays", () => {
    const surface = twoSheets();
    surface.isHeld = (vertex) => vertex === 0;
    expect(tearEdge(surface, 0, 2, 1.2).tears).toEqual([]);
  });

  test("come about where a tear reaches the border, and are weak", () => {
    const { surface } = twoTriangles();
    tearEdge(surface, 0, 1);
    expect(weakOf(surface)).toEqual([2, 3]);
    expect(surface.damage.isOnePoint(2)).toBe(true);
  });
});

function uvArea(uvs: Float64Array, triangleCount: number): number {
  let area = 0;
  for (let h = 0; h < 6 * triangleCount; h += 6) {
    const [u0, v0, u1, v1, u2, v2] = uvs.slice(h, h + 6);
    area += Math.abs((u1! - u0!) * (v2! - v0!) - (u2! - u0!) * (v1! - v0!)) / 2;
  }
  return area;
}
