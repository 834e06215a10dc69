import type { Download, Locator, Page } from "playwright";
import { inject } from "vitest";
import type { LabHandle } from "../../lab/src/shell/lab-handle.js";
import type { Stats } from "../../lab/src/simulation/messages.js";
import { openPage, waitFor, type OpenedPage, type Viewport } from "./served-page.js";

/** Small, because software rendering is slow. */
export const USUAL_PAGE = { width: 800, height: 440 };
/** Maximum number of checks while waiting: 600 steps are 10 s of simulated time. */
const MAX_CHECKS = 600;
/**
 * Maximum number of downloads per page. Chromium drops the eleventh download of a page, without an event, if it starts
 * within a second of the first (`LocalFrame::ShouldThrottleDownload`). On a slower machine it does not.
 */
const MAX_DOWNLOADS = 10;

declare global {
  /** In a page with `?lockstep`. */
  var tatterLab: LabHandle;
}

export type Place = readonly [x: number, y: number];

/**
 * User actions and observations in the lab. Time advances only when a test requests steps (`advance`) or frames
 * (`draw`), so a test does the same on every machine.
 */
export class LabDriver {
  readonly page: Page;
  /** Errors of the page. */
  readonly problems: string[];
  readonly url: string;
  readonly #opened: OpenedPage;
  #downloads = 0;

  private constructor(opened: OpenedPage, url: string) {
    this.#opened = opened;
    this.page = opened.page;
    this.problems = opened.problems;
    this.url = url;
  }

  /**
   * Opens the lab.
   *
   * @param search Query and hash of the URL.
   * @param prepare Called with the page while it is empty.
   */
  static async open(
    search = "",
    viewport: Viewport = USUAL_PAGE,
    prepare: (page: Page) => unknown = () => {},
    url = inject("labUrl"),
  ): Promise<LabDriver> {
    const lab = new LabDriver(await openPage(viewport), url);
    await prepare(lab.page);
    await lab.goTo(search);
    return lab;
  }

  /** Opens the lab again. `search` is the query and hash of the URL. */
  async goTo(search: string): Promise<void> {
    const target = new URL(search, this.url);
    target.searchParams.set("lockstep", "");
    await this.page.goto("about:blank"); // a changed hash alone does not reload the page
    await this.page.goto(target.href);
    await this.settled();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.settled();
  }

  async close(): Promise<void> {
    await this.#opened.close();
  }

  /** Makes steps. Returns false if not all were made, because the simulation is paused. */
  async advance(steps: number): Promise<boolean> {
    const made = await this.page.evaluate((steps) => tatterLab.advance(steps), steps);
    return made === steps;
  }

  /** Lets the page draw frames. */
  async draw(frames = 1): Promise<void> {
    await this.#opened.draw(frames);
  }

  /** Stops the clock of the page again, after a test has resumed it. */
  async stopClock(): Promise<void> {
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 1000));
  }

  /** One step and its frame. */
  async frame(): Promise<void> {
    await this.advance(1);
    await this.draw();
  }

  /** Waits until the requested scene is loaded and drawn, and all commands are executed. */
  async settled(): Promise<void> {
    await this.page.waitForFunction(() => "tatterLab" in globalThis && !tatterLab.isLoading);
    await this.advance(0);
    await this.draw(2);
  }

  /** Advances frame by frame until a condition holds. */
  async until(condition: () => Promise<boolean>): Promise<void> {
    await waitFor(condition, () => this.frame(), MAX_CHECKS);
  }

  /** Draws frames without steps until a condition holds. */
  async untilShown(condition: () => Promise<boolean>): Promise<void> {
    await waitFor(condition, () => this.draw(), MAX_CHECKS);
  }

  /** The latest stats of the simulation. */
  async stats(): Promise<Stats> {
    return this.page.evaluate(() => tatterLab.stats!);
  }

  /** Returns a number of the page. */
  async stat(name: string): Promise<number> {
    return Number(await this.text(name));
  }

  async text(name: string): Promise<string> {
    return (await this.page.locator(`[data-stat="${name}"]`).textContent())!;
  }

  async button(title: string): Promise<void> {
    await this.page.getByRole("button", { name: title }).click();
    await this.advance(0);
  }

  async key(name: string): Promise<void> {
    await this.page.keyboard.press(name);
    await this.advance(0);
  }

  /** Does what saves a file, and waits for the download. Use `takeFile` for many files. */
  async download(save: () => Promise<unknown>): Promise<Download> {
    if (++this.#downloads > MAX_DOWNLOADS) {
      throw new Error(`more than ${MAX_DOWNLOADS} downloads on one page: use takeFile`);
    }
    const [download] = await Promise.all([this.page.waitForEvent("download"), save()]);
    return download;
  }

  /** Clicks a button that saves a text file at once, and returns the file instead of downloading it. */
  async takeFile(button: Locator): Promise<{ name: string; text: string }> {
    return button.evaluate(async (button: HTMLElement) => {
      const links: HTMLAnchorElement[] = [];
      HTMLAnchorElement.prototype.click = function () {
        links.push(this);
      };
      button.click();
      delete (HTMLAnchorElement.prototype as Partial<HTMLAnchorElement>).click; // it is inherited again
      if (links.length !== 1) throw new Error(`expected one file, got ${links.length}`);
      const [{ href, download: name }] = links as [HTMLAnchorElement];
      return { name, text: await (await fetch(href)).text() };
    });
  }

  get problem(): Locator {
    return this.page.locator("#problem");
  }

  /** The row of the panel with this label, with or without a unit. */
  row(label: string): Locator {
    const { page } = this;
    return page
      .locator("#panel .tp-lblv")
      .filter({ has: page.locator(".tp-lblv_l", { hasText: new RegExp(`^${label}($|,| \\()`) }) });
  }

  async pick(label: string, option: string): Promise<void> {
    await this.row(label).locator("select").selectOption({ label: option });
    await this.settled();
  }

  async picked(label: string): Promise<string> {
    return this.row(label).locator("option:checked").innerText();
  }

  /** The text field of a row. Some rows also have a slider and a checkbox. */
  field(label: string): Locator {
    return this.row(label).locator("input:not([type=range], [type=checkbox])");
  }

  async put(label: string, value: number | string): Promise<void> {
    await this.field(label).fill(String(value));
    await this.field(label).press("Enter");
    await this.settled();
  }

  async value(label: string): Promise<number> {
    return Number(await this.field(label).inputValue());
  }

  /** The labels of the panel, without units. */
  async labels(): Promise<string[]> {
    const texts = await this.page.locator("#panel .tp-lblv_l").allInnerTexts();
    return texts.map((text) => text.replace(/,.*| \(.*/, ""));
  }

  /** Loads a coarse curtain with the settings of the scene. */
  async startCoarse(): Promise<void> {
    await this.pick("Scene", "curtain");
    await this.button("Reset settings");
    await this.settled();
    await this.pick("Resolution", "16");
  }

  /** The center of the area that the controls leave free. */
  async center(): Promise<Place> {
    const { x, y, width, height } = (await this.page.locator("#middle").boundingBox())!;
    return [x + width / 2, y + height / 2];
  }

  /** Returns the position on the page of the particle nearest to a place. */
  async onCloth([x, y]: Place): Promise<Place> {
    await this.draw();
    return this.page.evaluate(
      ([x, y]) => {
        const { positions, stats, placeOf } = tatterLab;
        let [nearest, best]: [Place, number] = [[x, y], Infinity];
        for (let i = 0; i < 3 * stats!.particles; i += 3) {
          const at = placeOf(positions[i]!, positions[i + 1]!, positions[i + 2]!);
          const distance = Math.hypot(at.x - x, at.y - y);
          if (distance < best) [nearest, best] = [[at.x, at.y], distance];
        }
        return nearest;
      },
      [x, y] as const,
    );
  }

  /** Returns the mean of a coordinate of the cloth, m. */
  async mean(axis: 0 | 1 | 2): Promise<number> {
    return this.page.evaluate((at) => {
      const { positions, stats } = tatterLab;
      let sum = 0;
      for (let i = 0; i < stats!.particles; i++) sum += positions[3 * i + at]!;
      return sum / stats!.particles;
    }, axis);
  }

  /** Returns the height of the lowest particle, m. */
  async lowest(): Promise<number> {
    return this.page.evaluate(() => {
      const { positions, stats } = tatterLab;
      let lowest = Infinity;
      for (let i = 1; i < 3 * stats!.particles; i += 3) lowest = Math.min(lowest, positions[i]!);
      return lowest;
    });
  }

  /** Grabs the cloth at the particle nearest to a place. */
  async grab(near: Place): Promise<Place> {
    const at = await this.onCloth(near);
    await this.page.mouse.move(...at);
    await this.page.mouse.down();
    await this.advance(0);
    return at;
  }

  /** Drags the cloth down to the left until it tears. */
  async rip(): Promise<void> {
    const { page } = this;
    const [x, y] = await this.grab(await this.center());
    const before = (await this.stats()).tears;
    for (let i = 1; i <= 60; i++) {
      await page.mouse.move(x - 5 * i, y + 5 * i);
      await this.advance(2);
      if ((await this.stats()).tears > before) break;
    }
    await page.mouse.up();
    await this.settled();
    if ((await this.stats()).tears === before) throw new Error("the cloth did not tear");
  }

  /** Cuts across the curtain from left to right. The stroke starts beside it and ends behind the panel. */
  async slash(): Promise<void> {
    const { page } = this;
    await page.mouse.move(150, 200);
    await page.mouse.down();
    await page.mouse.move(600, 200, { steps: 3 });
    await page.mouse.up();
    await this.advance(2);
  }

  /** Rewinds to a frame. */
  async rewindTo(frame: number): Promise<void> {
    await this.page.locator("#rewind").fill(String(frame));
    await this.settled();
  }

  async newestFrame(): Promise<number> {
    return Number(await this.page.locator("#rewind").getAttribute("max"));
  }
}
