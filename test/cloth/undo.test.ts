import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Cloth,
  MATERIALS,
  MODELS,
  type Elements,
  type PlasticState,
} from "../../src/cloth/index.js";
import {
  generateGrid,
  redo,
  separateVertex,
  splitEdge,
  validate,
  type TopologyEdit,
} from "../../src/mesh/index.js";
import { anyMesh, randomEdit } from "../meshes.js";
import { runs } from "../runs.js";

/** All static data in the stores of a cloth, for bit-exact comparison. */
function storesOf(cloth: Cloth): Record<string, unknown> {
  const { mesh, rest, particles, elements, springs } = cloth;
  const { vertexCount, edgeCount, triangleCount } = mesh;
  return {
    count: particles.count,
    masses: particles.masses.slice(0, vertexCount),
    inverseMasses: particles.inverseMasses.slice(0, vertexCount),
    restPositions: rest.positions.slice(0, 3 * vertexCount),
    lengths: rest.lengths.slice(0, edgeCount),
    areas: rest.areas.slice(0, triangleCount),
    shares: springs.shares.slice(0, springs.count),
    restLengths: springs.restLengths.slice(0, springs.count),
    plastic: cloth.plasticState,
    elements: elements.map((kind) => ({
      kind: kind.kind,
      count: kind.count,
      particles: kind.particles.slice(0, kind.size * kind.count),
      // A slot without an element does not count.
      stiffnesses: alive(kind, kind.stiffnesses),
      dampings: alive(kind, kind.dampings),
    })),
  };

  function alive(kind: Elements, numbers: Float64Array): number[] {
    const each = kind.conditionCount;
    return Array.from(numbers.slice(0, each * kind.count), (x, i) =>
      kind.isAlive(Math.floor(i / each)) ? x : 0,
    );
  }
}

/** A shape that has yielded in some places. */
function somePlastic(state: PlasticState): PlasticState {
  return {
    stretches: state.stretches.map((_, i) => 1 + 0.2 * Math.abs(Math.sin(7 * i))),
    creases: state.creases.map((_, i) => 0.5 * Math.sin(3 * i)),
    deformations: state.deformations.map((x, i) => x + 0.1 * Math.sin(5 * i)),
  };
}

/** Makes some edits; the cloth follows them one by one or all at once. */
function edit(cloth: Cloth, positions: Float64Array, choice: number): TopologyEdit[] {
  const edits = randomEdit(cloth.mesh, positions, choice);
  for (const one of edits) cloth.replay(one);
  return edits;
}

const choices = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 8 });

describe.each(MODELS)("undo in a cloth of %s", (model) => {
  test("restores every store bit-exactly, and a redo gives the same again", () => {
    fc.assert(
      fc.property(anyMesh, choices, (data, picks) => {
        const material = { ...MATERIALS.cotton, yield: picks[0]! % 2 === 0 ? null : 0.1 };
        const cloth = new Cloth(data, material, data.positions, model);
        if (cloth.plastic !== null) cloth.plasticState = somePlastic(cloth.plasticState!);
        const states = [storesOf(cloth)];
        const groups: TopologyEdit[][] = [];
        for (const pick of picks) {
          groups.push(edit(cloth, data.positions, pick));
          states.push(storesOf(cloth));
        }
        const pieces = cloth.pieces.count;
        for (let i = groups.length - 1; i >= 0; i--) {
          for (let left = groups[i]!.length; left > 0; left--) cloth.undo();
          expect(storesOf(cloth)).toEqual(states[i]);
          expect(validate(cloth.mesh)).toBeNull();
        }
        for (const [i, group] of groups.entries()) {
          for (const one of group) {
            redo(cloth.mesh, one);
            cloth.replay(one);
          }
          expect(storesOf(cloth)).toEqual(states[i + 1]);
        }
        expect(cloth.pieces.count).toBe(pieces);
      }),
      runs(61, 40, 30_000),
    );
  });
});

describe("undo in a moving cloth", () => {
  test("conserves mass and momentum", () => {
    fc.assert(
      fc.property(anyMesh, choices, (data, picks) => {
        const cloth = new Cloth(data, MATERIALS.cotton);
        const { particles } = cloth;
        for (const pick of picks) edit(cloth, data.positions, pick);
        for (let i = 0; i < 3 * particles.count; i++) particles.velocities[i] = Math.cos(5 * i);
        const before = momentum(cloth);
        while (cloth.edits.length > 0) cloth.undo();
        for (const [k, p] of momentum(cloth).entries()) expect(p).toBeCloseTo(before[k]!, 9);
      }),
      runs(62, 60, 30_000),
    );
  });

  test("merges a copy and its original at their center of mass", () => {
    const cloth = new Cloth(
      {
        positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -2, 0),
        triangles: Int32Array.of(0, 1, 2, 0, 3, 4),
        uvs: new Float64Array(12),
      },
      MATERIALS.cotton,
    );
    for (const split of separateVertex(cloth.mesh, 0)) cloth.replay(split);
    const { masses, positions } = cloth.particles;
    const copy = 5;
    positions.set([0, 0, 3], 3 * copy);
    const center = (3 * masses[copy]!) / (masses[0]! + masses[copy]!);
    cloth.undo();
    expect(positions[2]).toBeCloseTo(center, 12);
    expect(masses[0]).toBeCloseTo((0.15 * (0.5 + 1)) / 3, 12);
  });

  test("forgets the creases of removed edges", () => {
    const material = { ...MATERIALS.cotton, bendYield: 10 };
    const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [2, 2] }), material);
    const inner = [...Array(cloth.mesh.edgeCount).keys()].find(
      (edge) => cloth.mesh.edgeTriangleCount(edge) === 2,
    )!;
    const split = splitEdge(cloth.mesh, inner, 0.5);
    cloth.replay(split);
    for (const edge of split.crossEdges) cloth.plastic!.creases[edge] = 0.7;
    cloth.undo();
    cloth.replay(splitEdge(cloth.mesh, inner, 0.5));
    expect(split.crossEdges.map((edge) => cloth.plastic!.creases[edge])).toEqual([0, 0]);
  });

  test("is refused with a message if there is nothing to undo", () => {
    const cloth = new Cloth(
      {
        positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        triangles: Int32Array.of(0, 1, 2),
        uvs: new Float64Array(6),
      },
      MATERIALS.cotton,
    );
    expect(() => cloth.undo()).toThrow("undo: there is no edit to undo");
  });
});

function momentum({ particles }: Cloth): number[] {
  const sums = [0, 0, 0, 0];
  for (let p = 0; p < particles.count; p++) {
    sums[3]! += particles.masses[p]!;
    for (let k = 0; k < 3; k++) sums[k]! += particles.masses[p]! * particles.velocities[3 * p + k]!;
  }
  return sums;
}
