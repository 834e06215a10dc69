import { describe, expect, test } from "vitest";
import { generateGrid, splitVertex, type MeshData } from "../../src/mesh/index.js";
import {
  World,
  type ClothOptions,
  type SolverOptions,
  type TearEvent,
  type WorldCloth,
} from "../../src/sim/index.js";
import type { TearingOptions } from "../../src/tearing/index.js";
import { twoSheetMesh, twoTriangleMesh } from "../tearing/onal.js";
import { CLASSIC, distanceOf } from "../tearing/surfaces.js";

/** Such a short step that nothing moves: the cloth is measured and torn in its initial pose. */
const INSTANT = 1e-7;

interface Laid {
  world: World;
  cloth: WorldCloth;
  events: TearEvent[];
}

/** A weightless cloth with some displaced particles. */
function lay(
  mesh: MeshData,
  tearing: Partial<TearingOptions>,
  moves: [vertex: number, x: number, y: number][],
  {
    seed = 1,
    solver = {},
    ...change
  }: Partial<ClothOptions> & { seed?: number; solver?: Partial<SolverOptions> } = {},
): Laid {
  const world = new World({
    gravity: [0, 0, 0],
    wind: { drag: 0 },
    cloths: [{ mesh, tearing: { ...CLASSIC, ...tearing }, imperfection: 0, ...change }],
    solver,
    seed,
  });
  const events: TearEvent[] = [];
  world.on("tear", (event) => events.push(event));
  const cloth = world.cloths[0]!;
  for (const [vertex, x, y] of moves) {
    cloth.positions[3 * vertex]! += x;
    cloth.positions[3 * vertex + 1]! += y;
  }
  return { world, cloth, events };
}

const GRID = generateGrid({ size: [8, 8], segments: [8, 8], diagonals: "one-way" });
const at = (row: number, column: number): number => 9 * row + column;

/**
 * Displaced particles of the right border: only the edges that lead to them are over the limit of 1.3.
 */
const DRAWN_OUT: [number, number, number][] = [
  [at(2, 8), 0.4, 0],
  [at(4, 8), 0.5, 0],
  [at(6, 8), 0.45, 0],
];

/** The severities of the stretched edges, in the order of their numbers. */
const SEVERITIES = [0.4 / 0.3, 0.5 / 0.3, 0.45 / 0.3];

function rounded(events: readonly TearEvent[]): number[] {
  return events.map(({ severity }) => +severity.toFixed(6));
}

describe("the order of tears in a world", () => {
  const severest = [SEVERITIES[1]!, SEVERITIES[2]!, SEVERITIES[0]!].map((x) => +x.toFixed(6));

  function eventsBy(order: TearingOptions["order"], seed = 1): TearEvent[] {
    const { world, events } = lay(GRID, { limit: 1.3, order }, DRAWN_OUT, { seed });
    world.step(INSTANT);
    expect(events).toHaveLength(3);
    return events;
  }

  test("severest: by descending severity", () => {
    const events = eventsBy("severest");
    expect(rounded(events)).toEqual(severest);
    expect(events.map(({ vertices }) => vertices[0])).toEqual([at(4, 7), at(6, 7), at(2, 7)]);
  });

  test("random: by the seed of the world and nothing else", () => {
    const sequences = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      rounded(eventsBy("random", seed)).join(),
    );
    expect(new Set(sequences).size).toBeGreaterThan(2);
    for (const [i, sequence] of sequences.entries()) {
      expect(rounded(eventsBy("random", i + 1)).join()).toBe(sequence);
    }
  });

  test("two cloths of one world have different random orders", () => {
    const sequences = new Set<string>();
    for (let seed = 1; seed <= 8; seed++) {
      const cloth = {
        mesh: GRID,
        tearing: { ...CLASSIC, limit: 1.3, order: "random" },
        imperfection: 0,
      } as const;
      const world = new World({ gravity: [0, 0, 0], cloths: [cloth, cloth], seed });
      const reported: [string[], string[]] = [[], []];
      world.on("tear", (event) => reported[event.cloth as 0 | 1].push(event.severity.toFixed(6)));
      for (const { positions } of world.cloths) {
        for (const [vertex, x] of DRAWN_OUT) positions[3 * vertex]! += x;
      }
      world.step(INSTANT);
      sequences.add(reported[0].join() === reported[1].join() ? "alike" : "different");
    }
    expect(sequences).toContain("different");
  });

  /**
   * All edges from column 4 to column 5 are over the limit; the edge in row 4 leads to the tip of a tear from the
   * right.
   */
  function seamWorld(order: TearingOptions["order"], row4: number): Laid {
    const moves = Array.from({ length: 81 }, (_, v): [number, number, number] => [
      v,
      v % 9 < 5 ? 0 : v === at(4, 5) ? row4 : 0.3,
      0,
    ]);
    const laid = lay(GRID, { limit: 1.25, order, maxTearsPerStep: 1 }, moves);
    const { mesh } = laid.cloth;
    for (const column of [8, 7, 6]) {
      const above = mesh
        .trianglesOf(at(4, column))
        .filter((t) => mesh.cornersIn(t).some((v) => v >= at(5, 0) && v < 81));
      laid.cloth.replay(splitVertex(mesh, at(4, column), above));
    }
    expect(laid.cloth.damage.isTorn(at(4, 5))).toBe(true);
    expect(laid.cloth.damage.isTorn(at(4, 4))).toBe(false);
    laid.world.step(INSTANT);
    expect(laid.events).toHaveLength(1);
    return laid;
  }

  test("seam-first: the edge at the end of a tear before others with a higher load", () => {
    expect(seamWorld("seam-first", 0.28).events[0]!.severity).toBeCloseTo(0.28 / 0.25, 5);
    expect(seamWorld("severest", 0.28).events[0]!.severity).toBeCloseTo(0.3 / 0.25, 5);
  });

  test("seam-first: the end on the tear splits; without it the heavier or lower one", () => {
    // In row 4 the load is the highest: it goes first either way.
    expect(seamWorld("seam-first", 0.32).events[0]!.vertices[0]).toBe(at(4, 5));
    expect(seamWorld("severest", 0.32).events[0]!.vertices[0]).toBe(at(4, 4));
  });
});

test("candidates deferred by the maximum tear in the next step, and the stats report them", () => {
  const { world, events } = lay(GRID, { limit: 1.3, maxTearsPerStep: 1 }, DRAWN_OUT);
  const expected = [SEVERITIES[1]!, SEVERITIES[2]!, SEVERITIES[0]!];
  for (let step = 0; step < 3; step++) {
    world.step(INSTANT);
    expect(events).toHaveLength(step + 1);
    expect(events[step]!.severity).toBeCloseTo(expected[step]!, 3);
    expect(world.stats).toMatchObject({ tears: step + 1, lastTears: 1, steps: step + 1 });
    // In the third step nothing is left to defer.
    expect(world.stats.cappedSteps).toBe(Math.min(step + 1, 2));
    expect(world.cloths[0]!.tears.torn.deferred).toBe(2 - step);
  }
  world.step(INSTANT);
  expect(world.stats).toMatchObject({ tears: 3, lastTears: 0, cappedSteps: 2 });
});

describe("retraction", () => {
  const WEAK_POINT = { path: "weak-point", limit: 1.3 } as const;

  test("the tips of a torn edge are at the ends of their rest halves", () => {
    const { world, cloth, events } = lay(twoTriangleMesh(), WEAK_POINT, [
      [0, -0.4, 0],
      [1, 0.4, 0],
    ]);
    world.step(INSTANT);
    expect(events.map(({ kind }) => kind)).toEqual(["edge"]);
    for (const [tip, end, x] of [
      [4, 0, -0.4],
      [5, 1, 0.4],
    ] as const) {
      expect(cloth.positions[3 * tip]).toBeCloseTo(x, 4);
      expect(distanceOf(cloth.positions, tip, end)).toBeCloseTo(1, 4); // half of 2 m
    }
  });

  test("a part connected by one vertex moves in the direction of its load", () => {
    const { world, cloth, events } = lay(twoSheetMesh(), { limit: 1.2 }, [[2, 0, 0.25]]);
    world.step(INSTANT);
    expect(events.map(({ kind }) => kind)).toEqual(["one-point"]);
    expect(cloth.positions[3 * 7 + 1]).toBeCloseTo(0.25, 4); // the copy
    expect(cloth.positions[1]).toBeCloseTo(0, 4);
    expect(distanceOf(cloth.positions, 7, 2)).toBeCloseTo(1, 4);
  });
});

describe("tension without its own limit", () => {
  const material = {
    density: 0.2,
    stiffness: 400,
    bendStiffness: 0,
    damping: 0,
    breakingStrain: 0.3,
  };
  const tearing = { criterion: "tension" } as const;

  test("is refused with xpbd, which has no true material forces", () => {
    const solver = { type: "xpbd" } as const;
    expect(() => lay(GRID, tearing, [], { solver })).toThrow(RangeError);
    expect(() => lay(GRID, tearing, [], { solver })).toThrow("cloths.0.tearing.limit");
    expect(() => lay(GRID, { ...tearing, limit: 5 }, [], { solver })).not.toThrow();
  });

  test.each(["euler", "midpoint", "rk4", "forward-euler"] as const)(
    "tears at the strength of the material with %s",
    (type) => {
      const tears = (strain: number): number => {
        const moves: [number, number, number][] = [[at(4, 8), strain, 0]];
        const { world, events } = lay(GRID, tearing, moves, { material, solver: { type } });
        world.step(INSTANT);
        return events.length;
      };
      expect(tears(0.29)).toBe(0);
      expect(tears(0.31)).toBe(1);
    },
  );
});

test("the load of a stretch limit is tension too", () => {
  // The springs, of 400 N/m, carry a few hundred newtons at this length. The limit shortens the edge by 0.4 m within
  // the step of 1 ms: for a particle of about 0.1 kg that takes tens of thousands.
  const material = { density: 0.2, stiffness: 400, bendStiffness: 0, damping: 0 };
  const tearing = { criterion: "tension", limit: 5000 } as const;
  const tears = (solver: Partial<SolverOptions>): number => {
    const moves: [number, number, number][] = [[at(4, 8), 0.5, 0]];
    const { world, events } = lay(GRID, tearing, moves, { material, solver });
    world.step(1e-3);
    return events.length;
  };
  expect(tears({ type: "euler" })).toBe(0);
  expect(tears({ type: "euler", stretchLimit: 1.1 })).toBeGreaterThan(0);
});
