import type { CDPSession, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command } from "../../lab/src/simulation/messages.js";
import { LabDriver, type Place } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

describe.skipIf(!executablePath)("the tools of the lab", () => {
  let lab: LabDriver;
  let page: Page;
  let touch: CDPSession;
  /** A place beside the cloth without controls, px. */
  let beside: [number, number];
  let free: { x: number; y: number; width: number; height: number };

  beforeAll(async () => {
    lab = await LabDriver.open();
    page = lab.page;
    touch = await page.context().newCDPSession(page);
    await lab.startCoarse();
    free = (await page.locator("#middle").boundingBox())!;
    beside = [Math.round(free.x + 30), Math.round(free.y + free.height - 12)];
    await page.evaluate(() => {
      const sent: Command[] = [];
      Object.assign(globalThis, { sent });
      const { postMessage } = Worker.prototype as { postMessage: (...args: never[]) => void };
      Worker.prototype.postMessage = function (message: Command, ...rest: unknown[]) {
        sent.push(message);
        Reflect.apply(postMessage, this, [message, ...rest]);
      };
    });
  });

  afterAll(async () => {
    await lab.close();
  });

  const camera = async (): Promise<number[]> =>
    (await page.locator("#view").getAttribute("data-camera"))!.split(" ").map(Number);
  const sent = <Type extends Command["type"]>(type: Type) =>
    page.evaluate(
      (wanted) =>
        (globalThis as unknown as { sent: Command[] }).sent.filter(({ type }) => type === wanted),
      type,
    ) as Promise<Extract<Command, { type: Type }>[]>;
  /** Returns the height of the highest particle, m. */
  const top = (): Promise<number> =>
    page.evaluate(() => {
      const { positions, stats } = tatterLab;
      let top = -Infinity;
      for (let i = 0; i < stats!.particles; i++) top = Math.max(top, positions[3 * i + 1]!);
      return top;
    });
  /** Returns a place on the cloth, in the lower half of the free area. */
  const onCloth = (right = 0): Promise<Place> =>
    lab.onCloth([free.x + free.width / 2 + right, free.y + 0.6 * free.height]);
  const drag = async (from: Place, by: [number, number], button: "left" | "right" = "left") => {
    await page.mouse.move(...from);
    await page.mouse.down({ button });
    await page.mouse.move(from[0] + by[0], from[1] + by[1], { steps: 3 });
    await page.mouse.up({ button });
  };
  const fingers = async (type: "touchStart" | "touchMove" | "touchEnd", ...places: Place[]) => {
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    await lab.advance(0);
  };

  test("the right button rotates the view, also on the cloth, and grabs nothing", async () => {
    // Ratio of the camera offset to the right and to the front. It is 0.25 in the initial view, for any free area.
    const side = async (): Promise<number> => {
      const [x, , z, a, , c] = await camera();
      return (x! - a!) / (z! - c!);
    };
    const grabs = (await sent("grab")).length;
    await drag(await onCloth(), [60, 0], "right");
    await lab.untilShown(async () => Math.abs((await side()) - 0.25) > 0.1);
    expect(await sent("grab")).toHaveLength(grabs);
    await page.keyboard.press("v");
    await lab.untilShown(async () => Math.abs((await side()) - 0.25) < 0.005);
  });

  test("a double click moves the camera; arrows rotate, plus zooms, f returns", async () => {
    const before = await camera();
    await page.mouse.dblclick(...(await onCloth(60)));
    const distance = ([x, y, z, a, b, c]: number[]): number =>
      Math.hypot(x! - a!, y! - b!, z! - c!);
    await lab.draw(20); // longer than the camera move
    expect(distance(await camera())).toBeLessThan(0.7 * distance(before));
    const near = await camera();
    expect(near[3]).not.toBe(before[3]);
    await page.keyboard.press("v");
    await page.locator("#view").focus();
    await page.keyboard.press("ArrowRight");
    await lab.draw();
    expect((await camera())[0]).not.toBe(before[0]);
    await page.keyboard.press("+");
    await lab.untilShown(async () => distance(await camera()) < 0.95 * distance(before));
    await page.keyboard.press("f");
    await lab.untilShown(async () => Math.abs((await camera())[3]! - near[3]!) < 0.1);
    await page.keyboard.press("v");
  });

  test("the tool bar is one tab stop, and arrow keys move the focus", async () => {
    await page.getByRole("button", { name: "Grab", exact: true }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const thrower = page.getByRole("button", { name: "Throw", exact: true });
    expect(await thrower.getAttribute("aria-pressed")).toBe("true");
    expect(await page.locator("#tools button[tabindex='0']").innerText()).toBe("Throw");
    expect(await page.getByRole("button", { name: "Undo cut" }).isVisible()).toBe(true);
  });

  test("Enter throws at the center of the image", async () => {
    await page.locator("#view").focus();
    await lab.key("Enter");
    await lab.advance(1);
    expect(await lab.stat("balls")).toBe(1);
    await lab.button("Remove balls");
    await lab.advance(1);
    expect(await lab.stat("balls")).toBe(0);
  });

  test("two fingers on the cloth are two grabs; beside it or with the knife they move the view", async () => {
    await page.keyboard.press("Escape");
    const before = await camera();
    const [left, right] = [await onCloth(), await onCloth(60)];
    await fingers("touchStart", left, right);
    await lab.advance(1);
    expect(await lab.stat("grabs")).toBe(2);
    await fingers("touchMove", [left[0] - 10, left[1] + 10], [right[0] + 10, right[1] + 10]);
    await fingers("touchEnd");
    await lab.advance(1);
    expect(await lab.stat("grabs")).toBe(0);
    expect(await camera()).toEqual(before);

    await page.keyboard.press("k");
    const on = await onCloth();
    await fingers("touchStart", on);
    await fingers("touchStart", on, [on[0] + 60, on[1]]);
    await fingers("touchMove", [on[0] - 40, on[1]], [on[0] + 90, on[1] + 20]);
    await fingers("touchMove", [on[0] - 60, on[1]], [on[0] + 90, on[1] + 40]);
    await fingers("touchEnd");
    await lab.untilShown(async () => (await camera()).join() !== before.join());
    expect(await sent("draw")).toEqual([]);
    await page.keyboard.press("v");
  });

  test("a grab starts on the cloth, and never goes below the floor", async () => {
    await page.keyboard.press("Escape");
    const grabs = (await sent("grab")).length;
    const [x] = await lab.grab(await onCloth());
    await page.mouse.move(x, 439); // the bottom of the page
    await lab.advance(1);
    await page.mouse.up();
    await lab.advance(1);
    const [grab] = (await sent("grab")).slice(grabs);
    expect(grab!.point[1]).toBeGreaterThan(0.3);
    expect((await sent("move")).at(-1)!.point[1]).toBe(0.01);
  });

  test("a wind arrow moves the cloth and sets the panel; a click stops the wind", async () => {
    const still = await lab.mean(0);
    await page.keyboard.press("w");
    await drag(beside, [90, 0]);
    await lab.draw();
    expect(await lab.value("Wind")).toBeGreaterThan(1);
    expect(await page.locator(".wind-label").innerText()).toContain(`${await lab.value("Wind")}`);
    const x = page.getByRole("spinbutton", { name: "wind x" });
    expect(Number(await x.inputValue())).toBeCloseTo(await lab.value("Wind"), 0);
    await lab.put("Wind", 6); // another speed, the same direction
    expect(Number(await x.inputValue())).toBeGreaterThan(5);
    await lab.until(async () => (await lab.mean(0)) > still + 0.03); // the wind pushes folds
    const z = page.getByRole("spinbutton", { name: "wind z" });
    for (const [speed, way] of [
      [5, 1],
      [-5, -1],
    ] as const) {
      await z.fill(String(speed));
      await z.press("Enter");
      await lab.until(async () => way * (await lab.mean(2)) > 0.05);
    }
    await page.mouse.click(...beside);
    await lab.draw();
    expect(await lab.value("Wind")).toBe(0);
    expect(await page.locator(".wind-label").isVisible()).toBe(false);
  });

  test("a pin holds the cloth, and a click removes it, also while paused", async () => {
    await lab.startCoarse();
    await page.keyboard.press("p");
    await page.keyboard.press("v");
    expect(await lab.stat("pins")).toBe(9);
    await lab.advance(10);
    await lab.button("Pause");
    const on = await onCloth();
    const click = async (): Promise<number> => {
      await page.mouse.click(...on);
      await lab.settled();
      return lab.stat("pins");
    };
    expect(await click()).toBe(10);
    expect(await click()).toBe(9); // near enough to the new pin
    expect(await click()).toBe(10);
    const frame = Number(await page.locator("#rewind").inputValue());
    await lab.rewindTo(0);
    expect(await lab.stat("pins")).toBe(9);
    await lab.rewindTo(frame);
    expect(await lab.stat("pins")).toBe(10);

    const height = await top();
    await lab.button("Remove all pins");
    expect(await lab.stat("pins")).toBe(0);
    expect(await click()).toBe(1);
    await lab.button("Play");
    await lab.advance(60);
    expect(await top()).toBeLessThan(height - 0.1); // the part above the pin hangs down
    const onPin = await top();
    expect(onPin).toBeGreaterThan(0.7);
    await lab.button("Remove all pins");
    await lab.advance(30);
    expect(await top()).toBeLessThan(onPin - 0.2);
  });

  test("Enter pins at the center, and a drag rotates the view", async () => {
    await lab.startCoarse();
    expect(await lab.stat("pins")).toBe(9);
    await page.locator("#view").focus();
    await lab.key("Enter");
    await lab.advance(1);
    expect(await lab.stat("pins")).toBe(10);
    const before = await camera();
    await drag(await onCloth(), [50, 0]);
    await lab.draw(2);
    expect((await camera())[0]).not.toBe(before[0]);
    await lab.advance(1);
    expect(await lab.stat("pins")).toBe(10);
    await page.keyboard.press("Escape");
    expect(await page.locator('[data-stat="pins"]').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
  });
});
