import type { Locator, Page } from "playwright";
import { inject } from "vitest";
import type { LabHandle } from "../../lab/src/shell/lab-handle.js";
import type { Stats } from "../../lab/src/simulation/messages.js";
import { openPage, waitFor, type OpenedPage, type Viewport } from "./served-page.js";

/** Small, because a browser without a graphics card draws slowly. */
export const USUAL_PAGE = { width: 800, height: 440 };
/** Looks before a wait is given up: so many steps are ten seconds of the cloth. */
const LOOKS = 600;

declare global {
  /** In a page that is driven. */
  var tatterLab: LabHandle;
}

export type Place = readonly [x: number, y: number];

/**
 * What a person does with the lab, and what they see. Time stands still but for what a test asks for: steps of the cloth
 * (`advance`) and pictures of the page (`draw`). So a test does and sees the same on every machine, however busy it is.
 */
export class LabDriver {
  readonly page: Page;
  /** Errors of the page. */
  readonly problems: string[];
  readonly address: string;
  readonly #opened: OpenedPage;

  private constructor(opened: OpenedPage, address: string) {
    this.#opened = opened;
    this.page = opened.page;
    this.problems = opened.problems;
    this.address = address;
  }

  /**
   * Opens the lab; `search` is what stands behind its address.
   *
   * @param prepare Called with the page while it is empty.
   */
  static async open(
    search = "",
    viewport: Viewport = USUAL_PAGE,
    prepare: (page: Page) => unknown = () => {},
    address = inject("labAddress"),
  ): Promise<LabDriver> {
    const lab = new LabDriver(await openPage(viewport), address);
    await prepare(lab.page);
    await lab.goTo(search);
    return lab;
  }

  /** Opens the lab anew; `search` is what stands behind its address. */
  async goTo(search: string): Promise<void> {
    const url = new URL(search, this.address);
    url.searchParams.set("lockstep", "");
    await this.page.goto("about:blank"); // another hash alone would not load the page
    await this.page.goto(url.href);
    await this.settled();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.settled();
  }

  async close(): Promise<void> {
    await this.#opened.close();
  }

  /** Makes so many steps; true: all of them, as time was not paused. */
  async advance(steps: number): Promise<boolean> {
    const made = await this.page.evaluate((steps) => tatterLab.advance(steps), steps);
    return made === steps;
  }

  /** Lets the page draw so many pictures. */
  async draw(pictures = 1): Promise<void> {
    await this.#opened.draw(pictures);
  }

  /** Lets the time of the page stand still again, where a test had let it go. */
  async stopClock(): Promise<void> {
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 1000));
  }

  /** One step and its picture, as on a machine that is quick enough. */
  async frame(): Promise<void> {
    await this.advance(1);
    await this.draw();
  }

  /** Waits until the scene that was asked for is there and drawn, and the simulation has done all that it was told. */
  async settled(): Promise<void> {
    await this.page.waitForFunction(() => "tatterLab" in globalThis && !tatterLab.isLoading);
    await this.advance(0);
    await this.draw(2);
  }

  /** Goes on, frame by frame, until something is so. */
  async until(isSo: () => Promise<boolean>): Promise<void> {
    await waitFor(isSo, () => this.frame(), LOOKS);
  }

  /** Lets the page draw, while the cloth stands still, until something is so. */
  async untilShown(isSo: () => Promise<boolean>): Promise<void> {
    await waitFor(isSo, () => this.draw(), LOOKS);
  }

  /** The latest figures of the simulation. */
  async figures(): Promise<Stats> {
    return this.page.evaluate(() => tatterLab.figures!);
  }

  /** What the page says. */
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
    await this.settled();
  }

  async picked(label: string): Promise<string> {
    return this.row(label).locator("option:checked").innerText();
  }

  /** Where numbers are typed; some rows have a slider and a box too. */
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

  /** The labels of the panel, without their units. */
  async labels(): Promise<string[]> {
    const texts = await this.page.locator("#panel .tp-lblv_l").allInnerTexts();
    return texts.map((text) => text.replace(/,.*| \(.*/, ""));
  }

  /** A curtain of few particles, all else as the scene says. */
  async startCoarse(): Promise<void> {
    await this.pick("scene", "curtain");
    await this.button("Scene's own settings");
    await this.settled();
    await this.pick("resolution", "16");
  }

  /** The middle of what the controls leave free of the page. */
  async middle(): Promise<Place> {
    const { x, y, width, height } = (await this.page.locator("#middle").boundingBox())!;
    return [x + width / 2, y + height / 2];
  }

  /** Where the particle of the cloth is that is drawn nearest to a place. */
  async onCloth([x, y]: Place): Promise<Place> {
    await this.draw();
    return this.page.evaluate(
      ([x, y]) => {
        const { positions, figures, placeOf } = tatterLab;
        let [nearest, best]: [Place, number] = [[x, y], Infinity];
        for (let i = 0; i < 3 * figures!.particles; i += 3) {
          const at = placeOf(positions[i]!, positions[i + 1]!, positions[i + 2]!);
          const distance = Math.hypot(at.x - x, at.y - y);
          if (distance < best) [nearest, best] = [[at.x, at.y], distance];
        }
        return nearest;
      },
      [x, y] as const,
    );
  }

  /** The mean of a coordinate of the cloth, m. */
  async mean(axis: 0 | 1 | 2): Promise<number> {
    return this.page.evaluate((at) => {
      const { positions, figures } = tatterLab;
      let sum = 0;
      for (let i = 0; i < figures!.particles; i++) sum += positions[3 * i + at]!;
      return sum / figures!.particles;
    }, axis);
  }

  /** The height of the lowest particle, m. */
  async lowest(): Promise<number> {
    return this.page.evaluate(() => {
      const { positions, figures } = tatterLab;
      let lowest = Infinity;
      for (let i = 1; i < 3 * figures!.particles; i += 3) lowest = Math.min(lowest, positions[i]!);
      return lowest;
    });
  }

  /** Takes hold of the cloth where it is nearest to a place. */
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
    const [x, y] = await this.grab(await this.middle());
    const before = (await this.figures()).tears;
    for (let i = 1; i <= 40; i++) {
      await page.mouse.move(x - 5 * i, y + 5 * i);
      await this.advance(2);
      if ((await this.figures()).tears > before) break;
    }
    await page.mouse.up();
    await this.settled();
    if ((await this.figures()).tears === before) throw new Error("dragged the cloth in vain");
  }

  /** Slashes across the curtain from left to right, beginning beside it and ending behind the panel. */
  async slash(): Promise<void> {
    const { page } = this;
    await page.mouse.move(150, 200);
    await page.mouse.down();
    await page.mouse.move(600, 200, { steps: 3 });
    await page.mouse.up();
    await this.advance(2);
  }

  /** Puts the world to the time after so many whole steps. */
  async rewindTo(frame: number): Promise<void> {
    await this.page.locator("#rewind").fill(String(frame));
    await this.settled();
  }

  async newestFrame(): Promise<number> {
    return Number(await this.page.locator("#rewind").getAttribute("max"));
  }
}
