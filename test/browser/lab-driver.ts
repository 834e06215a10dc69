import type { Locator, Page } from "playwright";
import { LAB, openPage, servePage, type ServedPage, type Viewport } from "./served-page.js";

/** Small, because a browser without a graphics card draws slowly. */
export const USUAL_PAGE = { width: 800, height: 440 };
/** Where a hand can take hold of the curtain on a page of that size, pixels. */
const PLACES = [
  [300, 220],
  [340, 160],
  [400, 240],
  [320, 180],
  [360, 220],
] as const;

/** What a person does with the lab, and what they see. */
export class LabDriver {
  readonly served: ServedPage;
  readonly page: Page;
  /** Errors of the page. */
  readonly problems: string[];

  private constructor(served: ServedPage, problems: string[]) {
    this.served = served;
    this.page = served.page;
    this.problems = problems;
  }

  /** Serves the lab and opens it; `search` is what stands behind its address. */
  static async open(search = "", viewport: Viewport = USUAL_PAGE): Promise<LabDriver> {
    const problems: string[] = [];
    const lab = new LabDriver(await servePage(LAB, viewport, problems), problems);
    await lab.start(search);
    return lab;
  }

  /** Opens the lab that somebody else serves; `prepare` is called with the page while it is empty. */
  static async openAt(
    address: string,
    prepare: (page: Page) => void = () => {},
    viewport: Viewport = USUAL_PAGE,
  ): Promise<LabDriver> {
    const problems: string[] = [];
    const { page, close } = await openPage(viewport, problems);
    const lab = new LabDriver({ page, close, address }, problems);
    prepare(page);
    await lab.start("");
    return lab;
  }

  /** Goes to the page, and waits for the cloth. */
  private async start(search: string): Promise<void> {
    await this.page.goto(this.served.address + search);
    await this.until(async () => (await this.stat("particles")) > 0);
  }

  async close(): Promise<void> {
    await this.served.close();
  }

  async stat(name: string): Promise<number> {
    return Number(await this.text(name));
  }

  async text(name: string): Promise<string> {
    return (await this.page.locator(`[data-stat="${name}"]`).textContent())!;
  }

  async button(title: string): Promise<void> {
    await this.page.getByRole("button", { name: title }).click();
  }

  get problem(): Locator {
    return this.page.locator("#problem");
  }

  /** The row of the panel with this label, or with this label and a unit. */
  row(label: string): Locator {
    const { page } = this;
    return page
      .locator("#panel .tp-lblv")
      .filter({ has: page.locator(".tp-lblv_l", { hasText: new RegExp(`^${label}($|,| \\()`) }) });
  }

  async pick(label: string, option: string): Promise<void> {
    await this.row(label).locator("select").selectOption({ label: option });
  }

  async picked(label: string): Promise<string> {
    return this.row(label).locator("option:checked").innerText();
  }

  /** Where numbers are typed; some rows have a slider and a box too. */
  field(label: string): Locator {
    return this.row(label).locator("input:not([type=range], [type=checkbox])");
  }

  async put(label: string, value: number): Promise<void> {
    await this.field(label).fill(String(value));
    await this.field(label).press("Enter");
  }

  async value(label: string): Promise<number> {
    return Number(await this.field(label).inputValue());
  }

  /** The labels of the panel, without their units. */
  async labels(): Promise<string[]> {
    const texts = await this.page.locator("#panel .tp-lblv_l").allInnerTexts();
    return texts.map((text) => text.replace(/,.*| \(.*/, ""));
  }

  /** A curtain of few particles, all else as the scene says. */
  async startCoarse(): Promise<void> {
    await this.pick("scene", "curtain");
    await this.button("Scene's own settings");
    await this.pick("resolution", "16");
    await this.until(
      async () => (await this.stat("tears")) === 0 && (await this.stat("particles")) === 17 * 15,
    );
  }

  /** Drags the cloth until it tears: on a busy machine a hand may slip off once, and takes hold elsewhere then. */
  async rip(): Promise<void> {
    const { page } = this;
    const hasTorn = async (): Promise<boolean> => (await this.stat("tears")) > 0;
    for (const [x, y] of PLACES) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let i = 1; i <= 20 && !(await hasTorn()); i++) {
        await page.mouse.move(x - 9 * i, y + 9 * i);
        await page.waitForTimeout(30);
      }
      const torn = await this.soon(hasTorn, 15_000); // held all the while, however slow the machine
      await page.mouse.up();
      if (torn) return;
      await page.keyboard.press("v"); // had it been beside the cloth, the view would have turned
    }
    throw new Error("dragged the cloth in vain");
  }

  /** Slashes across the curtain from left to right, beginning beside it and ending behind the panel. */
  async slash(): Promise<void> {
    const { page } = this;
    await page.mouse.move(150, 200);
    await page.mouse.down();
    await page.mouse.move(600, 200, { steps: 3 });
    await page.mouse.up();
  }

  /** Puts the world to the time after so many whole steps. */
  async rewindTo(frame: number): Promise<void> {
    await this.page.locator("#rewind").fill(String(frame));
  }

  async newestFrame(): Promise<number> {
    return Number(await this.page.locator("#rewind").getAttribute("max"));
  }

  async until(isSo: () => Promise<boolean>, everyMilliseconds = 100): Promise<void> {
    if (await this.soon(isSo, 30_000, everyMilliseconds)) return;
    throw new Error("waited 30 s for the lab in vain");
  }

  async soon(
    isSo: () => Promise<boolean>,
    withinMilliseconds: number,
    everyMilliseconds = 100,
  ): Promise<boolean> {
    const end = Date.now() + withinMilliseconds;
    while (Date.now() < end) {
      if (await isSo()) return true;
      await this.page.waitForTimeout(everyMilliseconds);
    }
    return false;
  }

  /** Waits until what the worker had on its way has arrived. */
  async settled(): Promise<void> {
    await this.page.waitForTimeout(500);
  }
}
