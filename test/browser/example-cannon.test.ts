import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleConfig } from "../../scripts/example-config.js";
import { executablePath, servePage, type ServedPage } from "./served-page.js";

describe.skipIf(!executablePath)("the page of examples/cannon-es in a real browser", () => {
  let served: ServedPage;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    served = await servePage(exampleConfig("cannon-es"), { width: 600, height: 300 }, problems);
    page = served.page;
    page.setDefaultTimeout(60_000);
    await page.goto(served.address);
  });

  afterAll(async () => {
    await served.close();
  });

  const untilTears = (isSo: "some" | "none"): Promise<unknown> =>
    page.waitForFunction((isSo) => {
      const shown = Number(document.querySelector("[data-stat=tears]")!.textContent);
      return isSo === "some" ? shown > 0 : shown === 0;
    }, isSo);

  test("tears by itself, is whole after a reset, and tears where it is clicked", async () => {
    await untilTears("some");
    await page.locator("#path").selectOption("slice");
    await page.getByRole("button", { name: "Reset" }).click();
    await untilTears("none");
    await page.locator("canvas").click({ position: { x: 340, y: 150 } });
    await untilTears("some");
    expect(problems).toEqual([]);
  });
});
