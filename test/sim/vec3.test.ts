import { Vec3 as CannonVec3 } from "cannon-es";
import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { Vec3 } from "../../src/math/vec3.js";
import { closestPoint, generateGrid, rayHit } from "../../src/mesh/index.js";
import { attractor, vortex, World, type Field, type WorldOptions } from "../../src/sim/index.js";

/** A vector in one of its forms. */
type Make = (x: number, y: number, z: number) => Vec3;

const tuple: Make = (x, y, z) => [x, y, z];
const object: Make = (x, y, z) => ({ x, y, z });

/** A vector whose components are getters of its class. */
class Point {
  readonly #numbers: readonly number[];
  constructor(...numbers: number[]) {
    this.#numbers = numbers;
  }
  get x(): number {
    return this.#numbers[0]!;
  }
  get y(): number {
    return this.#numbers[1]!;
  }
  get z(): number {
    return this.#numbers[2]!;
  }
}

const mesh = generateGrid({ size: [1, 1], segments: [6, 6] });
const tetrahedron = {
  positions: [0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0, 0.2],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
};

/** Options with a vector in every place that accepts one. */
function optionsWith(v: Make): WorldOptions {
  return {
    gravity: v(0.1, -9.8, 0.2),
    wind: { velocity: v(0, 0.5, 3), drag: 2, gusts: { amplitude: 0.3, period: 0.1 } },
    fields: [
      attractor({ point: v(0, 0, 1), acceleration: 4, radius: 0.5 }),
      vortex({ point: v(0.1, 0, 0), axis: v(0, 1, 1), speed: 3, radius: 0.4 }),
    ],
    cloths: [
      {
        mesh,
        transform: { position: v(0, 0.1, 0), rotation: v(10, 20, 5) },
        pins: [
          {
            select: { group: "top" },
            hold: { axis: v(1, 0.1, 0) },
            motion: [
              { time: 0, translation: v(0, 0, 0) },
              { time: 0.1, translation: v(0.05, 0.1, 0) },
            ],
          },
          { select: { sphere: { center: v(-0.4, -0.4, 0), radius: 0.25 } } },
          { select: { ids: [3] }, hold: { plane: v(0, 0, 1) } },
        ],
        tearing: { limit: 1.3 },
      },
      { mesh, transform: { position: v(3, 0, 0) } },
    ],
    colliders: [
      {
        type: "sphere",
        center: v(0.1, -0.2, 0.15),
        radius: 0.1,
        motion: [
          { time: 0, translation: v(0, 0, 0), rotation: v(0, 0, 0) },
          { time: 0.2, translation: v(0, 0, -0.2), rotation: v(0, 90, 0) },
        ],
      },
      {
        type: "capsule",
        from: v(-0.3, -0.1, 0.2),
        to: v(-0.2, 0.1, 0.2),
        radius: 0.05,
        motion: [{ time: 0, translation: v(0, 0, 0), rotation: v(0, 0, 30) }],
      },
      { type: "box", center: v(0.3, 0.2, -0.2), size: v(0.1, 0.2, 0.1), rotation: v(0, 45, 0) },
      { type: "half-space", point: v(0, -0.5, 0), normal: v(0, 1, 0.1) },
      {
        type: "mesh",
        ...tetrahedron,
        transform: { position: v(0, 0, -0.4), rotation: v(0, 30, 0) },
        motion: [
          { time: 0, translation: v(0, 0, 0) },
          { time: 0.2, translation: v(0, 0, 0.2) },
        ],
      },
    ],
    balls: [
      {
        position: v(0, 0.1, 0.4),
        radius: 0.1,
        mass: 0.2,
        velocity: v(0, 0, -5),
        angularVelocity: v(9, 0, 0),
      },
      { position: v(0.5, 0.5, 0.5), radius: 0.05, mass: 0.1, time: 0.05 },
    ],
    knives: [
      {
        motion: [
          { time: 0, from: v(-0.6, -0.3, -1), to: v(-0.6, -0.3, 1) },
          { time: 0.1, from: v(0, -0.3, -1), to: v(0, -0.3, 1) },
        ],
      },
    ],
    solver: { type: "xpbd", substeps: 5 },
  };
}

/** The results of a run that calls every method with a vector argument, and its hash. */
function run(v: Make): { hash: string; found: unknown[]; world: World } {
  const world = new World(optionsWith(v));
  const found: unknown[] = [];
  const [cloth, other] = world.cloths;
  world.on("tear", ({ position }) => found.push(position));
  const calls: (() => unknown)[] = [
    () => world.grab({ point: v(0.3, -0.3, 0), radius: 0.2 })!.moveTo(v(0.4, -0.4, 0.2)),
    () => cloth!.grabs[0]!.moveTo(v(0.5, -0.5, 0.3)),
    () => world.colliders[0]!.moveTo(v(0.1, -0.1, 0.1), v(10, 0, 0)),
    () => world.knife({ from: v(0.45, 1, -1), to: v(0.45, 1, 1) }),
    () => world.knives.at(-1)!.moveTo(v(0.45, 0.2, -1), v(0.45, 0.2, 1)),
    () => world.cut({ line: [v(-0.2, 0.2, 0), v(0, 0.25, 0)], cloth: 0 }).edits.length,
    () => world.cut({ vertex: 24, axis: v(1, 0, 0), cloth: 1 }).edits.length,
    () => world.tear({ vertex: 17, axis: v(0, 1, 0), cloth: 1 })?.edits.length,
    () =>
      world.addBall({ position: v(-0.3, 0.3, 0.2), radius: 0.05, mass: 1, velocity: v(0, 0, -3) }),
    () => cloth!.strengths.paint({ point: v(0, 0, 0), radius: 0.3, strength: 0.6 }),
  ];
  const body = world.addBody({
    shape: [
      { type: "box", size: v(0.2, 0.1, 0.1), position: v(0.1, 0, 0) },
      { type: "sphere", radius: 0.05, position: v(-0.1, 0, 0) },
    ],
    mass: 1,
    inertia: v(0.1, 0.2, 0.3),
  });
  body.position.set([0.2, 0.3, 0.1]);
  body.velocity.set([0, 0, -1]);
  body.place();
  for (const [step, call] of calls.entries()) {
    const made = call();
    if (typeof made === "number") found.push(made);
    if (step === 5) world.gravity = v(0, -5, 1);
    if (step === 6) world.wind = { velocity: v(1, 0, 0), drag: 1 };
    if (step === 7) world.pin({ select: { ids: [40] }, hold: { plane: v(0, 1, 0) } });
    world.step();
  }
  const { positions } = cloth!;
  found.push(closestPoint(cloth!.mesh, positions, v(0.2, 0, 0.5)));
  found.push(rayHit(other!.mesh, other!.positions, v(3.1, 0, 3), v(0, -0.01, -1)));
  found.push([...body.impulse], [...body.angularImpulse], world.gravity, world.wind);
  return { hash: world.hash(), found, world };
}

describe("vectors as { x, y, z }", () => {
  const tuples = run(tuple);

  test("have an effect in the run with tuples", () => {
    expect(tuples.world.stats.steps).toBe(10);
    expect(tuples.found).not.toContain(null);
    expect(tuples.found).not.toContain(0);
    expect(tuples.world.cloths.map(({ edits }) => edits.length > 0)).toEqual([true, true]);
  });

  test.each<[string, Make]>([
    ["plain objects", object],
    ["plain objects with more fields", (x, y, z) => ({ x, y, z, w: 1, name: "mine" })],
    ["frozen objects", (x, y, z) => Object.freeze({ x, y, z })],
    [
      "objects without a prototype",
      (x, y, z) => Object.assign(Object.create(null) as object, { x, y, z }),
    ],
    ["objects of a class with getters", (x, y, z) => new Point(x, y, z)],
    ["vectors of three.js", (x, y, z) => new Vector3(x, y, z)],
    ["vectors of cannon-es", (x, y, z) => new CannonVec3(x, y, z)],
    ["frozen tuples", (x, y, z) => Object.freeze([x, y, z] as const)],
  ])("are bit-exact as tuples everywhere: %s", (_, make) => {
    const { hash, found } = run(make);
    expect(found).toEqual(tuples.found);
    expect(hash).toBe(tuples.hash);
  });

  test("are returned as tuples", () => {
    const { world } = run(object);
    expect(world.gravity).toEqual([0, -5, 1]);
    expect(world.wind.velocity).toEqual([1, 0, 0]);
    const own = new World(optionsWith(object));
    expect(own.gravity).toEqual([0.1, -9.8, 0.2]);
    expect(own.wind.velocity).toEqual([0, 0.5, 3]);
    const { positions, mesh: surface } = own.cloths[0]!;
    expect(closestPoint(surface, positions, { x: 0, y: 0, z: 0 })!.position).toHaveLength(3);
  });

  test("start the same way after a reset, and in another world of the same options", () => {
    const world = new World(optionsWith(object));
    world.step();
    const hash = world.hash();
    world.reset();
    world.step();
    expect(world.hash()).toBe(hash);
    const again = new World(world.options);
    again.load(world.save());
    expect(again.hash()).toBe(hash);
  });
});

describe("a component that is not a number is refused with its path", () => {
  const world = (): World => new World({ cloths: [{ mesh }] });
  const bad = { x: 0, y: NaN, z: 0 };
  const text = { x: 0, y: 0, z: "1" } as unknown as Vec3;
  const half = { x: 1, y: 2 } as unknown as Vec3;
  const of = (options: Partial<WorldOptions>): (() => World) => {
    return () => new World({ cloths: [{ mesh }], ...options });
  };

  test.each<[line: string, call: () => unknown]>([
    ["gravity.y: expected a finite number, got NaN", of({ gravity: bad })],
    ['gravity.z: expected a finite number, got "1"', of({ gravity: text })],
    ["gravity.z: expected a finite number, but it is missing", of({ gravity: half })],
    ["gravity: expected three finite numbers, got an object", of({ gravity: {} as Vec3 })],
    ["gravity.y: expected a finite number, got NaN", of({ gravity: new Vector3(0, NaN, 0) })],
    ["wind.velocity.y: expected a finite number, got NaN", of({ wind: { velocity: bad } })],
    [
      "cloths.0.transform.position.y: expected a finite number, got NaN",
      of({ cloths: [{ mesh, transform: { position: bad } }] }),
    ],
    [
      "cloths.0.pins.0.hold.axis: expected a direction, got an object",
      of({
        cloths: [{ mesh, pins: [{ select: { ids: [0] }, hold: { axis: { x: 0, y: 0, z: 0 } } }] }],
      }),
    ],
    [
      "cloths.0.pins.0.select.sphere.center.y: expected a finite number, got NaN",
      of({ cloths: [{ mesh, pins: [{ select: { sphere: { center: bad, radius: 1 } } }] }] }),
    ],
    [
      "cloths.0.pins.0.motion.0.translation.y: expected a finite number, got NaN",
      of({
        cloths: [
          { mesh, pins: [{ select: { ids: [0] }, motion: [{ time: 0, translation: bad }] }] },
        ],
      }),
    ],
    [
      "colliders.0.center.y: expected a finite number, got NaN",
      of({ colliders: [{ type: "sphere", center: bad, radius: 1 }] }),
    ],
    [
      "colliders.0.size.y: expected a length over 0 m, got -1",
      of({ colliders: [{ type: "box", center: [0, 0, 0], size: { x: 1, y: -1, z: 1 } }] }),
    ],
    [
      "colliders.0.motion.0.rotation.y: expected a finite number, got NaN",
      of({
        colliders: [
          {
            type: "half-space",
            point: [0, 0, 0],
            normal: [0, 1, 0],
            motion: [{ time: 0, rotation: bad }],
          },
        ],
      }),
    ],
    [
      "balls.0.velocity.y: expected a finite number, got NaN",
      of({ balls: [{ position: [0, 9, 0], radius: 1, mass: 1, velocity: bad }] }),
    ],
    [
      "knives.0.motion.1.to.y: expected a finite number, got NaN",
      of({
        knives: [
          {
            motion: [
              { time: 0, from: [0, 0, 0], to: [0, 0, 1] },
              { time: 1, from: [0, 0, 0], to: bad },
            ],
          },
        ],
      }),
    ],
    ["grab.point.y: expected a finite number, got NaN", () => world().grab({ point: bad })],
    [
      "knife.from.y: expected a finite number, got NaN",
      () => world().knife({ from: bad, to: [0, 0, 1] }),
    ],
    [
      "cut.line.1.y: expected a finite number, got NaN",
      () => world().cut({ line: [[0, 0, 0], bad] }),
    ],
    ["cut.axis.y: expected a finite number, got NaN", () => world().cut({ vertex: 9, axis: bad })],
    [
      "tear.axis.y: expected a finite number, got NaN",
      () => world().tear({ vertex: 9, axis: bad }),
    ],
    [
      "ball.position.y: expected a finite number, got NaN",
      () => world().addBall({ position: bad, radius: 1, mass: 1 }),
    ],
    [
      "paint.point.y: expected a finite number, got NaN",
      () => world().cloths[0]!.strengths.paint({ point: bad, radius: 1, strength: 1 }),
    ],
    [
      "attractor.point.y: expected a finite number, got NaN",
      () => attractor({ point: bad, acceleration: 1, radius: 1 }),
    ],
    [
      "vortex.axis.y: expected a finite number, got NaN",
      () => vortex({ point: [0, 0, 0], axis: bad, speed: 1, radius: 1 }),
    ],
    [
      "position.y: expected a finite number, got NaN",
      () =>
        of({
          colliders: [{ type: "sphere", center: [0, 9, 0], radius: 1 }],
        })().colliders[0]!.moveTo(bad),
    ],
  ])("%s", (line, call) => {
    expect(call).toThrow(new RangeError(line));
  });

  test("inertia of a body may be infinite, but not NaN", () => {
    const shape = { type: "sphere", radius: 0.1 } as const;
    world().addBody({ shape, mass: 1, inertia: { x: 1, y: Infinity, z: 1 } });
    expect(() => world().addBody({ shape, mass: 1, inertia: { x: 1, y: NaN, z: 1 } })).toThrow(
      new RangeError("body.inertia.y: expected a moment over 0 kg·m², got NaN"),
    );
  });

  test("in a vector that was set later, at the next step", () => {
    const own = world();
    own.gravity = bad;
    expect(() => own.step()).toThrow(/^gravity\.(1|y): expected a finite number, got NaN$/);
    own.gravity = { x: 0, y: -1, z: 0 };
    own.step();
    own.wind.velocity = { x: 1, y: 2, z: 3 } as never;
    own.step();
    expect(own.wind.velocity).toEqual([1, 2, 3]);
    own.wind = { velocity: { x: 0, y: 0, z: 1 } };
    expect(own.wind).toEqual({ velocity: [0, 0, 1], drag: 1.2 });
    own.step();
    for (const wrong of [null, 5, "west"]) {
      own.wind = wrong as never;
      expect(() => own.step()).toThrow(/^wind: expected /);
    }
    own.wind = {};
    own.wind.velocity = { x: 1, y: NaN, z: 3 } as never;
    expect(() => own.step()).toThrow(/^wind\.velocity: expected three finite numbers/);
  });
});

describe("objects of the caller", () => {
  test("are neither changed nor kept", () => {
    const made: { x: number; y: number; z: number }[] = [];
    const copies: string[] = [];
    const noted: Make = (x, y, z) => {
      const vector = { x, y, z };
      made.push(vector);
      copies.push(JSON.stringify(vector));
      return vector;
    };
    // Options of fields may be changed between steps, so they are kept.
    const options = (make: Make): WorldOptions => ({ ...optionsWith(make), fields: [] });
    const [changed, same] = [new World(options(noted)), new World(options(tuple))];
    const spoil = (): void => {
      expect(made.map((vector) => JSON.stringify(vector))).toEqual(copies);
      for (const vector of made) Object.assign(vector, { x: 7, y: NaN, z: -7 });
      made.length = copies.length = 0;
    };
    spoil();
    for (const [world, v] of [
      [changed, noted],
      [same, tuple],
    ] as const) {
      world.grab({ point: v(0.3, -0.3, 0), radius: 0.2 })!.moveTo(v(0.4, -0.4, 0.2));
      world.colliders[0]!.moveTo(v(0.1, -0.1, 0.1), v(10, 0, 0));
      world
        .knife({ from: v(0.45, 1, -1), to: v(0.45, 1, 1) })
        .moveTo(v(0.45, 0, -1), v(0.45, 0, 1));
      world.pin({ select: { ids: [40] }, hold: { plane: v(0, 1, 0) } });
      world.addBall({ position: v(-0.3, 0.3, 0.2), radius: 0.05, mass: 1, velocity: v(0, 0, -3) });
      world.gravity = v(0, -5, 1);
      world.wind = { velocity: v(1, 0, 0) };
      const shape = { type: "box", size: v(0.1, 0.1, 0.1), position: v(0.1, 0, 0) } as const;
      world.addBody({ shape, mass: 1, inertia: v(1, 1, 1) }).place();
      spoil();
      for (let i = 0; i < 5; i++) world.step();
      world.cloths[0]!.grabs[0]!.moveTo(v(0.5, -0.5, 0.3));
      spoil();
      for (let i = 0; i < 5; i++) world.step();
      expect(made).toEqual([]);
    }
    expect(changed.hash()).toBe(same.hash());
  });

  test("can be of a class, with vectors in them", () => {
    class Ball {
      position = { x: 0, y: 0.2, z: 0.3 };
      velocity = { x: 0, y: 0, z: -3 };
      radius = 0.1;
      mass = 1;
    }
    const { position, velocity, radius, mass } = new Ball();
    const plain = new World({ cloths: [{ mesh }], balls: [{ position, velocity, radius, mass }] });
    const own = new World({ cloths: [{ mesh }], balls: [new Ball()] });
    own.addBall(new Ball());
    plain.addBall({ position, velocity, radius, mass });
    for (let i = 0; i < 5; i++) for (const world of [plain, own]) world.step();
    expect(own.hash()).toBe(plain.hash());
  });

  test("that are meshes can have other properties, even themselves", () => {
    const round: Record<string, unknown> = { ...mesh, at: { x: 1, y: 2, z: 3 } };
    round["self"] = round;
    const world = new World({ cloths: [{ mesh: round as never }], gravity: { x: 0, y: -1, z: 0 } });
    const plain = new World({ cloths: [{ mesh }], gravity: [0, -1, 0] });
    for (const one of [world, plain]) one.step();
    expect(world.hash()).toBe(plain.hash());
    expect(round["at"]).toEqual({ x: 1, y: 2, z: 3 });
  });

  test("that are fields stay the same objects, even with their own x, y and z", () => {
    class Magnet implements Field {
      x = 1;
      y = 2;
      z = 3;
      readonly at = { x: 0, y: 0, z: 1 };
      calls = 0;
      addForces(): void {
        this.calls++;
      }
    }
    const magnet = new Magnet();
    const plain = { x: 1, y: 2, z: 3, point: { x: 0, y: 0, z: 0 }, addWinds: (): void => {} };
    const world = new World({
      cloths: [{ mesh }],
      gravity: { x: 0, y: 0, z: 0 },
      fields: [magnet, plain],
    });
    expect(world.fields[0]).toBe(magnet);
    expect(world.fields[1]).toBe(plain);
    world.step();
    expect(magnet.calls).toBeGreaterThan(0);
    world.reset();
    expect(world.fields[0]).toBe(magnet);
    expect(world.fields[1]).toBe(plain);
    world.fields = [plain];
    world.step();
    expect(world.fields[0]).toBe(plain);
    expect(plain.point).toEqual({ x: 0, y: 0, z: 0 });
  });

  test("that are fields of the library can be changed between steps", () => {
    const point = new Vector3(0, 0, 1);
    const moved = new World({
      cloths: [{ mesh }],
      fields: [attractor({ point, acceleration: 4, radius: 0.5 })],
    });
    const still = new World({
      cloths: [{ mesh }],
      fields: [attractor({ point: [0, 0, 1], acceleration: 4, radius: 0.5 })],
    });
    for (const world of [moved, still]) world.step();
    expect(moved.hash()).toBe(still.hash());
    point.set(0, 0, -1);
    for (const world of [moved, still]) world.step();
    expect(moved.hash()).not.toBe(still.hash());
  });
});
