import fc from "fast-check";
import type { Page } from "playwright";
import { generateGrid, World, type ColliderOptions } from "tatter";
import { Vector3 } from "three";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Carries } from "../../lab/src/carries.js";
import { flightAt, launch } from "../../lab/src/flight.js";
import type { Command, Report } from "../../lab/src/messages.js";
import { ballsIn, collidersIn, packSolids } from "../../lab/src/solids-frame.js";
import { removeBalls, removeLostBalls, throwBall } from "../../lab/src/thrown-balls.js";
import { executablePath, LAB, servePage, type ServedPage } from "./served-page.js";

const BALL = { position: [0, 1, 0] as [number, number, number], radius: 0.1, mass: 1 };

function worldWith(...colliders: ColliderOptions[]): World {
  const mesh = generateGrid({ size: [1, 1], segments: [2, 2] });
  return new World({ cloths: [{ mesh, transform: { position: [0, 50, 0] } }], colliders });
}

describe("a throw", () => {
  const gravity = new Vector3(0, -9.81, 0);
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const horizontal = ({ x, z }: Vector3): Vector3 => new Vector3(x, 0, z);

  test("that can get to a place goes through it, by the shorter way", () => {
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

  test("without gravity goes straight, one that cannot get there half way up", () => {
    const none = new Vector3();
    expect(launch(none, new Vector3(0, 0, -4), 8, none).toArray()).toEqual([0, 0, -8]);
    const { x, y } = launch(none, new Vector3(100, 0, 0), 10, gravity);
    expect(x).toBeCloseTo(y, 9); // 45°
    expect(launch(none, new Vector3(0, 90, 0), 10, gravity).y).toBeCloseTo(10, 9);
  });

  test("beyond the sixtieth takes the oldest ball away, and lost ones go by themselves", () => {
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

describe("a collider in a hand", () => {
  const xOf = (world: World): number => world.colliders[0]!.pose.position[0]!;

  test("goes with it by the place where it was taken, no faster than 20 m/s, and stays", () => {
    const world = worldWith({ type: "sphere", center: [1, 1, 1], radius: 0.5 });
    const carries = new Carries();
    carries.take(world, 7, 0, [1, 1, 1.5]);
    carries.move(7, [2, 1, 1.5]);
    carries.release(7); // it gets there all the same
    carries.move(7, [9, 9, 9]);
    const places: number[] = [];
    for (let i = 0; i < 5; i++) {
      carries.advance(1 / 60);
      world.step();
      places.push(xOf(world));
    }
    for (const [i, x] of [4 / 3, 5 / 3, 2, 2, 2].entries()) expect(places[i]).toBeCloseTo(x, 9);
    expect(world.colliders[0]!.pose.position[2]).toBeCloseTo(1, 9);
  });

  test("is taken over by another hand, and one that is not there is none", () => {
    const world = worldWith({ type: "sphere", center: [0, 1, 0], radius: 0.5 });
    const carries = new Carries();
    carries.take(world, 1, 0, [0, 1, 0]);
    carries.take(world, 2, 0, [0, 1, 0]);
    carries.take(world, 3, 5, [0, 1, 0]);
    carries.move(1, [-0.1, 1, 0]);
    carries.move(2, [0.1, 1, 0]);
    carries.advance(1 / 60);
    world.step();
    expect(xOf(world)).toBeCloseTo(0.1, 9);
  });
});

test("what travels to the page is where the colliders and balls are", () => {
  const world = worldWith(
    { type: "box", center: [1, 2, 3], size: [1, 1, 1], rotation: [0, 90, 0] },
    { type: "sphere", center: [-1, 0, 0], radius: 2 },
  );
  throwBall(world, { ...BALL, spin: [0, 6, 0] });
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
  expect([...(ball!.turn as Float32Array)]).toEqual([...world.balls[0]!.turn].map(Math.fround));
});

/** The middle of the page, where the first view looks at the sheet; a thing stands between the two. */
const MIDDLE = [360, 150] as const;
const SPHERE = { type: "sphere", center: [0.3, 1.05, 1.2], radius: 0.2 };

/** What the page keeps for the checks below. */
interface Watched {
  report: Extract<Report, { solids: unknown }>;
  sent: Command[];
}

describe.skipIf(!executablePath)("balls and colliders in the lab", () => {
  let served: ServedPage;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    served = await servePage(LAB, { width: 720, height: 300 }, problems);
    page = served.page;
    await page.addInitScript((sphere) => {
      const watched = ((globalThis as unknown as { watched: Watched }).watched = {
        report: null!,
        sent: [],
      } as Watched);
      const { postMessage } = Worker.prototype as { postMessage: (...args: never[]) => void };
      const seen = new WeakSet<Worker>();
      Worker.prototype.postMessage = function (message: Command, ...rest: unknown[]) {
        if (!seen.has(this)) {
          seen.add(this);
          this.addEventListener("message", ({ data }) => {
            if (data.solids !== undefined) watched.report = data;
          });
        }
        if (message.type === "load") {
          message.scene.colliders = [...(message.scene.colliders ?? []), sphere as never];
        }
        watched.sent.push(message);
        Reflect.apply(postMessage, this, [message, ...rest]);
      };
    }, SPHERE);
    await page.goto(`${served.address}?scene=hanging-sheet`);
    await until(async () => (await time()) > 0.2);
  });

  afterAll(async () => {
    await served.close();
  });

  const balls = async (): Promise<number> =>
    Number(await page.locator('[data-stat="balls"]').textContent());
  const time = async (): Promise<number> =>
    Number(await page.locator('[data-stat="time"]').textContent());
  const cursor = (): Promise<string> =>
    page.locator("#view").evaluate((view) => getComputedStyle(view).cursor);
  /** Where the sphere is now. */
  const sphere = (): Promise<number[]> =>
    page.evaluate(() =>
      Array.from(
        (globalThis as unknown as { watched: Watched }).watched.report.solids.poses.slice(12, 15),
      ),
    );
  /** How far the sheet reaches out of the plane that it hangs in, m. */
  const bulge = (): Promise<number> =>
    page.evaluate(() => {
      const { positions } = (globalThis as unknown as { watched: Watched }).watched.report;
      let most = 0;
      for (let i = 2; i < 3 * 625; i += 3) most = Math.max(most, Math.abs(positions[i]!));
      return most;
    });
  /** What was thrown last: radius, speed and mass. */
  const thrown = (): Promise<number[]> =>
    page.evaluate(() => {
      const { sent } = (globalThis as unknown as { watched: Watched }).watched;
      const last = sent.findLast((command) => command.type === "throw")!;
      return [last.ball.radius, Math.hypot(...last.ball.velocity), last.ball.mass];
    });
  const put = async (label: string, value: number): Promise<void> => {
    const row = page.locator(".tool-controls .tp-lblv").filter({ hasText: label });
    await row.locator("input[type=text]").fill(String(value));
    await row.locator("input[type=text]").press("Enter");
  };

  test("a hand drags the sphere that stands before the sheet, and the view stays", async () => {
    await page.mouse.move(...MIDDLE);
    await until(async () => (await cursor()) === "move");
    await page.mouse.down();
    await page.mouse.move(MIDDLE[0] - 140, MIDDLE[1] + 20);
    await until(async () => (await sphere())[0]! < -0.1);
    expect(await cursor()).toBe("grabbing");
    await page.mouse.up();
    const [x, y, z] = await sphere();
    // In the plane that faces the first view.
    const across = [x! - 0.3, y! - 1.05, z! - 1.2];
    expect(across[0]! * 0.75 + across[1]! * 0.33 + across[2]! * 3).toBeCloseTo(0, 1);
    expect(y).toBeLessThan(1.05);
    await page.mouse.move(60, 150);
    await until(async () => (await cursor()) === "grab");
  });

  test("a click throws a ball that pushes the sheet", async () => {
    await page.keyboard.press("t");
    expect(await cursor()).toBe("crosshair");
    expect(await page.getByText("balls", { exact: true }).isVisible()).toBe(false);
    expect(await bulge()).toBeLessThan(0.02);
    await page.mouse.click(...MIDDLE);
    await until(async () => (await bulge()) > 0.1);
    expect(await balls()).toBe(1);
    for (const [i, value] of (await thrown()).entries())
      expect(value).toBeCloseTo([0.08, 7, 0.4][i]!, 6);
  });

  test("the settings say what is thrown; a drag turns the view and throws nothing", async () => {
    await put("ball radius", 15);
    await put("throw speed", 9);
    await put("ball mass", 0.05);
    await page.mouse.move(...MIDDLE);
    await page.mouse.down();
    await page.mouse.move(MIDDLE[0] + 40, MIDDLE[1]);
    await page.mouse.up();
    await page.keyboard.press("v");
    await page.mouse.click(...MIDDLE);
    await until(async () => (await balls()) === 2);
    for (const [i, value] of (await thrown()).entries())
      expect(value).toBeCloseTo([0.15, 9, 0.05][i]!, 6);
  });

  test("a rewind takes the sphere back and the balls away, and forth again", async () => {
    await page.keyboard.press(" ");
    const rewind = page.locator(".rewind input");
    const newest = (await rewind.getAttribute("max"))!;
    await rewind.fill("1");
    await until(async () => (await balls()) === 0);
    expect((await sphere())[0]).toBeCloseTo(0.3, 5);
    await rewind.fill(newest);
    await until(async () => (await balls()) === 2);
    expect((await sphere())[0]).toBeLessThan(-0.1);
  });

  test("a button removes all balls, while it is paused too", async () => {
    const button = page.getByRole("button", { name: "Remove balls" });
    await button.click();
    await until(async () => (await balls()) === 0);
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await button.isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 30_000;
    while (Date.now() < end) {
      if (await isSo()) return;
      await page.waitForTimeout(50);
    }
    throw new Error("waited 30 s for the lab in vain");
  }
});
