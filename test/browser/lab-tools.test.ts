import { generateGrid, World } from "tatter";
import type { CDPSession, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pullPegs, putPegs } from "../../lab/src/simulation/pegs.js";
import type { Command, Report } from "../../lab/src/simulation/messages.js";
import { windWords } from "../../lab/src/tools/wind-words.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

/** What the page keeps for the checks below. */
interface Watched {
  positions: Float32Array;
  sent: Command[];
}

describe("pegs", () => {
  const sheet = (): World =>
    new World({
      cloths: [
        {
          mesh: generateGrid({ size: [1, 1], segments: [4, 4] }),
          imperfection: 0,
          pins: [{ select: { group: "top" } }],
        },
      ],
    });
  const held = (world: World): number[] =>
    world.cloths[0]!.pins.flatMap((pin) => (pin.isHolding ? pin.particles : []));

  test("hold the nearest particle, or all within a radius, and none twice", () => {
    const world = sheet();
    expect(putPegs(world, [0.05, 0.05, 0], 0)).toBe(true);
    expect(held(world)).toEqual([20, 21, 22, 23, 24, 12]);
    expect(putPegs(world, [0.05, 0.05, 0], 0)).toBe(false);
    expect(putPegs(world, [-0.5, -0.5, 0], 0.26)).toBe(true);
    expect(held(world).slice(6)).toEqual([0, 1, 5]);
  });

  test("are pulled out one by one, with those around, or all", () => {
    const world = sheet();
    const cloth = world.cloths[0]!;
    expect(pullPegs(cloth, 22, 0)).toBe(true);
    expect(pullPegs(cloth, 22, 0)).toBe(false);
    expect(held(world)).toEqual([20, 21, 23, 24]);
    expect(pullPegs(cloth, 21, 0.26)).toBe(true);
    expect(held(world)).toEqual([23, 24]);
    putPegs(world, [0, 0, 0], 0);
    expect(pullPegs(cloth, null, 0)).toBe(true);
    expect(held(world)).toEqual([]);
  });
});

test("a wind has a name", () => {
  expect([0, 0.2, 4, 30].map(windWords)).toEqual([
    "calm",
    "0.2 m/s, calm",
    "4.0 m/s, gentle breeze",
    "30.0 m/s, gale",
  ]);
});

describe.skipIf(!executablePath)("the tools of the lab", () => {
  let lab: LabDriver;
  let page: Page;
  let touch: CDPSession;
  /** On the cloth, and beside it, clear of all controls, pixels. */
  let on: [number, number];
  let beside: [number, number];

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    touch = await page.context().newCDPSession(page);
    await lab.startCoarse();
    const free = (await page.locator("#middle").boundingBox())!;
    on = [Math.round(free.x + free.width / 2), Math.round(free.y + 0.6 * free.height)];
    beside = [Math.round(free.x + 30), Math.round(free.y + free.height - 12)];
    await page.evaluate(() => {
      const watched: Watched = { positions: new Float32Array(), sent: [] };
      (globalThis as unknown as { watched: Watched }).watched = watched;
      const { postMessage } = Worker.prototype as { postMessage: (...args: never[]) => void };
      const seen = new WeakSet<Worker>();
      Worker.prototype.postMessage = function (message: Command, ...rest: unknown[]) {
        if (!seen.has(this)) {
          seen.add(this);
          this.addEventListener("message", ({ data }: MessageEvent<Report>) => {
            if ("positions" in data) watched.positions = data.positions.slice(0, 3 * 255);
          });
        }
        if (message.type !== "return") watched.sent.push(message);
        Reflect.apply(postMessage, this, [message, ...rest]);
      };
    });
  });

  afterAll(async () => {
    await lab.close();
  });

  const camera = async (): Promise<number[]> =>
    (await page.locator("#view").getAttribute("data-camera"))!.split(" ").map(Number);
  const sent = (type: Command["type"]): Promise<number> =>
    page.evaluate(
      (wanted) =>
        (globalThis as unknown as { watched: Watched }).watched.sent.filter(
          (command) => command.type === wanted,
        ).length,
      type,
    );
  /** The mean of a coordinate of the cloth, m. */
  const mean = (axis: number): Promise<number> =>
    page.evaluate((at) => {
      const { positions } = (globalThis as unknown as { watched: Watched }).watched;
      let sum = 0;
      for (let i = at; i < positions.length; i += 3) sum += positions[i]!;
      return (3 * sum) / positions.length;
    }, axis);
  /** The highest place of the cloth, m. */
  const top = (): Promise<number> =>
    page.evaluate(() => {
      const { positions } = (globalThis as unknown as { watched: Watched }).watched;
      return positions.filter((_, i) => i % 3 === 1).reduce((a, b) => Math.max(a, b), -Infinity);
    });
  const drag = async (
    from: readonly [number, number],
    by: [number, number],
    button: "left" | "right" = "left",
  ) => {
    await page.mouse.move(...from);
    await page.mouse.down({ button });
    await page.mouse.move(from[0] + by[0], from[1] + by[1], { steps: 3 });
    await page.mouse.up({ button });
  };
  const fingers = async (
    type: "touchStart" | "touchMove" | "touchEnd",
    ...places: (readonly [number, number])[]
  ) => {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  };

  /** The cloth sways: on a busy machine it may have moved on from where it was seen, and the hands try again. */
  const holdWithTwo = async (): Promise<void> => {
    for (let attempt = 0; attempt < 6; attempt++) {
      await fingers("touchStart", on, [on[0] + 60, on[1]]);
      if (await lab.soon(async () => (await lab.stat("hands")) === 2, 4000)) return;
      await fingers("touchEnd");
      await lab.settled();
    }
    throw new Error("two fingers took hold in vain");
  };

  test("the right button turns the view from the cloth too, and takes hold of nothing", async () => {
    // How far to the right the camera is for its way to the front; a quarter in the first view, whatever is free of the page.
    const side = async (): Promise<number> => {
      const [x, , z, a, , c] = await camera();
      return (x! - a!) / (z! - c!);
    };
    const grabs = await sent("grab");
    await drag(on, [60, 0], "right");
    await lab.until(async () => Math.abs((await side()) - 0.25) > 0.1);
    expect(await sent("grab")).toBe(grabs);
    await page.keyboard.press("v");
    await lab.until(async () => Math.abs((await side()) - 0.25) < 0.005);
  });

  test("a double click comes near to what is under it; arrows turn, plus zooms, f comes back", async () => {
    const before = await camera();
    await page.mouse.dblclick(...on);
    const distance = ([x, y, z, a, b, c]: number[]): number =>
      Math.hypot(x! - a!, y! - b!, z! - c!);
    await lab.until(async () => distance(await camera()) < 0.7 * distance(before));
    await lab.settled();
    const near = await camera();
    expect(near[3]).not.toBe(before[3]);
    await page.keyboard.press("v");
    await page.locator("#view").focus();
    await page.keyboard.press("ArrowRight");
    await lab.until(async () => (await camera())[0]! !== before[0]!);
    await page.keyboard.press("+");
    await lab.until(async () => distance(await camera()) < 0.95 * distance(before));
    await page.keyboard.press("f");
    await lab.until(async () => Math.abs((await camera())[3]! - near[3]!) < 0.1);
    await page.keyboard.press("v");
  });

  test("the bar is one stop for the tab key, and arrows go along it", async () => {
    await page.getByRole("button", { name: "Hand", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const thrower = page.getByRole("button", { name: "Throw", exact: true });
    expect(await thrower.getAttribute("aria-pressed")).toBe("true");
    expect(await page.locator("#tools button[tabindex='0']").innerText()).toBe("Throw");
    expect(await page.getByRole("button", { name: "Undo cut" }).isVisible()).toBe(true);
  });

  test("enter throws at the middle of the picture", async () => {
    await page.locator("#view").focus();
    await page.keyboard.press("Enter");
    await lab.until(async () => (await lab.stat("balls")) === 1);
    await lab.button("Remove balls");
    await lab.until(async () => (await lab.stat("balls")) === 0);
  });

  test("two fingers on the cloth are two hands; two beside it, or with a knife, move the view", async () => {
    await page.keyboard.press("Escape");
    const before = await camera();
    await holdWithTwo();
    await fingers("touchMove", [on[0] - 10, on[1] + 10], [on[0] + 70, on[1] + 10]);
    await fingers("touchEnd");
    await lab.until(async () => (await lab.stat("hands")) === 0);
    expect(await camera()).toEqual(before);

    await page.keyboard.press("k");
    await fingers("touchStart", on);
    await fingers("touchStart", on, [on[0] + 60, on[1]]);
    await fingers("touchMove", [on[0] - 40, on[1]], [on[0] + 90, on[1] + 20]);
    await fingers("touchMove", [on[0] - 60, on[1]], [on[0] + 90, on[1] + 40]);
    await fingers("touchEnd");
    await lab.until(async () => (await camera()).join() !== before.join());
    expect(await sent("draw")).toBe(0);
    await page.keyboard.press("v");
  });

  test("an arrow of wind moves the cloth and is what the panel says; a click is calm", async () => {
    const still = await mean(0);
    await page.keyboard.press("w");
    await drag(beside, [90, 0]);
    await lab.until(async () => (await lab.value("wind")) > 1);
    expect(await page.locator(".wind-label").innerText()).toContain(`${await lab.value("wind")}`);
    const x = page.getByRole("spinbutton", { name: "wind x" });
    expect(Number(await x.inputValue())).toBeCloseTo(await lab.value("wind"), 0);
    await lab.put("wind", 6); // another speed, the same way
    expect(Number(await x.inputValue())).toBeGreaterThan(5);
    await lab.until(async () => (await mean(0)) > still + 0.03); // folds are what it can push
    const z = page.getByRole("spinbutton", { name: "wind z" });
    for (const [speed, way] of [
      [5, 1],
      [-5, -1],
    ] as const) {
      await z.fill(String(speed));
      await z.press("Enter");
      await lab.until(async () => way * (await mean(2)) > 0.05);
    }
    await page.mouse.click(...beside);
    await lab.until(async () => (await lab.value("wind")) === 0);
    expect(await page.locator(".wind-label").isVisible()).toBe(false);
  });

  test("a peg holds what all others let go, and a click on it lets it fall, also while paused", async () => {
    await lab.startCoarse();
    await page.keyboard.press("p");
    await page.keyboard.press("v");
    await lab.until(async () => (await lab.stat("pegs")) === 9);
    await lab.button("Pause");
    await lab.settled();
    await page.mouse.click(...on);
    await lab.until(async () => (await lab.stat("pegs")) === 10);
    await page.mouse.click(...on); // near enough to the peg that is there now
    await lab.until(async () => (await lab.stat("pegs")) === 9);
    await page.mouse.click(...on);
    await lab.until(async () => (await lab.stat("pegs")) === 10);
    const frame = Number(await page.locator("#rewind").inputValue());
    await lab.rewindTo(0);
    await lab.until(async () => (await lab.stat("pegs")) === 9);
    await lab.rewindTo(frame);
    await lab.until(async () => (await lab.stat("pegs")) === 10);

    const height = await top();
    await lab.button("Remove all pegs");
    await lab.until(async () => (await lab.stat("pegs")) === 0);
    await page.mouse.click(...on);
    await lab.until(async () => (await lab.stat("pegs")) === 1);
    await lab.button("Play");
    const start = await lab.stat("time");
    await lab.until(async () => (await lab.stat("time")) > start + 1);
    expect(await top()).toBeLessThan(height - 0.1); // what was above the peg hangs down
    const onPeg = await top();
    expect(onPeg).toBeGreaterThan(0.7);
    await lab.button("Remove all pegs");
    await lab.until(async () => (await top()) < onPeg - 0.2);
  });

  test("enter pins what is in the middle, and a drag turns the view", async () => {
    await lab.startCoarse();
    await lab.until(async () => (await lab.stat("pegs")) === 9);
    await page.locator("#view").focus();
    await page.keyboard.press("Enter");
    await lab.until(async () => (await lab.stat("pegs")) === 10);
    const before = await camera();
    await drag(on, [50, 0]);
    await lab.until(async () => (await camera())[0]! !== before[0]!);
    expect(await lab.stat("pegs")).toBe(10);
    await page.keyboard.press("Escape");
    expect(await page.locator('[data-stat="pegs"]').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
  });
});
