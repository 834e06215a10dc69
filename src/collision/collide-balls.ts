import type { Ball } from "./bodies.js";
import type { Collider } from "./collider.js";
import { castPoint, NO_HIT, PointCast } from "./shapes/point-cast.js";
import { SignedDistance } from "./shapes/shape.js";
import { Sphere } from "./shapes/sphere.js";
import type { ColliderSolid } from "./solids/solid.js";

/** A valley of a mesh has two faces: one may push a ball into the other. */
const MAX_ROUNDS = 4;
/** Smaller depths are ignored, m. */
const SLACK = 1e-12;
/** Two balls are a point and a ball with the sum of their radii. */
const POINT = new Sphere(0);

/**
 * Resolves contacts of balls with colliders and with each other, at the end of a substep in which all have moved.
 *
 * @param duration Of the substep, s.
 */
export function collideBalls(
  balls: readonly Ball[],
  colliders: readonly Collider[],
  duration: number,
): void {
  for (let i = 0; i < balls.length; i++) {
    for (let k = 0; k < i; k++) contact.collidePair(balls[k]!, balls[i]!);
  }
  // Colliders come last, so that no ball stays inside an immovable solid.
  for (let i = 0; i < balls.length; i++) {
    for (let k = 0; k < colliders.length; k++) {
      const { solid } = colliders[k]!;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        if (!contact.collide(balls[i]!, solid, duration)) break;
      }
    }
  }
}

/** A contact of a ball with a collider or with another ball. The object is reused. */
class BallContact {
  /** Contact point in the world, m. */
  readonly #point = new Float64Array(3);
  /** Unit vector toward the ball. */
  readonly #normal = new Float64Array(3);
  /** Velocity of the ball at the contact point, relative to the other surface, m/s. */
  readonly #velocity = new Float64Array(3);
  /** Velocity of the other surface, m/s. */
  readonly #surface = new Float64Array(3);
  /** Coulomb friction coefficient of both surfaces combined. */
  #friction = 0;
  /** Change of speed per impulse of 1 N·s, 1/kg, of the ball and of the other ball. */
  readonly #mobilities = new Float64Array(2);
  readonly #push = new Float64Array(3);
  /** Vector between the two centers, at the start and at the end of the substep. */
  readonly #startApart = new Float64Array(3);
  readonly #endApart = new Float64Array(3);
  readonly #cast = new PointCast();
  readonly #measured = new SignedDistance();

  /** Returns true if they were in contact. */
  collide(ball: Ball, solid: ColliderSolid, duration: number): boolean {
    const point = this.#point;
    const normal = this.#normal;
    const surface = this.#surface;
    const cast = this.#cast;
    // Leaves space for cloth in between, which keeps its distance from both. With less, the cloth would push the ball
    // sideways.
    const offset = ball.radius + solid.thickness + ball.solid.thickness;
    const { start, end } = ball;
    cast.offset = offset;
    solid.cast(start.position, end.position, cast);
    const { time } = cast;
    let depth = 0;
    if (time !== NO_HIT) {
      normal.set(cast.normal);
      for (let k = 0; k < 3; k++) {
        const move = end.position[k]! - start.position[k]!;
        point[k] = start.position[k]! + time * move - offset * normal[k]!;
      }
      // The solid has moved, too.
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

  /** Two balls: relative to one, the other moves like a point past a ball with the sum of both radii. */
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
    cast.time = NO_HIT;
    if (squared > 0) castPoint(POINT, startApart, endApart, cast);
    const { time } = cast;
    let depth = 0;
    if (time !== NO_HIT) {
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

  /** Stops a ball against the other ball, or against an immovable solid (null). */
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
    const stopping = sliding / (mobilities[0]! + mobilities[1]!);
    const friction = Math.min(this.#friction * impulse, stopping);
    for (let k = 0; k < 3; k++) this.#push[k] = friction * normal[k]!;
    this.#exchange(ball, against);
  }

  #measureMobility(ball: Ball, against: Ball | null): void {
    this.#mobilities.fill(0);
    ball.mobility(this.#point, this.#normal, this.#mobilities, 0);
    against?.mobility(this.#point, this.#normal, this.#mobilities, 1);
  }

  /** Applies the impulse to the ball, and the opposite one to the other. */
  #exchange(ball: Ball, against: Ball | null): void {
    const push = this.#push;
    ball.applyImpulse(this.#point, push);
    if (against === null) return;
    for (let k = 0; k < 3; k++) push[k] = -push[k]!;
    against.applyImpulse(this.#point, push);
  }
}

/** Scratch of `collideBalls`. */
const contact = new BallContact();
