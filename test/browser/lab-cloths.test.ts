import { decode } from "fast-png";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeHash } from "../../lab/src/share/share-url.js";
import { TWO_SHEETS } from "../lab/two-sheets.js";
import { LabDriver, type Place } from "./lab-driver.js";
import { executablePath } from "./served-page.js";

/** Particles of the first sheet. */
const FIRST = 13 * 13;

describe.skipIf(!executablePath)("a scene with two cloths in the lab", () => {
  let lab: LabDriver;
  let page: Page;

  beforeAll(async () => {
    lab = await LabDriver.open(await encodeHash(TWO_SHEETS));
    page = lab.page;
  });

  afterAll(async () => {
    await lab.close();
  });

  const placeOf = (...at: [number, number, number]): Promise<Place> =>
    page.evaluate(([x, y, z]) => {
      const place = tatterLab.placeOf(x, y, z);
      return [place.x, place.y] as const;
    }, at);
  /** Places in the middle of both sheets. */
  const middles = async (): Promise<[Place, Place]> => [
    await placeOf(-0.6, 1, 0),
    await placeOf(0.6, 1, 0.05),
  ];
  /** Returns the color of the image at a place: red, green, blue. */
  const colorAt = async ([x, y]: Place): Promise<number[]> => {
    await lab.draw(2);
    const { data } = decode(
      await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 4, height: 4 } }),
    );
    return [...data.slice(0, 3)];
  };
  /** Returns the height of the lowest particle of each sheet, m. */
  const lowest = (): Promise<[number, number]> =>
    page.evaluate((first) => {
      const heights = Array.from(tatterLab.positions).filter((_, i) => i % 3 === 1);
      return [Math.min(...heights.slice(0, first)), Math.min(...heights.slice(first))];
    }, FIRST);

  test("both are drawn with the look of their material, and in view", async () => {
    expect(await lab.stat("particles")).toBe(250);
    const [denim, paper] = await middles();
    const [red, , blue] = await colorAt(denim);
    expect(blue).toBeGreaterThan(red! + 20);
    const brightness = Math.min(...(await colorAt(paper)));
    expect(brightness).toBeGreaterThan(170);
    const free = (await page.locator("#middle").boundingBox())!;
    for (const corner of [await placeOf(-1.05, 1.45, 0), await placeOf(1.05, 0.55, 0.05)]) {
      expect(corner[0]).toBeGreaterThan(free.x);
      expect(corner[0]).toBeLessThan(free.x + free.width);
    }
  });

  test("the panel shows and changes the material of the chosen cloth", async () => {
    expect(await lab.picked("Material")).toBe("denim");
    await lab.pick("Cloth", "2 of 2");
    expect(await lab.picked("Material")).toBe("paper, modified");
    expect(await lab.value("Stiffness")).toBe(900);
    expect(await lab.picked("Resolution")).toBe("8");
    expect(await lab.value("Tear threshold")).toBe(1.2);
    await lab.pick("Material", "rubber");
    const [denim, rubber] = await middles();
    expect(Math.max(...(await colorAt(rubber)))).toBeLessThan(90);
    expect((await colorAt(denim))[2]).toBeGreaterThan(60);
    await lab.pick("Cloth", "1 of 2");
    expect(await lab.picked("Material")).toBe("denim");
    await lab.button("Reset settings");
    await lab.settled();
    await lab.pick("Cloth", "2 of 2");
    expect(await lab.picked("Material")).toBe("paper, modified");
  });

  test("the views show both: strain with two scales, pieces with two colors", async () => {
    await lab.key("4");
    await lab.frame();
    const limits = page.locator("#legend .limit");
    expect(await limits.allInnerTexts()).toEqual(["tears at 50 %", "tears at 20 %"]);
    await lab.key("5");
    await lab.frame();
    const [left, right] = await middles();
    const [blue, orange] = [await colorAt(left), await colorAt(right)];
    expect(blue[2]).toBeGreaterThan(blue[0]!);
    expect(orange[0]).toBeGreaterThan(orange[2]!);
    expect(await page.locator("#legend").innerText()).toContain("2 pieces");
    await lab.key("1");
  });

  test("a drag pulls and tears the cloth under the pointer", async () => {
    const [, right] = await middles();
    const [stays, falls] = await lowest();
    const [x, y] = await lab.grab(right);
    for (let i = 1; i <= 40 && (await lab.stats()).tears === 0; i++) {
      await page.mouse.move(x, y + 8 * i);
      await lab.advance(2);
    }
    await page.mouse.move(x, y + 100);
    await lab.advance(20);
    expect(await lab.stats()).toMatchObject({ grabs: 1 });
    expect((await lab.stats()).tears).toBeGreaterThan(0);
    await lab.draw();
    const [first, second] = await lowest();
    await page.mouse.up();
    expect(Math.abs(first - stays)).toBeLessThan(0.02);
    expect(second).toBeLessThan(falls - 0.1);
  });

  test("one stroke cuts both, and one undo closes both", async () => {
    await lab.button("Reset settings");
    await lab.settled();
    await lab.key("k");
    const [left, right] = [await placeOf(-1.2, 1, 0), await placeOf(1.2, 1, 0.05)];
    await page.mouse.move(...left);
    await page.mouse.down();
    await page.mouse.move(...right, { steps: 3 });
    await page.mouse.up();
    await lab.advance(2);
    expect(await lab.stats()).toMatchObject({ cuts: 2, pieces: 4 });
    await lab.key("u");
    expect(await lab.stats()).toMatchObject({ cuts: 0, pieces: 2 });
  });

  test("a click pins the cloth under the pointer", async () => {
    await lab.key("p");
    expect(await lab.stat("pins")).toBe(22);
    const [, right] = await middles();
    await page.mouse.click(...right);
    await lab.frame();
    expect(await lab.stat("pins")).toBe(23);
    await lab.advance(5);
    await lab.draw();
    await page.mouse.click(...right);
    await lab.frame();
    expect(await lab.stat("pins")).toBe(22);
  });

  test("a scene with one cloth has no menu of cloths", async () => {
    expect(await lab.labels()).toContain("Cloth");
    await lab.pick("Scene", "disc");
    expect(await lab.labels()).not.toContain("Cloth");
    await lab.advance(2);
    await lab.draw();
    expect(lab.problems).toEqual([]);
  });
});
