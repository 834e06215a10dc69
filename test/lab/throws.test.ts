import fc from "fast-check";
import { generateGrid, World, type ColliderOptions } from "tatter";
import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { ColliderDrags } from "../../lab/src/simulation/collider-drags.js";
import { flightAt, launch } from "../../lab/src/tools/flight.js";
import { ballsIn, collidersIn, packSolids } from "../../lab/src/simulation/solids-frame.js";
import { removeBalls, removeLostBalls, throwBall } from "../../lab/src/simulation/thrown-balls.js";

const BALL = { position: [0, 1, 0] as [number, number, number], radius: 0.1, mass: 1 };

function worldWith(...colliders: ColliderOptions[]): World {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  return new World({ cloths: [{ mesh, transform: { position: [0, 50, 0] } }], colliders });
}

describe("a throw", () => {
  const gravity = new Vector3(0, -9.81, 0);
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const horizontal = ({ x, z }: Vector3): Vector3 => new Vector3(x, 0, z);

  test("that can reach a target goes through it, on the lower trajectory", () => {
    fc.assert(
      fc.property(
        ...[number(1, 5), number(-2, 2), number(2, 20), number(-1.3, 1.3), number(0.05, 0.5)],
        (x, z, speed, steepness, time) => {
          const from = new Vector3(x, 1, z);
          const some = new Vector3(1, steepness, 0.3).setLength(speed);
          const to = flightAt(from, some, gravity, time, new Vector3());
          const velocity = launch(from, to, speed, gravity);
          expect(velocity.length()).toBeCloseTo(speed, 6);
          const way = horizontal(to.clone().sub(from));
          const arrival = way.length() / horizontal(velocity).length();
          expect(arrival).toBeLessThan(time + 1e-6);
          const there = flightAt(from, velocity, gravity, arrival, new Vector3());
          expect(there.distanceTo(to)).toBeLessThan(1e-4);
        },
      ),
    );
  });

  test("is straight without gravity, and halfway up if the target is out of reach", () => {
    const none = new Vector3();
    expect(launch(none, new Vector3(0, 0, -4), 8, none).toArray()).toEqual([0, 0, -8]);
    const { x, y } = launch(none, new Vector3(100, 0, 0), 10, gravity);
    expect(x).toBeCloseTo(y, 9); // 45°
    expect(launch(none, new Vector3(0, 90, 0), 10, gravity).y).toBeCloseTo(10, 9);
  });

  test("removes the oldest of more than 60 balls, and balls that left the scene", () => {
    const world = worldWith();
    for (let i = 0; i < 65; i++) throwBall(world, BALL);
    expect(world.balls.map(({ number }) => number)).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 5),
    );
    world.balls[0]!.position[1] = -21;
    world.balls[1]!.position[2] = 51;
    removeLostBalls(world);
    expect([world.balls.length, world.balls[0]!.number]).toEqual([58, 7]);
    removeBalls(world);
    expect(world.balls).toEqual([]);
  });
});

describe("a dragged collider", () => {
  const xOf = (world: World): number => world.colliders[0]!.pose.position[0]!;

  test("follows the grab with its offset, at 20 m/s at most, and stays there", () => {
    const world = worldWith({ type: "sphere", center: [1, 1, 1], radius: 0.5 });
    const drags = new ColliderDrags();
    drags.start(world, 7, 0, [1, 1, 1.5]);
    drags.move(7, [2, 1, 1.5]);
    drags.release(7); // it still reaches the target
    drags.move(7, [9, 9, 9]);
    const places: number[] = [];
    for (let i = 0; i < 5; i++) {
      drags.advance(1 / 60);
      world.step();
      places.push(xOf(world));
    }
    for (const [i, x] of [4 / 3, 5 / 3, 2, 2, 2].entries()) expect(places[i]).toBeCloseTo(x, 9);
    expect(world.colliders[0]!.pose.position[2]).toBeCloseTo(1, 9);
  });

  test("is taken over by another grab; an unknown index is ignored", () => {
    const world = worldWith({ type: "sphere", center: [0, 1, 0], radius: 0.5 });
    const drags = new ColliderDrags();
    drags.start(world, 1, 0, [0, 1, 0]);
    drags.start(world, 2, 0, [0, 1, 0]);
    drags.start(world, 3, 5, [0, 1, 0]);
    drags.move(1, [-0.1, 1, 0]);
    drags.move(2, [0.1, 1, 0]);
    drags.advance(1 / 60);
    world.step();
    expect(xOf(world)).toBeCloseTo(0.1, 9);
  });
});

test("the page gets the poses of colliders and balls", () => {
  const world = worldWith(
    { type: "box", center: [1, 2, 3], size: [1, 1, 1], rotation: [0, 90, 0] },
    { type: "sphere", center: [-1, 0, 0], radius: 2 },
  );
  throwBall(world, { ...BALL, angularVelocity: [0, 6, 0] });
  throwBall(world, { ...BALL, position: [4, 5, 6], radius: 0.25 });
  world.removeBall(world.balls[0]!);
  world.step();
  const frame = packSolids(world);
  const colliders = collidersIn(
    frame,
    world.colliders.map(({ options }) => options),
  );
  for (const [i, { options, pose }] of world.colliders.entries()) {
    expect(colliders[i]!.options).toBe(options);
    expect([...(colliders[i]!.pose.position as Float32Array)]).toEqual([...pose.position]);
    expect([...(colliders[i]!.pose.matrix as Float32Array)]).toEqual(
      [...pose.matrix].map(Math.fround),
    );
  }
  const [ball, ...others] = ballsIn(frame, 2);
  expect([ball!.number, ball!.radius, others]).toEqual([1, 0.25, []]);
  expect([...(ball!.position as Float32Array)]).toEqual(
    [...world.balls[0]!.position].map(Math.fround),
  );
  expect([...(ball!.rotation as Float32Array)]).toEqual(
    [...world.balls[0]!.rotation].map(Math.fround),
  );
});
