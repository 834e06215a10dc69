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

/** Balls and colliders at one time. Bodies that another simulation moves are in no state: that one has theirs. */
export interface SolidsState {
  balls: BallState[];
  /** How many balls there have been, and how many of the options have been thrown. */
  ballCount: number;
  scheduledCount: number;
  /** What a hand has done with each collider; null: nothing. */
  colliders: (ColliderState | null)[];
}

/** All that the cloths of a world cannot pass: colliders, balls, and bodies of other simulations. */
export class Solids implements Store {
  readonly name = "solids";
  readonly #clock: { readonly time: number };
  readonly colliders: readonly Collider[];
  /** The balls that are there now, in the order of throwing. */
  readonly balls: Ball[] = [];
  /** Bodies that another simulation moves. */
  readonly driven: DrivenBody[] = [];
  /** Balls thrown so far; each has its number. */
  ballCount = 0;
  /** Those of the options, by time, and how many of them have been thrown. */
  readonly #planned: readonly Tuples<TimedBall>[];
  scheduledCount = 0;
  /** All of them for the cloths: what gives way first, what is immovable last. */
  readonly #all: Solid[] = [];
  #kept = new Float64Array(0);
  /** When the substep under way begins and ends, s: in an array, because numbers handed from call to call go on the heap. */
  readonly #times = new Float64Array(2);

  constructor(
    colliders: readonly Tuples<ColliderOptions>[],
    balls: readonly Tuples<TimedBall>[],
    clock: { readonly time: number },
  ) {
    this.#clock = clock;
    this.colliders = colliders.map((options) => new Collider(options));
    this.#planned = balls.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
    this.reset();
  }

  /** Back to time 0. Bodies of other simulations stay where those have them. */
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

  /** Balls that are there at both times stay the same objects. */
  set state(state: SolidsState) {
    this.#resumeBalls(state.balls);
    this.ballCount = state.ballCount;
    this.scheduledCount = state.scheduledCount;
    for (const [i, collider] of this.colliders.entries()) {
      collider.restore(state.colliders[i] ?? null, this.#clock.time);
    }
  }

  check(state: unknown, field: string): void {
    checkSolids(state, field, { planned: this.#planned.length, colliders: this.colliders.length });
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** A ball whose options somebody has looked at. */
  addBall(options: Tuples<BallOptions>): Ball {
    const ball = new Ball(options, this.ballCount);
    this.ballCount++;
    this.balls.push(ball);
    this.#list();
    return ball;
  }

  /** The balls of the options whose time has come. */
  addScheduledBalls(time: number): void {
    while (this.scheduledCount < this.#planned.length) {
      const ball = this.#planned[this.scheduledCount]!;
      if (!isDue(ball.time ?? 0, time)) break;
      this.scheduledCount++;
      this.addBall(ball);
    }
  }

  removeBall(ball: Ball): boolean {
    return this.#remove(this.balls, ball);
  }

  /** Puts the balls of another time in the place of those that are there; those that are the same stay the same objects. */
  #resumeBalls(states: readonly BallState[]): void {
    const balls = states.map((state) => {
      const known = this.balls.find((ball) => ball.isOf(state));
      known?.read(state.body);
      return known ?? Ball.resume(state);
    });
    this.balls.length = 0;
    for (const ball of balls) this.balls.push(ball);
    this.#list();
  }

  addBody(options: Tuples<DrivenBodyOptions>): DrivenBody {
    const body = new DrivenBody(options);
    this.driven.push(body);
    this.#list();
    return body;
  }

  removeBody(body: DrivenBody): boolean {
    return this.#remove(this.driven, body);
  }

  #remove<Body>(bodies: Body[], body: Body): boolean {
    const place = bodies.indexOf(body);
    if (place === -1) return false;
    bodies.splice(place, 1);
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

  startStep(time: number, duration: number): void {
    this.addScheduledBalls(time);
    for (let i = 0; i < this.colliders.length; i++) this.colliders[i]!.startStep(time, duration);
  }

  /**
   * All move on by a substep, or by a part of one, and balls meet each other and the colliders.
   *
   * @param substep When it starts after the start of the step, s: in its object, because a number would go on the heap.
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

  /** For the cloths, after `advance`. */
  get all(): readonly Solid[] {
    return this.#all;
  }

  /** Keeps all bodies at one time within a step, to come back to: colliders are where the time says. */
  keep(): void {
    const length = BODY_NUMBERS * (this.balls.length + this.driven.length);
    if (this.#kept.length < length) this.#kept = new Float64Array(length);
    for (let i = 0; i < this.balls.length; i++) this.balls[i]!.write(this.#kept, i * BODY_NUMBERS);
    for (let i = 0; i < this.driven.length; i++) {
      this.driven[i]!.write(this.#kept, (this.balls.length + i) * BODY_NUMBERS);
    }
  }

  /** Goes back to it. */
  rollback(): void {
    for (let i = 0; i < this.balls.length; i++) this.balls[i]!.read(this.#kept, i * BODY_NUMBERS);
    for (let i = 0; i < this.driven.length; i++) {
      this.driven[i]!.read(this.#kept, (this.balls.length + i) * BODY_NUMBERS);
    }
  }
}
