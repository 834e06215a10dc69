import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Vec3, World, type Body, type Constraint } from "cannon-es";
import { describe, expect, test } from "vitest";
import { CannonCloth } from "../examples/cannon-es/cloth.js";
import { LIMITS, Simulation } from "../examples/cannon-es/simulation.js";
import { boundaryLoops, generateGrid, Pieces, validate } from "../src/mesh/index.js";
import type { TearableSurface, TearingOptions } from "../src/tearing/index.js";
import { combinations } from "./runs.js";

const GRAVITY = 9.81; // m/s²

describe("a hanging strip in cannon-es", () => {
  const NO_TEARS = { criterion: "tension", limit: 1e6 } as const;

  /** The upward force of the cloth on its pins, N. */
  function pullOnPins(cloth: CannonCloth): number {
    const { mesh, bodies } = cloth;
    let sum = 0;
    for (let edge = 0; edge < mesh.edgeCount; edge++) {
      const ends = [mesh.edgeStart(edge), mesh.edgeEnd(edge)];
      const pin = ends.find((vertex) => cloth.isHeld(vertex));
      const free = ends.find((vertex) => !cloth.isHeld(vertex));
      if (pin === undefined || free === undefined) continue;
      const up = bodies[pin]!.position.vsub(bodies[free]!.position);
      sum += (cloth.tensionOf(edge) * up.y) / up.length();
    }
    return sum;
  }

  test.each([
    [4, 300],
    [20, 1000],
  ])(
    "pulls at its pins with its weight, with %i iterations and %i N/m",
    (iterations, stiffness) => {
      const world = new World({ gravity: new Vec3(0, -GRAVITY, 0) });
      Object.assign(world.solver, { iterations });
      const sheet = generateGrid({ size: [0.4, 0.8], segments: [4, 8] });
      const { top, bottom } = sheet.groups!;
      const cloth = new CannonCloth(world, sheet, {
        pinned: top!,
        stiffness,
        damping: 0.1,
        tearing: NO_TEARS,
      });
      for (const vertex of bottom!) {
        cloth.bodies[vertex]!.mass += 0.2; // kg
        cloth.bodies[vertex]!.updateMassProperties();
      }
      let tears = 0;
      for (let i = 0; i < 1200; i++) {
        world.step(cloth.timeStep);
        tears += cloth.tear().length;
      }
      expect(tears).toBe(0);
      // The pins carry everything that is not pinned: 0.3 kg/m² except half a row of eight, and the weights.
      const weight = GRAVITY * massOf(cloth.bodies);
      expect(massOf(cloth.bodies)).toBeCloseTo((0.3 * 0.4 * 0.8 * 15) / 16 + 5 * 0.2, 12);
      expect(pullOnPins(cloth) / weight).toBeGreaterThan(0.99);
      expect(pullOnPins(cloth) / weight).toBeLessThan(1.01);
      // Gravity acts downward, so the edges at the pins are under tension and none is compressed.
      expect(cloth.tensionOf(cloth.mesh.findEdge(top![0]!, top![0]! - 5))).toBeGreaterThan(0);
    },
  );
});

describe("the cannon-es example: a ball against a sheet", () => {
  const CASES = combinations({
    path: ["plane", "slice", "weak-point"] as TearingOptions["path"][],
    criterion: ["tension", "stretch"] as (keyof typeof LIMITS)[],
  });

  /** Throws a ball at the sheet and simulates 0.75 s. */
  function throwAndWatch(show: Simulation, look: () => void): Body {
    const ball = show.throwBall([0.1, 1.35, 1.2], [0, 0.6, -9]);
    for (let i = 0; i < 45; i++) {
      show.step();
      look();
    }
    return ball;
  }

  test.each(CASES)(
    "with $criterion and $path the ball tears a hole and passes through",
    ({ criterion, path }) => {
      const show = new Simulation(criterion, path);
      const { cloth } = show;
      const { mesh } = cloth;
      const surface: TearableSurface = cloth; // a cloth of another engine satisfies the interface
      const held = new Set([...cloth.bodies.keys()].filter((vertex) => surface.isHeld(vertex)));
      expect(held.size).toBe(2 * 25);
      const mass = massOf(cloth.bodies);
      const clothMass = sum(cloth.triangleWeights);
      const pieces = new Pieces(mesh);
      let followed = 0;

      const ball = throwAndWatch(show, () => {
        expect(validate(mesh)).toBeNull();
        expect(cloth.bodies.length).toBe(mesh.vertexCount);
        expect(cloth.constraints.length).toBe(mesh.edgeCount);
        expect(show.world.constraints.length).toBe(mesh.edgeCount);
        const inWorld = new Set<Constraint>(show.world.constraints);
        expect(cloth.constraints.every((constraint) => inWorld.has(constraint))).toBe(true);
        expect(strayConstraints(cloth)).toEqual([]);
        expect(cloth.bodies.every(isFinite)).toBe(true);
        expect(sum(cloth.triangleWeights)).toBeCloseTo(clothMass, 12);
        expect(cloth.edits.length).toBe(mesh.editCount);
        for (const edit of cloth.edits.slice(followed)) {
          pieces.replay(edit);
          if (edit.type === "split-vertex") expect(held.has(edit.vertex)).toBe(false);
        }
        followed = cloth.edits.length;
      });

      // Only triangles that are divided at a pin change the free mass.
      if (path === "weak-point") expect(massOf(cloth.bodies)).toBeGreaterThanOrEqual(mass - 1e-12);
      else expect(massOf(cloth.bodies)).toBeCloseTo(mass, 12);
      expect(show.tearCount).toBeGreaterThan(2);
      expect(ball.position.z).toBeLessThan(-1); // through the sheet at z = 0
      // No explosion: no fragment is much faster than the ball was.
      const fastest = Math.max(...cloth.bodies.map(({ velocity }) => velocity.length()));
      expect(fastest).toBeLessThan(15);
      expect(boundaryLoops(mesh).length > 1 || pieces.count > 1).toBe(true);
    },
  );

  test("the same throw gives the same tears", () => {
    const runs = [1, 2].map(() => {
      const show = new Simulation();
      throwAndWatch(show, () => {});
      return { tears: show.tearCount, edits: show.cloth.edits, places: show.cloth.positions };
    });
    expect(runs[0]).toEqual(runs[1]);
  });

  test("criterion and path can be changed at run time", () => {
    const show = new Simulation("tension", "plane");
    show.tearBy("stretch", "slice");
    expect(show.cloth.tearing).toMatchObject({ criterion: "stretch", limit: LIMITS.stretch });
    throwAndWatch(show, () => {});
    expect(show.tearCount).toBeGreaterThan(2);
  });

  test("balls that are too far away or too many are removed from the world", () => {
    const show = new Simulation();
    const bodies = show.world.bodies.length;
    show.throwBall([0, 1, 8.9], [0, 0, 20]);
    show.step();
    expect(show.balls).toEqual([]);
    for (let i = 0; i < 8; i++) show.throwBall([i - 4, 1, 4], [0, 0, 0]);
    expect(show.balls).toHaveLength(5);
    expect(show.world.bodies).toHaveLength(bodies + 5);
  });
});

test("npm run example:cannon has a help text", () => {
  const script = join(import.meta.dirname, "../scripts/example-cannon.js");
  const { stdout } = spawnSync(process.execPath, [script, "--help"], { encoding: "utf8" });
  expect(stdout).toContain("npm run example:cannon [-- --port N]");
});

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function massOf(bodies: readonly Body[]): number {
  return sum(bodies.map(({ mass }) => mass));
}

function isFinite({ position, velocity }: Body): boolean {
  return [...position.toArray(), ...velocity.toArray()].every(Number.isFinite);
}

/** Edges whose constraint connects wrong bodies or has a wrong length. */
function strayConstraints({ mesh, bodies, constraints, restLengths }: CannonCloth): number[] {
  return constraints.flatMap(({ bodyA, bodyB, distance, distanceEquation }, edge) => {
    const [start, end] = [bodies[mesh.edgeStart(edge)], bodies[mesh.edgeEnd(edge)]];
    const joins = (bodyA === start && bodyB === end) || (bodyA === end && bodyB === start);
    const solves = distanceEquation.bi === bodyA && distanceEquation.bj === bodyB;
    return joins && solves && distance === restLengths[edge] && distance > 0 ? [] : [edge];
  });
}
