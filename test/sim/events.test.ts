import { describe, expect, test } from "vitest";
import {
  buildMesh,
  closestPoint,
  cutAlong,
  generateGrid,
  splitEdge,
} from "../../src/mesh/index.js";
import { tearEvent } from "../../src/sim/events.js";
import { World, type PieceEvent, type TearEvent, totalsOf } from "../../src/sim/index.js";
import type { TearingOptions } from "../../src/tearing/index.js";
import { hexagon, meshData } from "../meshes.js";
import { pulledSheet } from "../worlds.js";

describe("a tear", () => {
  /** A weightless cloth with displaced particles, torn at once. */
  function tornAt(
    triangles: number[][],
    places: number[][],
    moves: [vertex: number, x: number, y: number][],
    tearing: Partial<TearingOptions> = { limit: 1.3 },
  ): { events: TearEvent[]; pieces: PieceEvent[] } {
    const world = new World({
      gravity: [0, 0, 0],
      wind: { drag: 0 },
      cloths: [{ mesh: meshData(triangles, places), tearing, imperfection: 0 }],
    });
    const events: TearEvent[] = [];
    const pieces: PieceEvent[] = [];
    world.on("tear", (event) => events.push(event));
    world.on("piece", (event) => pieces.push(event));
    const { positions } = world.cloths[0]!;
    for (const [vertex, x, y] of moves) {
      positions[3 * vertex]! += x;
      positions[3 * vertex + 1]! += y;
    }
    world.step(1e-6); // too short for any motion
    return { events, pieces };
  }

  const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);

  const HALVES = [
    [-1, 0, 0],
    [1, 0, 0],
    [0, 1.5, 0],
    [0, -1.5, 0],
  ];

  test("through an edge contains its center, the copy, and the halves of its triangles", () => {
    const triangles = [
      [0, 1, 2],
      [1, 0, 3],
    ];
    const moves: [number, number, number][] = [
      [0, -0.4, 0],
      [1, 0.4, 0],
    ];
    const { events } = tornAt(triangles, HALVES, moves, { limit: 1.3, path: "weak-point" });
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event!.kind).toBe("edge");
    expect(sorted(event!.vertices)).toEqual([4, 5]);
    expect(sorted(event!.triangles)).toEqual([0, 1, 2, 3]);
    expect(event!.severity).toBeCloseTo(0.4 / 0.3, 5);
    for (let k = 0; k < 3; k++) {
      expect(event!.position[k]).toBeCloseTo(0, 5);
      expect(Math.abs(event!.axis[k]!)).toBeCloseTo(k === 0 ? 1 : 0, 5);
    }
  });

  test("that has only divided an edge contains the halves of its triangles too", () => {
    const mesh = buildMesh(hexagon());
    const division = splitEdge(mesh, mesh.findEdge(0, 1), 0.5);
    const event = tearEvent(
      {
        edits: [division],
        moves: [],
        kind: "edge",
        severity: 1.5,
        position: [0.5, 0, 0],
        axis: [1, 0, 0],
      },
      2,
      0.25,
    );
    expect(event).toMatchObject({
      type: "tear",
      cloth: 2,
      time: 0.25,
      kind: "edge",
      severity: 1.5,
    });
    expect(event.vertices).toEqual([7]);
    expect(sorted(event.triangles)).toEqual([0, 5, 6, 7]);
  });

  test("on the border contains the halves of the one triangle, not the others", () => {
    const triangles = [
      [0, 1, 2],
      [1, 0, 3],
    ];
    const { events } = tornAt(triangles, HALVES, [[2, 0.4, 1]], {
      limit: 1.4,
      path: "weak-point",
    });
    expect(events.map(({ kind }) => kind)).toEqual(["edge"]);
    expect(sorted(events[0]!.triangles)).toEqual([0, 2]);
  });

  test("of a vertex contains it, its copy, and all the triangles that were at it", () => {
    const rim = [0, 60, 120, 180, 240, 300].map((a) => [
      Math.cos((a * Math.PI) / 180),
      Math.sin((a * Math.PI) / 180),
      0,
    ]);
    const triangles = [0, 1, 2, 3, 4, 5].map((k) => [0, 1 + k, 1 + ((k + 1) % 6)]);
    const apart = [7, 8, 9]; // is not involved
    const places = [[0, 0, 0], ...rim, [5, 0, 0], [6, 0, 0], [5, 1, 0]];
    const { events } = tornAt([...triangles, apart], places, [[1, 0.4, 0]]);
    expect(events).toHaveLength(1);
    expect(events[0]!.kind).toBe("vertex");
    expect(events[0]!.vertices.slice(0, 2)).toEqual([0, 10]);
    expect(sorted(events[0]!.triangles)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("of two parts on one vertex: a tear of that kind, and the smaller one is a piece", () => {
    // Above two triangles of 0.5 m², below three that are larger.
    const places = [
      [0, 0, 0],
      [-1, 1, 0],
      [0, 1, 0],
      [1, 1, 0],
      [-2, -2, 0],
      [2, -2, 0],
      [3, 0, 0],
      [3, 0.5, 0],
    ];
    const triangles = [
      [0, 2, 1],
      [0, 3, 2],
      [0, 4, 5],
      [0, 5, 6],
      [0, 6, 7],
    ];
    const { events, pieces } = tornAt(triangles, places, [[2, 0, 0.35]]);
    expect(events).toHaveLength(1);
    expect(events[0]!.kind).toBe("one-point");
    expect(sorted(events[0]!.vertices)).toEqual([0, 8]);
    expect(pieces).toHaveLength(1);
    const [piece] = pieces;
    expect(sorted(piece!.vertices)).toEqual([1, 2, 3, 8]);
    expect(sorted(piece!.triangles)).toEqual([0, 1]);
    expect(piece!.area).toBeCloseTo(1, 12); // rest area, both together
    expect(piece!.mass).toBeCloseTo(0.15, 12); // cotton has 0.15 kg/m²
  });
});

describe("a separated piece", () => {
  /** A sheet that is cut at half of its height, completely or partly. */
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

  test("is emitted with its triangles, area and mass, at the end of the step, once", () => {
    const world = new World({
      cloths: [{ mesh: generateGrid({ size: [1, 1], segments: [8, 8] }) }],
    });
    const events: PieceEvent[] = [];
    world.on("piece", (event) => events.push(event));
    cutAcross(world, 0.5);
    expect(totalsOf(world).pieces).toBe(2); // reading does not remove the pending event
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

  test("is not emitted to later listeners, nor is a cut that frees nothing", () => {
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

  test("separates by tearing too: every piece except the largest is emitted", () => {
    const world = pulledSheet();
    let pieces = 1;
    let area = 0;
    world.on("piece", (event) => {
      pieces++;
      area += event.area;
    });
    for (let i = 0; i < 120; i++) world.step();
    expect(pieces).toBeGreaterThan(1);
    expect(totalsOf(world).pieces).toBe(pieces);
    expect(area).toBeLessThan(totalsOf(world).restArea);
  });

  test("a listener for an unknown event is refused", () => {
    const world = pulledSheet();
    expect(() => world.on("rip" as "tear", () => {})).toThrow(
      'on: there is no event "rip", expected tear or piece or tear-off or seam-open',
    );
  });
});
