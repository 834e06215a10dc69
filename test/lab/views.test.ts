import { describe, expect, test } from "vitest";
import { Cloth, MATERIALS, MODELS } from "../../src/cloth/index.js";
import { buildMesh, generateGrid } from "../../src/mesh/index.js";
import { StrainMeter } from "../../lab/src/simulation/strain.js";
import { TornEdges } from "../../lab/src/simulation/torn-edges.js";
import { PieceColors } from "../../lab/src/views/piece-colors.js";
import { meshData, randomEdit } from "../meshes.js";
import { difference, referenceImage, TOLERANCE, VIEW_NAMES } from "../../scripts/view-images.js";

describe("strain", () => {
  const sheet = (model: (typeof MODELS)[number]) => {
    const { mesh, rest, particles } = new Cloth(
      generateGrid({ size: [1, 1], segments: [4, 4] }),
      MATERIALS.cotton,
      undefined,
      model,
    );
    return { mesh, rest, positions: particles.positions };
  };
  const moved = (
    source: ReturnType<typeof sheet>,
    move: (x: number, y: number, z: number) => [number, number, number],
  ) => {
    for (let i = 0; i < source.positions.length; i += 3) {
      const [x, y, z] = source.positions.subarray(i, i + 3);
      source.positions.set(move(x!, y!, z!), i);
    }
    const meter = new StrainMeter();
    const strains = new Float32Array(source.mesh.vertexCount);
    meter.measure(source, strains);
    return { meter, strains };
  };

  test.each(MODELS)("of a sheet with the model %s that is stretched by 10 % along x", (model) => {
    const source = sheet(model);
    const { meter, strains } = moved(source, (x, y, z) => [1.1 * x, y, z]);
    expect(meter.largest).toBeCloseTo(0.1, 10);
    expect(Math.max(...strains)).toBeCloseTo(0.1, 6);
    expect(meter.peakStrain).toBeCloseTo(0.1, 10);
    expect(meter.peakAxis.map(Math.abs)).toEqual(Float64Array.of(1, 0, 0));
    const { strains: both, axes } = meter.of(source, 3);
    expect(both[1]).toBeCloseTo(0, 10);
    expect(Math.abs(axes[0]!)).toBeCloseTo(1, 10);
    expect(Math.hypot(axes[3]!, axes[4]!, axes[5]!)).toBeCloseTo(1, 10);
  });

  test("is negative if compression is larger than stretch", () => {
    const { meter, strains } = moved(sheet("springs"), (x, y, z) => [0.8 * x, 1.05 * y, z]);
    expect(Math.min(...strains)).toBeCloseTo(-0.2, 6);
    expect(meter.largest).toBeCloseTo(0.05, 10);
  });

  test("is 0 for rotation and translation", () => {
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    const { meter, strains } = moved(sheet("membrane"), (x, y, z) => [
      c * x - s * z + 2,
      y - 1,
      s * x + c * z,
    ]);
    expect(meter.largest).toBeLessThan(1e-12);
    expect(Math.max(...strains.map(Math.abs))).toBeLessThan(1e-7);
  });
});

test("torn edges of a closed surface are all edges with one triangle, after random edits", () => {
  const octahedron = [0, 1, 2, 3].flatMap((i) => [
    [4, i, (i + 1) % 4],
    [5, (i + 1) % 4, i],
  ]);
  for (let seed = 0; seed < 30; seed++) {
    const data = meshData(octahedron);
    const mesh = buildMesh(data);
    const torn = new TornEdges();
    for (let n = 0; n < 12; n++) {
      for (const edit of randomEdit(mesh, data.positions, 37 * seed + n)) torn.follow(edit);
    }
    const border: number[] = [];
    for (let h = 0; h < 3 * mesh.triangleCount; h++) if (mesh.nextOnEdge[h] === h) border.push(h);
    expect([...torn.halfedges].toSorted((a, b) => a - b)).toEqual(border);
  }
});

test("pieces keep their colors, and a new piece has another color", () => {
  const colors = new PieceColors();
  const into = new Float32Array(4 * 40);
  let pieces = new Int32Array(40);
  const [whole] = colors.follow(0, pieces, into);
  for (let piece = 1; piece < 16; piece++) {
    pieces = pieces.slice();
    pieces.fill(piece, 39 - piece, 40 - piece); // one particle after the other leaves piece 0
    const shown = colors.follow(0, pieces, into);
    expect(shown).toHaveLength(piece + 1);
    expect(shown[0]!.color).toBe(whole!.color);
    expect(into.slice(4 * (39 - piece), 4 * (40 - piece))).not.toEqual(into.slice(0, 4));
  }
});

test("the reference images differ from each other", () => {
  for (const [i, view] of VIEW_NAMES.entries()) {
    for (const other of VIEW_NAMES.slice(i + 1)) {
      const apart = difference(referenceImage(view), referenceImage(other));
      expect(apart, `${view} and ${other}`).toBeGreaterThan(2 * TOLERANCE);
    }
  }
});
