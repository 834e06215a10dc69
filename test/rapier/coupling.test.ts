import RAPIER, { type Collider, type World as RapierWorld } from "@dimforge/rapier3d-compat";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Vec3Tuple } from "../../src/math/vec3.js";
import { generateGrid } from "../../src/mesh/index.js";
import { RapierCoupling } from "../../src/rapier/index.js";
import { World, type WorldOptions } from "../../src/sim/index.js";

const { ColliderDesc, RigidBodyDesc } = RAPIER;
const SIDES = ["top", "bottom", "left", "right"];
const RUNS = process.env["TATTER_SOAK"] ? 200 : 5;

beforeAll(async () => {
  await RAPIER.init();
});

/** A horizontal sheet of 1 m × 1 m at a height, pinned at some of its sides. */
function sheet({
  y = 0,
  segments = 8,
  drag = 0,
  sides = [] as string[],
  gravity = [0, -9.81, 0] as Vec3Tuple,
  kernels = "wasm" as NonNullable<WorldOptions["kernels"]>,
}): World {
  const mesh = generateGrid({ size: [1, 1], segments: [segments, segments] });
  return new World({
    wind: { drag },
    gravity,
    kernels,
    cloths: [
      {
        mesh,
        transform: { position: [0, y, 0], rotation: [-90, 0, 0] },
        pins: sides.map((group) => ({ select: { group } })),
      },
    ],
  });
}

function rapierWorld(world: World): RapierWorld {
  const [x, y, z] = world.gravity;
  return new RAPIER.World({ x, y, z });
}

/** Momentum of all cloths, N·s. */
function momentum({ cloths }: World): Float64Array {
  const sum = new Float64Array(3);
  for (const { particles } of cloths) {
    for (let i = 0; i < 3 * particles.count; i++) {
      sum[i % 3]! += particles.velocities[i]! / particles.inverseMasses[Math.floor(i / 3)]!;
    }
  }
  return sum;
}

/** Angular momentum of all cloths about the origin, N·m·s. */
function angularMomentum({ cloths }: World): Float64Array {
  const sum = new Float64Array(3);
  for (const { particles } of cloths) {
    const { positions: p, velocities: v, inverseMasses } = particles;
    for (let i = 0; i < particles.count; i++) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [3 * i + ((k + 1) % 3), 3 * i + ((k + 2) % 3)];
        sum[k]! += (p[a]! * v[b]! - p[b]! * v[a]!) / inverseMasses[i]!;
      }
    }
  }
  return sum;
}

/** The lowest and highest coordinate along an axis. */
function span({ cloths }: World, axis: number): [number, number] {
  const { positions, count } = cloths[0]!.particles;
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    low = Math.min(low, positions[3 * i + axis]!);
    high = Math.max(high, positions[3 * i + axis]!);
  }
  return [low, high];
}

/** The penetration of the deepest particle in a collider, measured by Rapier, m. */
function depthIn({ cloths }: World, collider: Collider): number {
  const { positions, count } = cloths[0]!.particles;
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
    const { isInside, point } = collider.projectPoint({ x, y, z }, false)!;
    if (!isInside) continue;
    deepest = Math.max(deepest, Math.hypot(point.x - x, point.y - y, point.z - z));
  }
  return deepest;
}

describe("a free body hits a free cloth", () => {
  const number = (low: number, high: number): fc.Arbitrary<number> =>
    fc.double({ min: low, max: high, noNaN: true });
  const cases = fc.record({
    shape: fc.constantFrom("ball", "cuboid", "capsule", "two"),
    at: fc.tuple(number(-0.2, 0.2), number(-0.2, 0.2)),
    density: number(20, 500),
    velocity: fc.tuple(number(-2, 2), number(-6, -2), number(-2, 2)),
    spin: fc.tuple(number(-5, 5), number(-5, 5), number(-5, 5)),
  });

  // The error of Rapier's single precision, at up to 7 m/s, with the reference kernels, in double precision; by default the
  // cloth adds its own.
  test.each([
    { kernels: "reference", rounding: 3e-6 },
    { kernels: "wasm", rounding: 5e-5 },
  ] as const)(
    "momentum is conserved, with any shape, mass and angular velocity: $kernels",
    (own) => {
      const { kernels, rounding } = own;
      let touches = 0;
      fc.assert(
        fc.property(cases, ({ shape, at, density, velocity, spin: angularVelocity }) => {
          const world = sheet({ gravity: [0, 0, 0], kernels });
          const rapier = rapierWorld(world);
          const body = rapier.createRigidBody(
            RigidBodyDesc.dynamic()
              .setTranslation(at[0], 0.16, at[1])
              .setLinvel(...velocity)
              .setAngvel({ x: angularVelocity[0], y: angularVelocity[1], z: angularVelocity[2] }),
          );
          const parts =
            shape === "ball"
              ? [ColliderDesc.ball(0.1)]
              : shape === "cuboid"
                ? [ColliderDesc.cuboid(0.08, 0.06, 0.1).setTranslation(0.05, 0, 0)]
                : shape === "capsule"
                  ? [ColliderDesc.capsule(0.05, 0.06)]
                  : [
                      ColliderDesc.ball(0.05).setTranslation(-0.1, 0, 0),
                      ColliderDesc.cuboid(0.05, 0.05, 0.05).setTranslation(0.1, 0.03, 0),
                    ];
          for (const part of parts) rapier.createCollider(part.setDensity(density), body);
          const coupling = new RapierCoupling(world, rapier);
          const mass = body.mass();
          for (let i = 0; i < 8; i++) coupling.step();
          const cloth = momentum(world);
          const { x, y, z } = body.linvel();
          for (const [k, now] of [x, y, z].entries()) {
            const drift = Math.abs(mass * now + cloth[k]! - mass * velocity[k]!);
            expect(drift).toBeLessThan(rounding * mass);
          }
          if (Math.abs(cloth[1]!) > 1e-3) touches++;
          rapier.free();
        }),
        { numRuns: RUNS },
      );
      expect(touches).toBeGreaterThan(RUNS / 2);
    },
  );

  test("a bar that hits with its end gets the opposite angular momentum of the cloth", () => {
    const world = sheet({ gravity: [0, 0, 0] });
    const rapier = rapierWorld(world);
    // The body's origin is not its center of mass.
    const body = rapier.createRigidBody(
      RigidBodyDesc.dynamic().setTranslation(0, 0.06, 0).setLinvel(0, -3, 0),
    );
    rapier.createCollider(
      ColliderDesc.cuboid(0.3, 0.04, 0.04).setTranslation(0.7, 0, 0).setDensity(60),
      body,
    );
    const coupling = new RapierCoupling(world, rapier);
    const mass = body.mass();
    expect(mass).toBeCloseTo(60 * 0.6 * 0.08 * 0.08, 5);
    const about = (): number => {
      const { x, y } = body.worldCom();
      const v = body.linvel();
      const moment = (mass * (0.6 * 0.6 + 0.08 * 0.08)) / 12;
      return moment * body.angvel().z + mass * (x * v.y - y * v.x) + angularMomentum(world)[2]!;
    };
    const before = about();
    expect(before).toBeCloseTo(-0.7 * 3 * mass, 4);
    for (let i = 0; i < 6; i++) coupling.step();
    expect(body.angvel().z).toBeLessThan(-0.2); // the end over the cloth is slowed down
    // Depenetration moves the body without a force, across its own velocity: a small error.
    expect(Math.abs(about() - before)).toBeLessThan(5e-4 * Math.abs(before));
  });
});

describe("a body on a pinned cloth", () => {
  test("a box comes to rest on it and is supported", () => {
    const world = sheet({ sides: SIDES, segments: 6, drag: 2 });
    const rapier = rapierWorld(world);
    const body = rapier.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0, 0.12, 0));
    const box = rapier.createCollider(ColliderDesc.cuboid(0.15, 0.1, 0.15).setMass(0.3), body);
    const coupling = new RapierCoupling(world, rapier);
    let lowest = Infinity;
    for (let i = 0; i < 120; i++) {
      coupling.step();
      lowest = Math.min(lowest, body.translation().y);
    }
    const { y } = body.translation();
    expect(lowest).toBeGreaterThan(-0.2);
    expect(y).toBeGreaterThan(-0.2);
    const from = y;
    let deepest = 0;
    for (let i = 0; i < 20; i++) {
      coupling.step();
      deepest = Math.max(deepest, depthIn(world, box));
      expect(Math.abs(body.translation().y - from)).toBeLessThan(0.005);
    }
    expect(deepest).toBeLessThan(1e-4);
    expect(body.isSleeping()).toBe(false); // it would hang in the air if the cloth had torn
  });

  test("a spinning box drags the cloth along and slows down", () => {
    const world = sheet({});
    const rapier = rapierWorld(world);
    rapier.createCollider(ColliderDesc.cuboid(1, 0.1, 1).setTranslation(0, -0.13, 0));
    const body = rapier.createRigidBody(
      RigidBodyDesc.dynamic().setTranslation(0, 0.06, 0).setAngvel({ x: 0, y: 10, z: 0 }),
    );
    rapier.createCollider(ColliderDesc.cuboid(0.3, 0.05, 0.3).setMass(2).setFriction(1), body);
    const coupling = new RapierCoupling(world, rapier);
    let max = 0;
    for (let i = 0; i < 16; i++) {
      coupling.step();
      max = Math.max(max, angularMomentum(world)[1]!);
    }
    expect(max).toBeGreaterThan(0.01);
    expect(body.angvel().y).toBeLessThan(9.9);
  });
});

test("a cloth that is heavier than a box does not press it into a table of Rapier", () => {
  const world = sheet({ y: 0.21 });
  const rapier = rapierWorld(world);
  rapier.createCollider(ColliderDesc.cuboid(1, 0.1, 1).setTranslation(0, -0.1, 0));
  const body = rapier.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0, 0.1, 0));
  rapier.createCollider(ColliderDesc.cuboid(0.1, 0.1, 0.1).setMass(0.05), body);
  const coupling = new RapierCoupling(world, rapier);
  for (let i = 0; i < 50; i++) {
    coupling.step();
    expect(body.translation().y).toBeGreaterThan(0.098);
  }
  expect(span(world, 1)[1]).toBeGreaterThan(0.19); // and it lies on the box
});

test("a body with locked translations moves only along its free axis, and one with locked rotations does not rotate", () => {
  const world = sheet({ gravity: [0, 0, 0] });
  const { velocities, count } = world.cloths[0]!.particles;
  for (let i = 0; i < count; i++) velocities[3 * i] = 2; // its friction drags along the locked axis
  const rapier = rapierWorld(world);
  const body = rapier.createRigidBody(
    RigidBodyDesc.dynamic()
      .setTranslation(0.3, 0.15, 0)
      .setLinvel(0, -4, 0)
      .enabledTranslations(false, true, true)
      .lockRotations(),
  );
  rapier.createCollider(ColliderDesc.cuboid(0.1, 0.1, 0.1).setTranslation(0.1, 0, 0), body);
  const coupling = new RapierCoupling(world, rapier);
  for (let i = 0; i < 8; i++) coupling.step();
  expect(momentum(world)[1]).toBeLessThan(-0.01); // it has hit the cloth with one half
  expect(body.translation().x).toBeCloseTo(0.3, 6);
  expect(body.rotation()).toMatchObject({ x: 0, y: 0, z: 0, w: 1 });
});

describe("bodies that cloth cannot move", () => {
  test("cloth rests on a fixed cuboid, with and without a body, without penetration", () => {
    for (const isBody of [true, false]) {
      const world = sheet({ y: 0.02 });
      const rapier = rapierWorld(world);
      const rotated = { x: 0, y: Math.sin(0.3), z: 0, w: Math.cos(0.3) };
      const desc = ColliderDesc.cuboid(0.25, 0.2, 0.25);
      const body = isBody
        ? rapier.createRigidBody(
            RigidBodyDesc.fixed().setTranslation(0.05, -0.2, 0).setRotation(rotated),
          )
        : undefined;
      const table = rapier.createCollider(
        isBody ? desc : desc.setTranslation(0.05, -0.2, 0).setRotation(rotated),
        body,
      );
      const coupling = new RapierCoupling(world, rapier);
      for (let i = 0; i < 25; i++) coupling.step();
      expect(depthIn(world, table)).toBeLessThan(1e-4);
      expect(span(world, 1)[1]).toBeGreaterThan(-0.001); // it lies on it
      expect(span(world, 1)[0]).toBeLessThan(-0.1); // and hangs down around it
      rapier.free();
    }
  });

  test("a kinematic body at 100 m/s takes the cloth along, and does not pass through it", () => {
    const world = sheet({ gravity: [0, 0, 0] });
    const rapier = rapierWorld(world);
    const body = rapier.createRigidBody(
      RigidBodyDesc.kinematicPositionBased().setTranslation(0, 1, 0),
    );
    rapier.createCollider(ColliderDesc.cuboid(0.6, 0.02, 0.6), body);
    const coupling = new RapierCoupling(world, rapier);
    for (let i = 1; i <= 3; i++) {
      body.setNextKinematicTranslation({ x: 0, y: 1 - (100 * i) / 60, z: 0 });
      coupling.step();
    }
    expect(span(world, 1)[1]).toBeLessThan(1 - 5 - 0.02);
    expect(body.translation().y).toBeCloseTo(-4, 5);
    body.setTranslation({ x: 0, y: 5, z: 0 }, true); // a teleport is not a motion
    const { positions } = world.cloths[0]!;
    const before = positions.slice();
    coupling.step();
    for (let i = 0; i < 3; i++) expect(positions[i]! - before[i]!).toBeCloseTo(0, -1);
  });
});

describe("adding and removing bodies", () => {
  function dropped(): {
    world: World;
    rapier: RapierWorld;
    collider: Collider;
    coupling: RapierCoupling;
  } {
    const world = sheet({ sides: SIDES, segments: 6 });
    const rapier = rapierWorld(world);
    const body = rapier.createRigidBody(RigidBodyDesc.dynamic().setTranslation(0, 0.15, 0));
    const collider = rapier.createCollider(ColliderDesc.ball(0.1).setMass(0.2), body);
    return { world, rapier, collider, coupling: new RapierCoupling(world, rapier) };
  }

  test("cloth falls through removed and freed bodies, and rests on re-added ones", () => {
    for (const letGo of ["remove", "free", "body"]) {
      const { world, rapier, collider, coupling } = dropped();
      for (let i = 0; i < 40; i++) coupling.step();
      const body = collider.parent()!;
      expect(body.translation().y).toBeGreaterThan(-0.2);
      if (letGo === "remove") {
        expect(coupling.remove(collider)).toBe(true);
        expect(coupling.remove(collider)).toBe(false);
      } else if (letGo === "free") coupling.free();
      else rapier.removeRigidBody(body);
      for (let i = 0; i < 40; i++) coupling.step();
      expect(coupling.colliderCount).toBe(0);
      expect(world.solids.driven).toHaveLength(0);
      if (letGo === "body") continue;
      expect(body.translation().y).toBeLessThan(-1);
      body.setTranslation({ x: 0, y: 0.15, z: 0 }, true);
      body.setLinvel({ x: 0, y: 0, z: 0 }, true);
      coupling.add(collider);
      for (let i = 0; i < 60; i++) coupling.step();
      expect(body.translation().y).toBeGreaterThan(-0.2);
    }
  });

  test("changes of body type, mass and colliders take effect", () => {
    const { world, rapier, collider, coupling } = dropped();
    const body = collider.parent()!;
    const more = rapier.createCollider(ColliderDesc.ball(0.05).setMass(0.3), body);
    coupling.add(more);
    expect(world.solids.driven.map(({ mass }) => mass)).toEqual([Math.fround(0.5)]);
    expect(world.solids.driven[0]!.solids).toHaveLength(2);
    rapier.removeCollider(more, true);
    coupling.step();
    expect(world.solids.driven[0]!.solids).toHaveLength(1);
    expect(world.solids.driven[0]!.mass).toBeCloseTo(0.2, 6);
    body.setBodyType(RAPIER.RigidBodyType.Fixed, true);
    coupling.step();
    expect(world.solids.driven[0]!.mass).toBe(Infinity);
  });

  test("unsupported shapes are an error or reported; sensors are ignored", () => {
    const { world, rapier, coupling } = dropped();
    rapier.createCollider(ColliderDesc.ball(1).setSensor(true));
    const cone = rapier.createCollider(ColliderDesc.cone(0.1, 0.1));
    const why = /^collider .*: expected a ball, a cuboid or a capsule, got shape type 11$/;
    expect(() => coupling.add(cone)).toThrow(why);
    expect(() => new RapierCoupling(world, rapier)).toThrow(why);
    expect(world.solids.driven).toHaveLength(1); // those of the first coupling only
    const reported: string[] = [];
    const other = new RapierCoupling(sheet({}), rapier, { skip: (_, text) => reported.push(text) });
    expect(reported).toHaveLength(1);
    expect(other.colliderCount).toBe(1);
    expect(new RapierCoupling(sheet({}), rapier, { bodies: [] }).colliderCount).toBe(0);
    expect(() => coupling.step(0)).toThrow(RangeError);
  });

  test("two runs are bit-exact", () => {
    const ends = [dropped(), dropped()].map(({ world, collider, coupling }) => {
      for (let i = 0; i < 60; i++) coupling.step();
      const { x, y, z } = collider.translation();
      return [world.hash(), x, y, z];
    });
    expect(ends[0]).toEqual(ends[1]);
  });
});
