import type { Ball } from "./bodies.js";
import type { Collider } from "./collider.js";
import { castPoint, MISSES, PointCast } from "./shapes/point-cast.js";
import { SignedDistance } from "./shapes/shape.js";
import { Sphere } from "./shapes/sphere.js";
import type { ColliderSolid } from "./solids/solid.js";

/** A valley of a mesh has two faces: off the one a ball may run into the other. */
const MAX_ROUNDS = 4;
/** So little is no depth, m. */
const SLACK = 1e-12;
/** What a ball is, as seen from the surface of another one that is as much larger. */
const POINT = new Sphere(0);

/** Keeps balls out of colliders and out of each other, at the end of a substep in which all have moved. */
export function collideBalls(
  balls: readonly Ball[],
  colliders: readonly Collider[],
  duration: number,
): void {
  for (let i = 0; i < balls.length; i++) {
    for (let k = 0; k < i; k++) contact.collidePair(balls[k]!, balls[i]!);
  }
  // Colliders come last: no ball is left in what cannot give way.
  for (let i = 0; i < balls.length; i++) {
    for (let k = 0; k < colliders.length; k++) {
      const { solid } = colliders[k]!;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        if (!contact.collide(balls[i]!, solid, duration)) break;
      }
    }
  }
}

/** A place where a ball touches something immovable, or another ball. It is used over and over. */
class BallContact {
  /** Where it is in the world, m. */
  readonly #point = new Float64Array(3);
  /** Unit vector to the ball. */
  readonly #normal = new Float64Array(3);
  /** Of the ball there, as seen from what it touches, m/s. */
  readonly #velocity = new Float64Array(3);
  /** Of what it touches, m/s. */
  readonly #surface = new Float64Array(3);
  /** Coulomb's coefficient of both. */
  #friction = 0;
  /** How much faster it gets by an impulse of 1 N·s, 1/kg, and the other ball: two numbers. */
  readonly #mobilities = new Float64Array(2);
  readonly #push = new Float64Array(3);
  /** From one ball to the other, at the start and at the end of the substep. */
  readonly #startApart = new Float64Array(3);
  readonly #endApart = new Float64Array(3);
  readonly #cast = new PointCast();
  readonly #measured = new SignedDistance();

  /** Whether it did. */
  collide(ball: Ball, solid: ColliderSolid, duration: number): boolean {
    const point = this.#point;
    const normal = this.#normal;
    const surface = this.#surface;
    const cast = this.#cast;
    // Room for cloth in between, which stays off both: squeezed out by less it would push the ball from below, to one side.
    const offset = ball.radius + solid.thickness + ball.solid.thickness;
    const { start, end } = ball;
    cast.offset = offset;
    solid.cast(start.position, end.position, cast);
    const { time } = cast;
    let depth = 0;
    if (time !== MISSES) {
      normal.set(cast.normal);
      for (let k = 0; k < 3; k++) {
        const move = end.position[k]! - start.position[k]!;
        point[k] = start.position[k]! + time * move - offset * normal[k]!;
      }
      // The solid has gone on, too.
      solid.surfaceVelocityAt(point, surface, duration);
      for (let k = 0; k < 3; k++) {
        const move = end.position[k]! - start.position[k]! - duration * surface[k]!;
        depth -= (1 - time) * move * normal[k]!;
      }
    }
    if (!(depth > 0)) {
      solid.measureAt(end.position, this.#measured);
      normal.set(this.#measured.normal);
      depth = offset - this.#measured.distance;
    }
    if (!(depth > SLACK)) return false;
    for (let k = 0; k < 3; k++) {
      end.position[k]! += depth * normal[k]!;
      point[k] = end.position[k]! - ball.radius * normal[k]!;
    }
    solid.surfaceVelocityAt(point, surface, duration);
    this.#friction = Math.sqrt(ball.solid.friction * solid.friction);
    this.#stop(ball, null);
    return true;
  }

  /** Two balls: the path of the one as seen from the other is that of a point past a ball of both radii. */
  collidePair(a: Ball, b: Ball): void {
    const point = this.#point;
    const normal = this.#normal;
    const startApart = this.#startApart;
    const endApart = this.#endApart;
    const cast = this.#cast;
    const offset = a.radius + b.radius;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      startApart[k] = b.start.position[k]! - a.start.position[k]!;
      endApart[k] = b.end.position[k]! - a.end.position[k]!;
      squared += (endApart[k]! - startApart[k]!) * (endApart[k]! - startApart[k]!);
    }
    cast.offset = offset;
    cast.time = MISSES;
    if (squared > 0) castPoint(POINT, startApart, endApart, cast);
    const { time } = cast;
    let depth = 0;
    if (time !== MISSES) {
      normal.set(cast.normal);
      for (let k = 0; k < 3; k++) {
        depth += (1 - time) * (startApart[k]! - endApart[k]!) * normal[k]!;
      }
    }
    if (!(depth > 0)) {
      POINT.measure(endApart, this.#measured);
      normal.set(this.#measured.normal);
      depth = offset - this.#measured.distance;
    }
    if (!(depth > 0)) return;
    const share = a.mass / (a.mass + b.mass);
    for (let k = 0; k < 3; k++) {
      a.end.position[k]! -= (1 - share) * depth * normal[k]!;
      b.end.position[k]! += share * depth * normal[k]!;
      point[k] = b.end.position[k]! - b.radius * normal[k]!;
    }
    a.velocityAt(point, this.#surface);
    this.#friction = Math.sqrt(a.solid.friction * b.solid.friction);
    this.#stop(b, a);
  }

  /** Stops a ball against what is behind the normal: another ball, or something immovable. */
  #stop(ball: Ball, against: Ball | null): void {
    const normal = this.#normal;
    const velocity = this.#velocity;
    const mobilities = this.#mobilities;
    ball.velocityAt(this.#point, velocity);
    for (let k = 0; k < 3; k++) velocity[k]! -= this.#surface[k]!;
    let approach = 0;
    for (let k = 0; k < 3; k++) approach -= velocity[k]! * normal[k]!;
    if (!(approach > 0)) return;
    this.#measureMobility(ball, against);
    const impulse = approach / (mobilities[0]! + mobilities[1]!);
    for (let k = 0; k < 3; k++) this.#push[k] = impulse * normal[k]!;
    this.#exchange(ball, against);
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      velocity[k]! += approach * normal[k]!;
      squared += velocity[k]! * velocity[k]!;
    }
    if (squared === 0) return;
    const sliding = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) normal[k] = -velocity[k]! / sliding;
    this.#measureMobility(ball, against);
    const stops = sliding / (mobilities[0]! + mobilities[1]!);
    const friction = Math.min(this.#friction * impulse, stops);
    for (let k = 0; k < 3; k++) this.#push[k] = friction * normal[k]!;
    this.#exchange(ball, against);
  }

  #measureMobility(ball: Ball, against: Ball | null): void {
    this.#mobilities.fill(0);
    ball.mobility(this.#point, this.#normal, this.#mobilities, 0);
    against?.mobility(this.#point, this.#normal, this.#mobilities, 1);
  }

  /** The ball gets the push, the other one the opposite. */
  #exchange(ball: Ball, against: Ball | null): void {
    const push = this.#push;
    ball.push(this.#point, push);
    if (against === null) return;
    for (let k = 0; k < 3; k++) push[k] = -push[k]!;
    against.push(this.#point, push);
  }
}

/** Scratch of `collideBalls`. */
const contact = new BallContact();
