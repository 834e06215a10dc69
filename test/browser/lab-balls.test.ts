import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command, Report } from "../../lab/src/simulation/messages.js";
import { LabDriver } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

/** A sphere between the initial camera and the center of the sheet. */
const SPHERE = { type: "sphere", center: [0.3, 1.05, 1.2], radius: 0.2 };

/** Data that the page stores for the checks below. */
interface Watched {
  report: Extract<Report, { solids: unknown }>;
  sent: Command[];
}

describe.skipIf(!executablePath)("balls and colliders in the lab", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open("?scene=hanging-sheet", { width: 800, height: 560 }, (empty) =>
      empty.addInitScript((sphere) => {
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
      }, SPHERE),
    );
    page = lab.page;
    await lab.advance(12);
  });

  afterAll(async () => {
    await lab.close();
  });

  const cursor = (): Promise<string> =>
    page.locator("#view").evaluate((view) => getComputedStyle(view).cursor);
  /** Returns the present position of the sphere. */
  const sphere = (): Promise<number[]> =>
    page.evaluate(() =>
      Array.from(
        (globalThis as unknown as { watched: Watched }).watched.report.solids.poses.slice(12, 15),
      ),
    );
  /** Returns the maximum displacement of the sheet out of its initial plane, m. */
  const bulge = (): Promise<number> =>
    page.evaluate(() => {
      const { positions, stats } = tatterLab;
      let most = 0;
      for (let i = 2; i < 3 * stats!.particles; i += 3)
        most = Math.max(most, Math.abs(positions[i]!));
      return most;
    });
  /** Returns radius, speed and mass of the latest throw. */
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

  test("a grab drags the sphere in front of the sheet, and the view stays", async () => {
    const [left, top] = await lab.center();
    await lab.draw();
    await page.mouse.move(left, top);
    expect(await cursor()).toBe("move");
    await page.mouse.down();
    await page.mouse.move(left - 200, top + 20);
    await lab.advance(20);
    expect((await sphere())[0]).toBeLessThan(-0.1);
    expect(await cursor()).toBe("grabbing");
    await page.mouse.up();
    const [x, y, z] = await sphere();
    // In the plane that faces the initial camera.
    const across = [x! - 0.3, y! - 1.05, z! - 1.2];
    expect(across[0]! * 0.75 + across[1]! * 0.33 + across[2]! * 3).toBeCloseTo(0, 1);
    expect(y).toBeLessThan(1.05);
    await lab.draw();
    await page.mouse.move(60, 400);
    expect(await cursor()).toBe("grab");
  });

  test("a click throws a ball that pushes the sheet", async () => {
    await page.keyboard.press("t");
    expect(await cursor()).toBe("crosshair");
    expect(await page.getByText("balls", { exact: true }).isVisible()).toBe(false);
    expect(await bulge()).toBeLessThan(0.02);
    await page.mouse.click(...(await lab.center()));
    await lab.until(async () => (await bulge()) > 0.1);
    expect(await lab.stat("balls")).toBe(1);
    for (const [i, value] of (await thrown()).entries())
      expect(value).toBeCloseTo([0.08, 8, 0.1][i]!, 6);
  });

  test("the tool settings apply to throws; a drag rotates the view and throws nothing", async () => {
    await put("Ball radius", 15);
    await put("Throw speed", 9);
    await put("Ball mass", 0.05);
    const [left, top] = await lab.center();
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 40, top);
    await page.mouse.up();
    await page.keyboard.press("v");
    await lab.advance(1);
    expect(await lab.stat("balls")).toBe(1);
    await page.mouse.click(...(await lab.center()));
    await lab.advance(1);
    expect(await lab.stat("balls")).toBe(2);
    for (const [i, value] of (await thrown()).entries())
      expect(value).toBeCloseTo([0.15, 9, 0.05][i]!, 6);
  });

  test("a rewind restores the sphere and the balls, in both directions", async () => {
    await lab.key(" ");
    const newest = await lab.newestFrame();
    await lab.rewindTo(1);
    expect(await lab.stat("balls")).toBe(0);
    expect((await sphere())[0]).toBeCloseTo(0.3, 5);
    await lab.rewindTo(newest);
    expect(await lab.stat("balls")).toBe(2);
    expect((await sphere())[0]).toBeLessThan(-0.1);
  });

  test("a button removes all balls, also while paused", async () => {
    const button = page.getByRole("button", { name: "Remove balls" });
    await lab.button("Remove balls");
    expect(await lab.stat("balls")).toBe(0);
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await button.isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
  });
});
