import type { Particles, TearingOptions, WorldCloth } from "tatter";
import { Candidates, measure } from "tatter/tearing";

/** Time without any load above the limit after which tearing starts again, s. */
const CALM = 0.5;
/** Maximum duration, s. */
const MAX_DURATION = 3;

/** Maximum speed of particles, m/s. A large displacement in a few steps would throw the cloth. */
const MAX_SPEED = 3;

/**
 * Suspends tearing after an undone cut or a change of the material. The parts of a cut may be far apart by then. The
 * cloth would tear along the old cut and beyond it in the next step. The same holds for cloth that was stretched as
 * rubber and becomes paper.
 */
export class TearGracePeriod {
  readonly #cloth: WorldCloth;
  readonly #candidates = new Candidates();
  /** Tearing options after the grace period. */
  #tearing: Readonly<TearingOptions> | null;
  #isActive = false;
  #began = 0;
  #calmSince = 0;

  constructor(cloth: WorldCloth) {
    this.#cloth = cloth;
    this.#tearing = cloth.tearing;
  }

  /** Sets the tearing options. During the grace period they apply at its end. */
  set tearing(options: Partial<TearingOptions> | null) {
    this.#cloth.tearing = options; // may throw
    this.#tearing = this.#cloth.tearing;
    if (this.#isActive) this.#cloth.tearing = null;
  }

  /** Starts a grace period. */
  begin(time: number): void {
    this.#isActive = true;
    this.#began = this.#calmSince = time;
    this.#cloth.tearing = null;
  }

  /** Call it after a rewind, which restores earlier tearing options. */
  resume(time: number): void {
    const wasActive = this.#cloth.tearing === null && this.#tearing !== null;
    this.#isActive = false;
    this.tearing = this.#tearing;
    if (wasActive) this.begin(time);
  }

  /** Call it after each step. */
  advance(time: number): void {
    if (!this.#isActive) return;
    measure(this.#cloth.tears.surface, this.#tearing, this.#candidates);
    if (this.#candidates.count > 0) this.#calmSince = time;
    slowDown(this.#cloth.particles, MAX_SPEED);
    if (time - this.#calmSince < CALM && time - this.#began < MAX_DURATION) return;
    this.#isActive = false;
    this.#cloth.tearing = this.#tearing;
  }
}

function slowDown({ velocities, count }: Particles, maxSpeed: number): void {
  for (let i = 0; i < 3 * count; i += 3) {
    const speed = Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!);
    if (!(speed > maxSpeed)) continue;
    for (let k = i; k < i + 3; k++) velocities[k]! *= maxSpeed / speed;
  }
}
