import { Clock } from "./clock.js";
import { Lockstep } from "./lockstep.js";

export interface PacingCalls {
  /** The timer has fired: call `tick`, and report its errors. */
  wake: () => void;
  /** Advances by a step or a part of one, and calls `waitForStep` or `goOn` if there is more to do. */
  advance: () => void;
  /** In lockstep: the simulation holds after this number of whole steps. */
  held: (steps: number) => void;
}

/** Decides when the next step is made. Owns pause, speed, single steps, lockstep, rest, and the timer. */
export class Pacing {
  readonly #calls: PacingCalls;
  readonly #clock = new Clock(0);
  readonly #lockstep = new Lockstep();
  #isPaused = false;
  /** Simulated seconds per real second. */
  #speed = 1;
  /** Single steps that were requested while paused. */
  #stepsOwed = 0;
  /** An error has stopped the clock. A change of settings starts it again. */
  #isStuck = false;
  /** The page is hidden: no steps until it is visible again. */
  #isResting = false;
  /** The timer runs. A frame of the page may start the step earlier. */
  #isWaiting = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: PacingCalls) {
    this.#calls = calls;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** True if a step may be made now. */
  get mayStep(): boolean {
    if (this.#isResting) return false;
    return this.#isPaused ? this.#stepsOwed > 0 : !this.#lockstep.holds;
  }

  /** Pauses or continues. Drops single steps that were requested before. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#stepsOwed = 0;
  }

  /** Pauses after the single steps that were requested. */
  pauseAfterSteps(): void {
    this.#isPaused = true;
  }

  /**
   * Requests a single step.
   *
   * @param mayPileUp True if it may be queued behind others. A key that is held down must not queue slow steps.
   */
  askForStep(mayPileUp: boolean): void {
    this.#isPaused = true;
    if (this.#stepsOwed === 0 || mayPileUp) this.#stepsOwed++;
  }

  /** Makes whole steps as fast as possible, then holds. The clock is off from then on. */
  askForLockstep(steps: number): void {
    this.#lockstep.ask(steps);
  }

  rest(isResting: boolean): void {
    this.#isResting = isResting;
  }

  set speed(speed: number) {
    this.#speed = speed;
  }

  /** Simulated duration of a step, s. Set it again after the speed. */
  set stepDuration(seconds: number) {
    this.#clock.interval = (1000 * seconds) / this.#speed;
  }

  /** Starts the clock. A pause, the last single step, a rest or an error stops it. */
  start(): void {
    this.#isStuck = false;
    this.#clock.start(performance.now());
    this.continueSoon(); // not now: other commands may be waiting
  }

  /** Handles a frame of the page: a step that is nearly due starts. */
  pulse(): void {
    if (this.#isWaiting && this.#clock.pulse(performance.now())) this.tick();
  }

  /** Records a whole step that started at `began`. */
  stepped(began: number): void {
    if (this.#stepsOwed > 0) this.#stepsOwed--;
    this.#clock.stepped(began, performance.now());
    this.#lockstep.stepped();
  }

  /** Continues when the next step is due. */
  waitForStep(): void {
    this.#wait(this.#clock.wait(performance.now()));
  }

  /** Continues as soon as waiting commands have been handled. */
  continueSoon(): void {
    this.#wait(0);
  }

  /** Advances once. In lockstep, as far as was requested. */
  tick(): void {
    do {
      this.#stopTimer();
      this.#calls.advance();
    } while (this.#isWaiting && this.#lockstep.isOn);
    if (!this.#isWaiting) this.reportHeld();
  }

  /** Stops the clock after an error, until `start`. */
  stop(): void {
    this.#stopTimer();
    this.#isStuck = true;
  }

  /** In lockstep, reports that no more steps come. */
  reportHeld(): void {
    const steps = this.#lockstep.held();
    if (steps !== null) this.#calls.held(steps);
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#isWaiting = true;
    this.#timer = setTimeout(this.#calls.wake, milliseconds);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#isWaiting = false;
  }
}
