/**
 * Advances the simulation by a given number of whole steps, then holds. A test or a script that controls the page then
 * gets the same run on every machine. Off by default.
 */
export class Lockstep {
  #isOn = false;
  #isAsked = false;
  /** Whole steps left to make. */
  #left = 0;
  #made = 0;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** True if no step may be made until steps are requested. */
  get holds(): boolean {
    return this.#isOn && this.#left === 0;
  }

  /** Turns lockstep on and requests steps. */
  ask(steps: number): void {
    this.#isOn = true;
    this.#isAsked = true;
    this.#left = steps;
    this.#made = 0;
  }

  /** Call it after each whole step. */
  stepped(): void {
    if (this.#left === 0) return;
    this.#left--;
    this.#made++;
  }

  /**
   * Call it when the simulation holds: all steps are made, or it is paused or stuck.
   *
   * @returns The number of steps made. Null: no request is pending.
   */
  held(): number | null {
    if (!this.#isAsked) return null;
    this.#isAsked = false;
    this.#left = 0;
    return this.#made;
  }
}
