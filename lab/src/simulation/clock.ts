/** Maximum relative deviation at which steps are locked to frames. */
const MAX_DEVIATION = 0.1;
/** Weight of the latest frame interval in the mean. A longer interval than the maximum restarts the mean, ms. */
const NEWEST_WEIGHT = 0.1;
const MAX_INTERVAL = 250;
/** Steps after the last frame until the page counts as not drawing. */
const PATIENCE = 2.5;

/**
 * Decides when the next step is due. Steps keep to real time. If a step takes longer to compute than it lasts, time
 * slows down and steps do not queue up.
 *
 * A step that starts at an arbitrary time is visible in the second or third frame after it. So the page reports each
 * frame, and a step that is nearly due starts then. It is complete before the next frame, and includes all pointer
 * input before it.
 */
export class Clock {
  /** ms. */
  #interval: number;
  #nextAt = 0;
  #pulseAt = -Infinity;
  /** Mean time between frames, ms. Single frames are reported late while a step is computed. */
  #pulseInterval = Infinity;

  constructor(interval: number) {
    this.#interval = interval;
  }

  /** Sets the time between steps, ms. */
  set interval(milliseconds: number) {
    this.#nextAt += milliseconds - this.#interval;
    this.#interval = milliseconds;
  }

  /** Makes the next step due now, without catching up. */
  start(now: number): void {
    this.#nextAt = now;
  }

  /**
   * Handles a frame of the page.
   *
   * @returns True if a step should start.
   */
  pulse(now: number): boolean {
    const latest = now - this.#pulseAt;
    const isFirst = latest > MAX_INTERVAL || this.#pulseInterval === Infinity;
    this.#pulseInterval = isFirst
      ? latest
      : this.#pulseInterval + NEWEST_WEIGHT * (latest - this.#pulseInterval);
    this.#pulseAt = now;
    if (!this.#isFollowing(now)) return false; // frames are slower than steps: do not wait for them
    return now >= this.#nextAt - Math.min(this.#interval, this.#pulseInterval) / 2;
  }

  /** Records a whole step that started at `began`. */
  stepped(began: number, now: number): void {
    const isInTime = this.#isFollowing(began) && this.#isLocked;
    const next = (isInTime ? began : this.#nextAt) + this.#interval;
    this.#nextAt = Math.max(next, now - this.#interval);
  }

  /** Returns the time until the next step, ms, if no frame comes before. */
  wait(now: number): number {
    // wait for a frame that is expected soon
    const grace = this.#isFollowing(now) ? 0.75 * this.#interval : 0;
    return Math.max(0, this.#nextAt + grace - now);
  }

  /** True if frames come at least about as often as steps. */
  #isFollowing(now: number): boolean {
    return (
      now - this.#pulseAt < PATIENCE * this.#interval &&
      this.#pulseInterval < (1 + MAX_DEVIATION) * this.#interval
    );
  }

  /** True if each step has one frame, or two, or three. */
  get #isLocked(): boolean {
    const ratio = this.#interval / this.#pulseInterval;
    return Math.abs(ratio - Math.round(ratio)) < MAX_DEVIATION;
  }
}
