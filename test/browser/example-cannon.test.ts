import { expect, test } from "vitest";
import { exampleConfig } from "../../scripts/example-config.js";
import { executablePath, openPage, servePages, waitFor } from "./served-page.js";

test.skipIf(!executablePath)(
  "the page of examples/cannon-es tears, is whole after a reset, and tears where it is clicked",
  async () => {
    const { url, close: closeServer } = await servePages(exampleConfig("cannon-es"));
    const { page, problems, draw, close } = await openPage({ width: 600, height: 300 });
    const tears = async (): Promise<number> =>
      Number(await page.locator("[data-stat=tears]").textContent());
    const untilTorn = (): Promise<void> =>
      waitFor(
        async () => (await tears()) > 0,
        () => draw(5),
        120,
      );
    await page.goto(url);
    await untilTorn();
    await page.locator("#path").selectOption("slice");
    await page.getByRole("button", { name: "Reset" }).click();
    await draw();
    expect(await tears()).toBe(0);
    await page.locator("canvas").click({ position: { x: 340, y: 150 } });
    await untilTorn();
    expect(problems).toEqual([]);
    await close();
    await closeServer();
  },
);
