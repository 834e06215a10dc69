import {
  Ball,
  BODY_NUMBERS,
  collideBalls,
  Collider,
  DrivenBody,
  type BallOptions,
  type BallState,
  type ColliderOptions,
  type ColliderState,
  type DrivenBodyOptions,
  type Solid,
} from "../../collision/index.js";
import type { Vec3Tuple, Tuples } from "../../math/vec3.js";
import type { Store } from "../../stores/index.js";
import { isDue, type TimedBall } from "../options/options.js";
import { checkSolids } from "../state/solid-checks.js";

/** State of balls and colliders. Bodies that another simulation moves are not included. */
export interface SolidsState {
  balls: BallState[];
  /** Number of balls added so far. */
  ballCount: number;
  /** Number of balls of the options that have been added. */
  scheduledCount: number;
  /** How each collider was moved from code; null: it was not. */
  colliders: (ColliderState | null)[];
}

/** All solids of a world: colliders, balls, and bodies of other simulations. */
export class Solids implements Store {
  readonly name = "solids";
  readonly #clock: { readonly time: number };
  readonly colliders: readonly Collider[];
  /** The balls in the world now, in the order in which they were added. */
  readonly balls: Ball[] = [];
  /** Bodies that another simulation moves. */
  readonly driven: DrivenBody[] = [];
  /** Number of balls added so far; the number of the next one. */
  ballCount = 0;
  /** Balls of the options, by time. */
  readonly #scheduled: readonly Tuples<TimedBall>[];
  /** Number of balls of the options that have been added. */
  scheduledCount = 0;
  /** All solids in the order in which cloths resolve contacts: movable ones first, immovable ones last. */
  readonly #all: Solid[] = [];
  #snapshot = new Float64Array(0);
  /**
   * Start and end of the current substep, s. An array, because numbers passed from call to call would be boxed on the
   * heap.
   */
  readonly #times = new Float64Array(2);

  constructor(
    colliders: readonly Tuples<ColliderOptions>[],
    balls: readonly Tuples<TimedBall>[],
    clock: { readonly time: number },
  ) {
    this.#clock = clock;
    this.colliders = colliders.map((options) => new Collider(options));
    this.#scheduled = balls.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
    this.reset();
  }

  /** Resets to time 0. Bodies of other simulations stay where they are. */
  reset(): void {
    this.balls.length = 0;
    this.ballCount = 0;
    this.scheduledCount = 0;
    for (const collider of this.colliders) collider.restore(null, 0);
    this.addScheduledBalls(0);
    this.#list();
  }

  get state(): SolidsState {
    return {
      balls: this.balls.map(({ state }) => state),
      ballCount: this.ballCount,
      scheduledCount: this.scheduledCount,
      colliders: this.colliders.map(({ state }) => state),
    };
  }

  /** Balls that exist at both times stay the same objects. */
  set state(state: SolidsState) {
    this.#resumeBalls(state.balls);
    this.ballCount = state.ballCount;
    this.scheduledCount = state.scheduledCount;
    for (const [i, collider] of this.colliders.entries()) {
      collider.restore(state.colliders[i] ?? null, this.#clock.time);
    }
  }

  check(state: unknown, field: string): void {
    checkSolids(state, field, {
      scheduled: this.#scheduled.length,
      colliders: this.colliders.length,
    });
  }

  /** True if there are no solids. */
  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Adds a ball. The caller has checked the options. */
  addBall(options: Tuples<BallOptions>): Ball {
    const ball = new Ball(options, this.ballCount);
    this.ballCount++;
    this.balls.push(ball);
    this.#list();
    return ball;
  }

  /** Adds the balls of the options that are due at a time, s. */
  addScheduledBalls(time: number): void {
    while (this.scheduledCount < this.#scheduled.length) {
      const ball = this.#scheduled[this.scheduledCount]!;
      if (!isDue(ball.time ?? 0, time)) break;
      this.scheduledCount++;
      this.addBall(ball);
    }
  }

  /** Removes a ball; false if it is not in the world. */
  removeBall(ball: Ball): boolean {
    return this.#remove(this.balls, ball);
  }

  /** Replaces the balls by those of a state. Balls that exist in both stay the same objects. */
  #resumeBalls(states: readonly BallState[]): void {
    const balls = states.map((state) => {
      const known = this.balls.find((ball) => ball.matches(state));
      known?.read(state.body);
      return known ?? Ball.resume(state);
    });
    this.balls.length = 0;
    for (const ball of balls) this.balls.push(ball);
    this.#list();
  }

  /** Adds a body that another simulation moves. */
  addBody(options: Tuples<DrivenBodyOptions>): DrivenBody {
    const body = new DrivenBody(options);
    this.driven.push(body);
    this.#list();
    return body;
  }

  /** Removes such a body; false if it is not in the world. */
  removeBody(body: DrivenBody): boolean {
    return this.#remove(this.driven, body);
  }

  #remove<Body>(bodies: Body[], body: Body): boolean {
    const index = bodies.indexOf(body);
    if (index === -1) return false;
    bodies.splice(index, 1);
    this.#list();
    return true;
  }

  #list(): void {
    this.#all.length = 0;
    for (const { solid } of this.balls) this.#all.push(solid);
    for (const { mass, solids } of this.driven) if (mass < Infinity) this.#all.push(...solids);
    for (const { mass, solids } of this.driven) if (!(mass < Infinity)) this.#all.push(...solids);
    for (const { solid } of this.colliders) this.#all.push(solid);
  }

  /** Adds balls that are due, and sets the motion of the colliders for the step; times in s. */
  startStep(time: number, duration: number): void {
    this.addScheduledBalls(time);
    for (let i = 0; i < this.colliders.length; i++) this.colliders[i]!.startStep(time, duration);
  }

  /**
   * Moves all solids by a substep, or by a part of one, and collides balls with each other and with the colliders.
   *
   * @param substep Start of the substep, s after the start of the step. An object, because a number would be boxed on
   *   the heap.
   * @param duration s.
   */
  advance(gravity: Vec3Tuple, substep: { readonly start: number }, duration: number): void {
    const times = this.#times;
    times[0] = this.#clock.time + substep.start;
    times[1] = times[0] + duration;
    for (let i = 0; i < this.colliders.length; i++) this.colliders[i]!.place(times);
    for (let i = 0; i < this.balls.length; i++) {
      const ball = this.balls[i]!;
      for (let k = 0; k < 3; k++) ball.velocity[k]! += duration * gravity[k]!;
      ball.move(duration);
    }
    for (let i = 0; i < this.driven.length; i++) this.driven[i]!.move(duration);
    collideBalls(this.balls, this.colliders, duration);
    for (let i = 0; i < this.balls.length; i++) this.balls[i]!.solid.begin();
    for (let i = 0; i < this.driven.length; i++) {
      const { solids } = this.driven[i]!;
      for (let k = 0; k < solids.length; k++) solids[k]!.begin();
    }
  }

  /** All solids, for the cloths, after `advance`. */
  get all(): readonly Solid[] {
    return this.#all;
  }

  /** Saves all bodies at the start of a substep. Colliders need none: their place follows from the time. */
  takeSnapshot(): void {
    const length = BODY_NUMBERS * (this.balls.length + this.driven.length);
    if (this.#snapshot.length < length) this.#snapshot = new Float64Array(length);
    for (let i = 0; i < this.balls.length; i++)
      this.balls[i]!.write(this.#snapshot, i * BODY_NUMBERS);
    for (let i = 0; i < this.driven.length; i++) {
      this.driven[i]!.write(this.#snapshot, (this.balls.length + i) * BODY_NUMBERS);
    }
  }

  /** Restores the snapshot. */
  rollback(): void {
    for (let i = 0; i < this.balls.length; i++)
      this.balls[i]!.read(this.#snapshot, i * BODY_NUMBERS);
    for (let i = 0; i < this.driven.length; i++) {
      this.driven[i]!.read(this.#snapshot, (this.balls.length + i) * BODY_NUMBERS);
    }
  }
}
