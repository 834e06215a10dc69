import { Clock } from "./clock.js";
import { Lockstep } from "./lockstep.js";

export interface PacingCalls {
  /** The timer rings: `tick` is to be called, by whoever can tell of its problems. */
  wake: () => void;
  /** Goes on for a moment; time goes on where it asks for another moment. */
  advance: () => void;
  /** Time stands still after so many whole steps in lockstep. */
  held: (steps: number) => void;
}

/** Decides when the simulation goes on: pause, speed, single steps, lockstep, rest, and the timer for the next moment. */
export class Pacing {
  readonly #calls: PacingCalls;
  readonly #clock = new Clock(0);
  readonly #lockstep = new Lockstep();
  #isPaused = false;
  /** Seconds of the cloth in a second of ours. */
  #speed = 1;
  /** Single steps that were asked for while it is paused. */
  #stepsOwed = 0;
  /** A problem has stopped the clock; a change may mend it. */
  #isStuck = false;
  /** Nobody looks at the page: time stands still until somebody does. */
  #isResting = false;
  /** For the next moment; then a picture of the page may call for it earlier. */
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

  /** Whether a step may be made now. */
  get mayStep(): boolean {
    if (this.#isResting) return false;
    return this.#isPaused ? this.#stepsOwed > 0 : !this.#lockstep.holds;
  }

  /** Single steps that were asked for before are not made any more. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#stepsOwed = 0;
  }

  /** Pauses, but for the single steps that were asked for. */
  pauseAfterSteps(): void {
    this.#isPaused = true;
  }

  /** @param mayPileUp Whether it may wait for others: a key that is held down must not pile up steps that take long. */
  askForStep(mayPileUp: boolean): void {
    this.#isPaused = true;
    if (this.#stepsOwed === 0 || mayPileUp) this.#stepsOwed++;
  }

  /** Lets so many whole steps be made, as fast as they can; the clock rules no more. */
  askForLockstep(steps: number): void {
    this.#lockstep.ask(steps);
  }

  rest(isResting: boolean): void {
    this.#isResting = isResting;
  }

  set speed(speed: number) {
    this.#speed = speed;
  }

  /** How long a step lasts, s of the cloth; to be set again after the speed. */
  set stepDuration(seconds: number) {
    this.#clock.interval = (1000 * seconds) / this.#speed;
  }

  /** Starts the clock; a pause, the last single step, a rest or a problem stops it. */
  start(): void {
    this.#isStuck = false;
    this.#clock.start(performance.now());
    this.goOn(); // never at once: other commands may be waiting
  }

  /** The page draws a picture: a step that is nearly due begins. */
  pulse(): void {
    if (this.#isWaiting && this.#clock.pulse(performance.now())) this.tick();
  }

  /** A whole step has been made, which began then. */
  stepped(began: number): void {
    if (this.#stepsOwed > 0) this.#stepsOwed--;
    this.#clock.stepped(began, performance.now());
    this.#lockstep.stepped();
  }

  /** There is more to do when the next step is due. */
  waitForStep(): void {
    this.#wait(this.#clock.wait(performance.now()));
  }

  /** There is more to do as soon as other commands have been heard. */
  goOn(): void {
    this.#wait(0);
  }

  /** Goes on for a moment; in lockstep, as far as was asked for. */
  tick(): void {
    do {
      this.#stopTimer();
      this.#calls.advance();
    } while (this.#isWaiting && this.#lockstep.isOn);
    if (!this.#isWaiting) this.tellHeld();
  }

  /** A problem stops the clock, until something is changed. */
  stop(): void {
    this.#stopTimer();
    this.#isStuck = true;
  }

  /** Whoever waits in lockstep hears that no more steps come. */
  tellHeld(): void {
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
