/** Where pictures come about as often as steps are due, this part off at most, a step belongs to a picture. */
const NEARLY = 0.1;
/** The share of the latest interval between pictures in their mean; one as long as this begins anew, ms. */
const SHARE = 0.1;
const MAX_INTERVAL = 250;
/** So long after the last picture the page is taken to draw no more, as a part of a step. */
const PATIENCE = 2.5;

/**
 * When the next step is due. It keeps to real time; when a step takes longer than it lasts, time slows down instead of
 * piling up.
 *
 * A step that begins at any time is seen in the second picture after it, or in the third. So a page tells when it draws, and
 * a step that is nearly due begins then: it is done when the next picture comes, with all that the pointer did before.
 */
export class Clock {
  /** ms. */
  #interval: number;
  #nextAt = 0;
  #pulseAt = -Infinity;
  /** From picture to picture in the mean, ms: single ones are heard of late, while a step is made. */
  #pulseInterval = Infinity;

  constructor(interval: number) {
    this.#interval = interval;
  }

  /** Steps are so many ms apart from now on. */
  set interval(milliseconds: number) {
    this.#nextAt += milliseconds - this.#interval;
    this.#interval = milliseconds;
  }

  /** Nothing has to be caught up: the next step is due now. */
  start(now: number): void {
    this.#nextAt = now;
  }

  /**
   * The page draws a picture.
   *
   * @returns Whether a step should begin.
   */
  pulse(now: number): boolean {
    const latest = now - this.#pulseAt;
    const isFirst = latest > MAX_INTERVAL || this.#pulseInterval === Infinity;
    this.#pulseInterval = isFirst
      ? latest
      : this.#pulseInterval + SHARE * (latest - this.#pulseInterval);
    this.#pulseAt = now;
    if (!this.#isFollowing(now)) return false; // pictures are slower than steps, which cannot wait for them
    return now >= this.#nextAt - Math.min(this.#interval, this.#pulseInterval) / 2;
  }

  /** A whole step has been made, which began then. */
  stepped(began: number, now: number): void {
    const isInTime = this.#isFollowing(began) && this.#isLocked;
    const next = (isInTime ? began : this.#nextAt) + this.#interval;
    this.#nextAt = Math.max(next, now - this.#interval);
  }

  /** How long to wait for the next step, ms, if no picture comes before. */
  wait(now: number): number {
    // A picture that is expected any moment is worth waiting for.
    const grace = this.#isFollowing(now) ? 0.75 * this.#interval : 0;
    return Math.max(0, this.#nextAt + grace - now);
  }

  /** Whether pictures come at least about as often as steps. */
  #isFollowing(now: number): boolean {
    return (
      now - this.#pulseAt < PATIENCE * this.#interval &&
      this.#pulseInterval < (1 + NEARLY) * this.#interval
    );
  }

  /** Whether each step has a picture of its own, or every second, or every third. */
  get #isLocked(): boolean {
    const ratio = this.#interval / this.#pulseInterval;
    return Math.abs(ratio - Math.round(ratio)) < NEARLY;
  }
}
