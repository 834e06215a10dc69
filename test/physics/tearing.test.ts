import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorldCloth } from "../../src/sim/index.js";
import { distance } from "../../src/math/vector.js";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { Random } from "../../src/math/random.js";
import {
  generateGrid,
  triangleAreas,
  uvAreas,
  validate,
  type MeshData,
} from "../../src/mesh/index.js";
import { World } from "../../src/sim/index.js";
import {
  Candidates,
  CRITERIA,
  measure,
  order,
  ORDERS,
  PATHS,
  RESOLUTIONS,
  tear,
  type TearingOptions,
} from "../../src/tearing/index.js";
import { anyMesh } from "../meshes.js";
import { runs } from "../runs.js";

/** All combinations of tearing options. */
const VARIANTS = CRITERIA.flatMap((criterion) =>
  ORDERS.flatMap((how) => PATHS.map((path) => ({ criterion, order: how, path }))),
);

/** A limit that violent pulling exceeds. */
const LIMITS = { tension: 0.5, stretch: 1.15, "separation-tensor": 0.12 };

/** Quantities that a tear must never change. */
function totalsOf(cloth: WorldCloth): number[] {
  const { mesh, particles, rest } = cloth;
  const [mass, px, py, pz, lx, ly, lz] = [0, 0, 0, 0, 0, 0, 0];
  const sums = [mass, px, py, pz, lx, ly, lz] as number[];
  for (let p = 0; p < particles.count; p++) {
    const m = particles.masses[p]!;
    const [x, y, z] = particles.positions.subarray(3 * p, 3 * p + 3);
    const [u, v, w] = particles.velocities.subarray(3 * p, 3 * p + 3);
    const parts = [1, u!, v!, w!, y! * w! - z! * v!, z! * u! - x! * w!, x! * v! - y! * u!];
    for (const [i, part] of parts.entries()) sums[i]! += m * part;
  }
  let area = 0;
  for (let t = 0; t < mesh.triangleCount; t++) area += rest.areas[t]!;
  const uvArea = uvAreas(mesh).reduce((sum, own) => sum + Math.abs(own), 0);
  return [area, uvArea, ...sums];
}

/** Invariants of a torn cloth. */
function expectValid(cloth: WorldCloth): void {
  const { mesh, rest, particles } = cloth;
  expect(validate(mesh)).toBeNull();
  const areas = triangleAreas(mesh, rest.positions);
  let off = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    off = Math.max(off, Math.abs(areas[t]! - rest.areas[t]!));
  }
  expect(off).toBeLessThan(1e-12);
  // Rest lengths are those of the unstressed cloth, whatever the pose was when an edge was created.
  off = 0;
  for (let e = 0; e < mesh.edgeCount; e++) {
    const length = distance(rest.positions, 3 * mesh.edgeStart(e), 3 * mesh.edgeEnd(e));
    off = Math.max(off, Math.abs(length - rest.lengths[e]!));
    off = Math.max(off, Math.abs(length - cloth.springs.restLengths[e]!));
  }
  expect(off).toBeLessThan(1e-9);
  for (let i = 0; i < 3 * particles.count; i++) {
    if (!Number.isFinite(particles.positions[i]!) || !Number.isFinite(particles.velocities[i]!)) {
      throw new Error(`particle ${Math.floor(i / 3)} is nowhere`);
    }
  }
}

/** Tears a cloth as the world does and checks the changes. Returns the number of tears. */
function tearAndCheck(cloth: WorldCloth, options: TearingOptions, random: Random): number {
  const { mesh } = cloth;
  const candidates = new Candidates();
  const { surface } = cloth.tears;
  measure(surface, options, candidates);
  order(candidates, options.order, surface, random);
  const before = totalsOf(cloth);
  const positions = cloth.positions.slice(0, 3 * mesh.vertexCount);
  const restLengths = cloth.rest.lengths.slice(0, mesh.edgeCount);
  const shortest = Math.min(options.minEdgeRatio * surface.spacing, ...restLengths);
  const longest = new Map<number, number>(); // elongation of the edges at each vertex
  for (let e = 0; e < mesh.edgeCount; e++) {
    const [a, b] = [mesh.edgeStart(e), mesh.edgeEnd(e)];
    const elongation = distance(positions, 3 * a, 3 * b) - restLengths[e]!;
    for (const v of [a, b]) longest.set(v, Math.max(longest.get(v) ?? 0, elongation));
  }
  const { tears } = tear(surface, options, candidates);
  expect(tears.length).toBeLessThanOrEqual(candidates.count); // no candidate tears twice
  for (const { edits, moves, kind } of tears) {
    for (const edit of edits) cloth.replay(edit);
    // The documented retraction: at most the elongation of the loaded edge, half of it for an end of an edge.
    for (const { vertex, position } of moves) {
      expect(vertex).toBeGreaterThanOrEqual(positions.length / 3); // only particles that the tear has created
      const jump = Math.hypot(
        ...[0, 1, 2].map((k) => position[k]! - cloth.positions[3 * vertex + k]!),
      );
      let root = vertex;
      while (root >= positions.length / 3) root = mesh.vertexOrigins[2 * root]!;
      const max = longest.get(root) ?? 0;
      expect(jump).toBeLessThanOrEqual((kind === "edge" ? max / 2 : max) + 1e-12);
    }
  }
  // Without retraction angular momentum is conserved too, except for the mass redistribution of a divided edge.
  const after = totalsOf(cloth);
  const hasEdges = tears.some(({ kind }) => kind === "edge");
  for (let i = 0; i < (hasEdges ? 6 : 9); i++) {
    expect(Math.abs(after[i]! - before[i]!)).toBeLessThan(1e-9 * Math.max(1, Math.abs(before[i]!)));
  }
  for (const { moves } of tears) {
    for (const { vertex, position } of moves) cloth.particles.place(vertex, position);
  }
  const moved = totalsOf(cloth);
  for (let i = 0; i < 6; i++) expect(moved[i]).toBe(after[i]); // retraction does not change linear momentum
  const now = cloth.rest.lengths.subarray(0, mesh.edgeCount);
  const min = now.reduce((low, length) => Math.min(low, length), Infinity);
  expect(min).toBeGreaterThanOrEqual(shortest * (1 - 1e-9));
  return tears.length;
}

/** A sheet of any kind, pulled by two fast grabs. */
function violentWorld(mesh: MeshData, seed: number): World {
  return new World({
    cloths: [{ mesh, pins: [{ select: { ids: [0] } }], tearing: null }],
    solver: { substeps: 4 },
    seed,
  });
}

describe.each(VARIANTS)("$criterion, $order, $path", (variant) => {
  test("keeps every invariant over random meshes and violent pulling", () => {
    const settings = runs(50, 3, 400);
    const tears = { count: 0 };
    const point = fc.tuple(
      fc.double({ min: -1.5, max: 1.5, noNaN: true }),
      fc.double({ min: -1.5, max: 1.5, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.oneof(anyMesh, fc.constant(generateGrid({ size: [1, 1], segments: [7, 7] }))),
        fc.array(point, { minLength: 4, maxLength: 10 }),
        fc.nat(1e6),
        (mesh, path, seed) => {
          const world = violentWorld(mesh, seed);
          const cloth = world.cloths[0]!;
          const options: TearingOptions = {
            ...variant,
            limit: LIMITS[variant.criterion],
            starts: seed % 6 === 1 ? "single" : "any",
            heldZone: seed % 5 === 1 ? 2 : 0,
            heldStrength: 3,
            weakStrength: 0.5,
            weave: seed % 3 === 0 ? 1 : 0,
            damage: seed % 4 === 0 ? 0.5 : 0,
            minEdgeRatio: 0.3,
            maxTearsPerStep: seed % 5 === 0 ? 3 : 200,
            resolve: RESOLUTIONS[seed % 7] ?? "step",
          };
          const random = new Random(seed);
          const starts = [cloth.particles.count - 1, cloth.particles.count >> 1].map(
            (p): Vec3Tuple => [
              cloth.positions[3 * p]!,
              cloth.positions[3 * p + 1]!,
              cloth.positions[3 * p + 2]!,
            ],
          );
          const grabs = starts.map((at) => world.grab({ point: at, radius: 0.01, maxForce: 1000 }));
          for (const [x, y, z] of path) {
            for (const [i, grab] of grabs.entries()) {
              const [x0, y0, z0] = starts[i]!;
              const sign = i === 0 ? 1 : -1;
              grab?.moveTo([x0 + sign * x, y0 + sign * y, z0 + z]);
            }
            world.step();
            tears.count += tearAndCheck(cloth, options, random);
            expectValid(cloth);
          }
        },
      ),
      settings,
    );
    expect(tears.count).toBeGreaterThan(2.5 * settings.numRuns);
  });
});
