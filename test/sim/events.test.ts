import { describe, expect, test } from "vitest";
import { closestPoint, cutAlong, generateGrid } from "../../src/mesh/index.js";
import { World, type PieceEvent } from "../../src/sim/index.js";
import { pulledSheet } from "../worlds.js";

describe("a part that comes off", () => {
  /** A sheet that is cut right across in the middle of its height, or less far. */
  function cutSheet(reach: number): World {
    const world = new World({
      cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [8, 8] }) }],
    });
    cutAcross(world, reach);
    return world;
  }

  function cutAcross(world: World, reach: number): void {
    const cloth = world.cloths[0]!;
    const line = [
      [-0.5, 0.03, 0],
      [reach, 0.03, 0],
    ].map((point) => closestPoint(cloth.mesh, cloth.positions, point as [number, number, number])!);
    for (const edit of cutAlong(cloth.mesh, cloth.positions, line).edits) cloth.replay(edit);
  }

  test("is told with its triangles, area and mass, at the end of the step, once", () => {
    const world = new World({
      cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [8, 8] }) }],
    });
    const events: PieceEvent[] = [];
    world.on("piece", (event) => events.push(event));
    cutAcross(world, 0.5);
    expect(world.totals().pieces).toBe(2); // who asks does not take the news away
    world.step();
    world.step();
    expect(events).toHaveLength(1);
    const [event] = events;
    const { mesh, rest, pieces } = world.cloths[0]!;
    expect(event!.time).toBeCloseTo(1 / 60, 12);
    expect(event!.cloth).toBe(0);
    let area = 0;
    for (const triangle of event!.triangles) {
      area += rest.areas[triangle]!;
      for (const vertex of mesh.cornersIn(triangle)) {
        expect(pieces.pieceOf(vertex)).toBe(event!.piece);
        expect(event!.vertices).toContain(vertex);
      }
    }
    expect(event!.area).toBeCloseTo(area, 12);
    expect(event!.mass).toBeCloseTo(area * 0.15, 12);
    expect(event!.area).toBeCloseTo(0.47, 1);
    expect(event!.from).not.toBe(event!.piece);
  });

  test("is no news to who listens after it, nor is a cut that frees nothing", () => {
    const world = cutSheet(0.5);
    const events: PieceEvent[] = [];
    world.on("piece", (event) => events.push(event));
    world.step();
    expect(events).toEqual([]);
    const other = cutSheet(0.1);
    other.on("piece", (event) => events.push(event));
    other.step();
    expect(events).toEqual([]);
  });

  test("comes off by tearing too: every piece but the largest is told", () => {
    const world = pulledSheet();
    let pieces = 1;
    let area = 0;
    world.on("piece", (event) => {
      pieces++;
      area += event.area;
    });
    for (let i = 0; i < 120; i++) world.step();
    expect(pieces).toBeGreaterThan(1);
    expect(world.totals().pieces).toBe(pieces);
    expect(area).toBeLessThan(world.totals().restArea);
  });

  test("a listener for something else is refused", () => {
    const world = pulledSheet();
    expect(() => world.on("rip" as "tear", () => {})).toThrow(
      'on: there is no event "rip", expected tear or piece',
    );
  });
});
