/**
 * Lets the simulation advance by a given number of whole steps, then hold, so that whoever drives the page (a test, a script
 * that takes pictures) gets the same run on a fast and on a slow machine. Off by default: the clock decides then.
 */
export class Lockstep {
  #isOn = false;
  #isAsked = false;
  /** Whole steps that may still be made. */
  #left = 0;
  #made = 0;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** True: no step may be made before somebody asks for it. */
  get holds(): boolean {
    return this.#isOn && this.#left === 0;
  }

  /** Turns it on, and asks for so many steps. */
  ask(steps: number): void {
    this.#isOn = true;
    this.#isAsked = true;
    this.#left = steps;
    this.#made = 0;
  }

  /** A whole step is done. */
  stepped(): void {
    if (this.#left === 0) return;
    this.#left--;
    this.#made++;
  }

  /**
   * The simulation holds: at the end of what was asked for, or because it is paused or stuck.
   *
   * @returns The number of steps made, for whoever asked; null: nobody waits for it.
   */
  held(): number | null {
    if (!this.#isAsked) return null;
    this.#isAsked = false;
    this.#left = 0;
    return this.#made;
  }
}
