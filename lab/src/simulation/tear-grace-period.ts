import type { Particles, TearingOptions, WorldCloth } from "tatter";
import { Candidates, measure } from "tatter/tearing";

/** Nothing has been over the limit for so long: the cloth has come together, s. */
const CALM = 0.5;
/** Longer than this nobody waits for it, s. */
const MAX_DURATION = 3;

/** So fast may it do so, m/s: a long way in a few steps would throw it about. */
const MAX_SPEED = 3;

/**
 * Lets tearing wait after a cut was taken back, or another material was chosen. What was apart by then is drawn together over
 * some distance, and the cloth would rip along the old cut, and beyond it, in the very next step; what was stretched as rubber
 * is drawn together as paper.
 */
export class TearGracePeriod {
  readonly #cloth: WorldCloth;
  readonly #candidates = new Candidates();
  /** How the cloth tears when it is whole. */
  #tearing: Readonly<TearingOptions> | null;
  #isUnderWay = false;
  #began = 0;
  #calmSince = 0;

  constructor(cloth: WorldCloth) {
    this.#cloth = cloth;
    this.#tearing = cloth.tearing;
  }

  /** How the cloth tears from now on, or as soon as it has come together. */
  set tearing(options: Partial<TearingOptions> | null) {
    this.#cloth.tearing = options; // which may refuse it
    this.#tearing = this.#cloth.tearing;
    if (this.#isUnderWay) this.#cloth.tearing = null;
  }

  /** A cut was taken back, or the cloth is of another material. */
  begin(time: number): void {
    this.#isUnderWay = true;
    this.#began = this.#calmSince = time;
    this.#cloth.tearing = null;
  }

  /** The cloth was put to another time, with the tearing of then. */
  resume(time: number): void {
    const wasUnderWay = this.#cloth.tearing === null && this.#tearing !== null;
    this.#isUnderWay = false;
    this.tearing = this.#tearing;
    if (wasUnderWay) this.begin(time);
  }

  /** To be called after each step. */
  advance(time: number): void {
    if (!this.#isUnderWay) return;
    measure(this.#cloth.tears.surface, this.#tearing, this.#candidates);
    if (this.#candidates.count > 0) this.#calmSince = time;
    slowDown(this.#cloth.particles, MAX_SPEED);
    if (time - this.#calmSince < CALM && time - this.#began < MAX_DURATION) return;
    this.#isUnderWay = false;
    this.#cloth.tearing = this.#tearing;
  }
}

function slowDown({ velocities, count }: Particles, fastest: number): void {
  for (let i = 0; i < 3 * count; i += 3) {
    const speed = Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!);
    if (!(speed > fastest)) continue;
    for (let k = i; k < i + 3; k++) velocities[k]! *= fastest / speed;
  }
}
