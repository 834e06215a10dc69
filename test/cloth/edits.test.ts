import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Cloth, MATERIALS } from "../../src/cloth/index.js";
import {
  closestPoint,
  cutAlong,
  generateGrid,
  inheritPositions,
  redo,
  separateEdge,
  splitEdge,
  triangleAreas,
  type TopologyEdit,
} from "../../src/mesh/index.js";
import { anyMesh, randomEdit } from "../meshes.js";
import { rising } from "../oracles.js";
import { runs } from "../runs.js";

const { cotton } = MATERIALS;

/** Momentum and first moment of mass of all particles, which a split must not change. */
function moments({ particles }: Cloth): number[] {
  const sums = [0, 0, 0, 0, 0, 0, 0];
  for (let p = 0; p < particles.count; p++) {
    const mass = particles.masses[p]!;
    sums[6]! += mass;
    for (let k = 0; k < 3; k++) {
      sums[k]! += mass * particles.velocities[3 * p + k]!;
      sums[3 + k]! += mass * particles.positions[3 * p + k]!;
    }
  }
  return sums;
}

describe("a cloth through any edits of any mesh", () => {
  test("keeps mass, momentum, rest area and rest shape, however it is stretched", () => {
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 8 }),
        (data, choices) => {
          const cloth = new Cloth(data, cotton);
          const { mesh, particles, springs } = cloth;
          for (let i = 0; i < 3 * particles.count; i++) {
            particles.positions[i]! += Math.sin(7 * i); // stretched extremely
            particles.velocities[i] = Math.cos(5 * i);
          }
          const before = moments(cloth);
          for (const choice of choices) {
            const edits: TopologyEdit[] = randomEdit(mesh, data.positions, choice);
            for (const edit of edits) cloth.replay(edit);
          }
          expect(particles.count).toBe(mesh.vertexCount);
          expect(springs.count).toBe(mesh.edgeCount);
          for (const [i, x] of moments(cloth).entries()) expect(x).toBeCloseTo(before[i]!, 8);

          // The stores still have the rest shape.
          const rest = inheritPositions(mesh, data.positions);
          for (const [t, area] of triangleAreas(mesh, rest).entries()) {
            expect(cloth.rest.areas[t]).toBeCloseTo(area, 9);
          }
          for (let edge = 0; edge < mesh.edgeCount; edge++) {
            const [a, b] = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
            expect(rising([...springs.particles.slice(2 * edge, 2 * edge + 2)])).toEqual(
              rising([a, b]),
            );
            const length = Math.hypot(...[0, 1, 2].map((k) => rest[3 * a + k]! - rest[3 * b + k]!));
            expect(springs.restLengths[edge]).toBeCloseTo(length, 6);
            expect(springs.stiffnesses[edge]).toBeGreaterThanOrEqual(0);
            expect(cloth.bendSprings.isAlive(edge)).toBe(mesh.edgeTriangleCount(edge) === 2);
            expect(Number.isFinite(cloth.bendSprings.restLengths[edge])).toBe(true);
            expect(Number.isFinite(cloth.bendSprings.stiffnesses[edge])).toBe(true);
          }
        },
      ),
      runs(51, 80, 30_000),
    );
  });
});

describe("replaying edits after all of them were made", () => {
  test("gives the same stores as replaying each at once", () => {
    fc.assert(
      fc.property(
        anyMesh,
        fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1, maxLength: 5 }),
        (data, choices) => {
          const late = new Cloth(data, cotton);
          const edits = choices.flatMap((choice) => randomEdit(late.mesh, data.positions, choice));
          for (const edit of edits) late.replay(edit);
          const prompt = new Cloth(data, cotton);
          for (const edit of edits) prompt.replay(redo(prompt.mesh, edit));

          for (const kind of ["springs", "bendSprings"] as const) {
            for (let edge = 0; edge < late.mesh.edgeCount; edge++) {
              const of = ({ [kind]: springs }: Cloth): unknown => ({
                ends: rising([...springs.particles.slice(2 * edge, 2 * edge + 2)]),
                ...(springs.isAlive(edge) && {
                  restLength: springs.restLengths[edge]!.toPrecision(6),
                  stiffness: springs.stiffnesses[edge]!.toPrecision(5),
                  damping: springs.dampings[edge]!.toPrecision(5),
                }),
              });
              expect(of(late), `${kind} ${edge}`).toEqual(of(prompt));
            }
          }
          for (const array of ["masses", "positions", "velocities"] as const) {
            expect(late.particles[array]).toEqual(prompt.particles[array]);
          }
          expect(late.rest.areas.slice(0, late.mesh.triangleCount)).toEqual(
            prompt.rest.areas.slice(0, late.mesh.triangleCount),
          );
          expect(late.pieces.count).toBe(prompt.pieces.count);
        },
      ),
      runs(52, 80, 30_000),
    );
  });

  test("of a cut leaves every bend-shear spring with the length in the flat sheet", () => {
    const data = generateGrid({ size: [1, 1], segments: [8, 8] });
    const cloth = new Cloth(data, cotton);
    const { mesh, bendSprings } = cloth;
    const line = [
      [-0.3, -0.21, 0],
      [0.33, 0.17, 0],
    ].map((point) => closestPoint(mesh, data.positions, point as [number, number, number])!);
    for (const edit of cutAlong(mesh, data.positions, line).edits) cloth.replay(edit);
    const rest = inheritPositions(mesh, data.positions);
    let alive = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      if (mesh.edgeTriangleCount(edge) !== 2) continue;
      const [a, b] = [bendSprings.particles[2 * edge]!, bendSprings.particles[2 * edge + 1]!];
      const flat = Math.hypot(...[0, 1, 2].map((k) => rest[3 * a + k]! - rest[3 * b + k]!));
      expect(bendSprings.restLengths[edge]).toBeCloseTo(flat, 9);
      alive++;
    }
    expect(alive).toBeGreaterThan(150);
  });
});

describe("a cloth with a split edge", () => {
  test("stretches as before: two springs in series, distributed by area", () => {
    const data = generateGrid({ size: [2, 2], segments: [2, 2], diagonals: "one-way" });
    const cloth = new Cloth(data, cotton);
    const { mesh, springs } = cloth;
    const edge = mesh.findEdge(4, 8); // a diagonal inside
    const before = springs.stiffnesses[edge]!;
    // Two sides of a triangle on it, each with 1 m² around: half a m² from each of its triangles.
    const sides = [mesh.findEdge(4, 5), mesh.findEdge(4, 7)];
    const farSides = [mesh.findEdge(5, 8), mesh.findEdge(7, 8)];
    const sidesBefore = [...sides, ...farSides].map((e) => springs.stiffnesses[e]!);
    const edit = splitEdge(mesh, edge, 0.25);
    cloth.replay(edit);
    const [a, b] = [springs.stiffnesses[edge]!, springs.stiffnesses[edit.newEdge]!];
    expect(1 / (1 / a + 1 / b)).toBeCloseTo(before, 9);
    // Each side lost a part of one triangle; a border has no other.
    const near = edit.start === 4 ? 0.25 : 0.75;
    for (const [i, side] of [...sides, ...farSides].entries()) {
      const kept = i < 2 ? near : 1 - near;
      const other = mesh.edgeTriangleCount(side) - 1;
      expect(springs.stiffnesses[side]! / sidesBefore[i]!).toBeCloseTo(
        (kept + other) / (1 + other),
        12,
      );
    }
    // A bend-shear spring crosses each half, flat as before.
    expect(cloth.bendSprings.restLengths[edge]).toBeCloseTo(Math.SQRT2, 12);
    expect(cloth.bendSprings.restLengths[edit.newEdge]).toBeCloseTo(Math.SQRT2, 12);
    expect(cloth.pieces.count).toBe(1);
  });

  test("that is opened has a spring on each crack face and none across", () => {
    const cloth = new Cloth(generateGrid({ size: [1, 1], segments: [4, 4] }), cotton);
    const { mesh, springs, bendSprings } = cloth;
    const edge = mesh.findEdge(6, 7);
    const edits = separateEdge(mesh, edge);
    for (const edit of edits) cloth.replay(edit);
    const [first, second] = mesh.findEdges(6, 7) as [number, number];
    expect(springs.restLengths[second]).toBe(springs.restLengths[first]);
    expect(springs.stiffnesses[second]).toBe(springs.stiffnesses[first]);
    expect(bendSprings.isAlive(first)).toBe(false);
    expect(bendSprings.isAlive(second)).toBe(false);
    expect(cloth.edits).toEqual(edits);
  });
});
