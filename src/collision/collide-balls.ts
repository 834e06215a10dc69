import type { Ball } from "./body.js";
import type { Collider } from "./collider.js";
import { castPoint, distanceFrom, MISSES } from "./shapes/shape.js";
import { Sphere } from "./shapes/sphere.js";
import type { ColliderSolid } from "./solid.js";

/** A valley of a mesh has two faces: off the one a ball may run into the other. */
const MOST_ROUNDS = 4;
/** So little is no depth, m. */
const SLACK = 1e-12;

const normal = new Float64Array(3);
const point = new Float64Array(3);
const surface = new Float64Array(3);
const velocity = new Float64Array(3);
const other = new Float64Array(3);
const startApart = new Float64Array(3);
const endApart = new Float64Array(3);
const mobilities = new Float64Array(2);

/** Keeps balls out of colliders and out of each other, at the end of a substep in which all have moved. */
export function collideBalls(
  balls: readonly Ball[],
  colliders: readonly Collider[],
  duration: number,
): void {
  for (let i = 0; i < balls.length; i++) {
    for (let k = 0; k < i; k++) collidePair(balls[k]!, balls[i]!);
  }
  // Colliders come last: no ball is left in what cannot give way.
  for (let i = 0; i < balls.length; i++) {
    for (let k = 0; k < colliders.length; k++) {
      collideWith(balls[i]!, colliders[k]!.solid, duration);
    }
  }
}

function collideWith(ball: Ball, solid: ColliderSolid, duration: number): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!collideOnce(ball, solid, duration)) return;
  }
}

/** Whether it did. */
function collideOnce(ball: Ball, solid: ColliderSolid, duration: number): boolean {
  // Room for cloth in between, which stays off both: squeezed out by less it would push the ball from below, to one side.
  const offset = ball.radius + solid.thickness + ball.solid.thickness;
  const { start, end } = ball;
  const time = solid.cast(start.position, end.position, offset, normal);
  let depth = 0;
  if (time !== MISSES) {
    for (let k = 0; k < 3; k++) {
      const way = end.position[k]! - start.position[k]!;
      point[k] = start.position[k]! + time * way - offset * normal[k]!;
    }
    // The solid has gone on, too.
    solid.surfaceVelocityAt(point, surface, duration);
    for (let k = 0; k < 3; k++) {
      const way = end.position[k]! - start.position[k]! - duration * surface[k]!;
      depth -= (1 - time) * way * normal[k]!;
    }
  }
  if (!(depth > 0)) depth = offset - solid.distanceAt(end.position, normal);
  if (!(depth > SLACK)) return false;
  for (let k = 0; k < 3; k++) {
    end.position[k]! += depth * normal[k]!;
    point[k] = end.position[k]! - ball.radius * normal[k]!;
  }
  solid.surfaceVelocityAt(point, surface, duration);
  ball.velocityAt(point, velocity);
  for (let k = 0; k < 3; k++) velocity[k]! -= surface[k]!;
  exchange(ball, null, Math.sqrt(ball.solid.friction * solid.friction));
  return true;
}

/** Two balls: the way of the one as seen from the other is that of a point past a ball of both radii. */
function collidePair(a: Ball, b: Ball): void {
  const offset = a.radius + b.radius;
  let way = 0;
  for (let k = 0; k < 3; k++) {
    startApart[k] = b.start.position[k]! - a.start.position[k]!;
    endApart[k] = b.end.position[k]! - a.end.position[k]!;
    way += (endApart[k]! - startApart[k]!) * (endApart[k]! - startApart[k]!);
  }
  const time = way > 0 ? castPoint(MIDDLE, startApart, endApart, offset, normal) : MISSES;
  let depth = 0;
  if (time !== MISSES) {
    for (let k = 0; k < 3; k++) depth += (1 - time) * (startApart[k]! - endApart[k]!) * normal[k]!;
  }
  if (!(depth > 0)) depth = offset - distanceFrom(MIDDLE, endApart, normal);
  if (!(depth > 0)) return;
  const share = a.mass / (a.mass + b.mass);
  for (let k = 0; k < 3; k++) {
    a.end.position[k]! -= (1 - share) * depth * normal[k]!;
    b.end.position[k]! += share * depth * normal[k]!;
    point[k] = b.end.position[k]! - b.radius * normal[k]!;
  }
  a.velocityAt(point, other);
  b.velocityAt(point, velocity);
  for (let k = 0; k < 3; k++) velocity[k]! -= other[k]!;
  exchange(b, a, Math.sqrt(a.solid.friction * b.solid.friction));
}

const MIDDLE = new Sphere(0);

/** Stops `ball`, which has the relative `velocity` at `point`, against what is behind `normal`: another ball, or something immovable. */
function exchange(ball: Ball, against: Ball | null, friction: number): void {
  let approach = 0;
  for (let k = 0; k < 3; k++) approach -= velocity[k]! * normal[k]!;
  if (!(approach > 0)) return;
  const impulse = approach / mobility(ball, against);
  push(ball, against, impulse);
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    velocity[k]! += approach * normal[k]!;
    squared += velocity[k]! * velocity[k]!;
  }
  if (squared === 0) return;
  const sliding = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) normal[k] = -velocity[k]! / sliding;
  push(ball, against, Math.min(friction * impulse, sliding / mobility(ball, against)));
}

function mobility(ball: Ball, against: Ball | null): number {
  mobilities.fill(0);
  ball.mobility(point, normal, mobilities, 0);
  against?.mobility(point, normal, mobilities, 1);
  return mobilities[0]! + mobilities[1]!;
}

function push(ball: Ball, against: Ball | null, impulse: number): void {
  for (let k = 0; k < 3; k++) other[k] = impulse * normal[k]!;
  ball.push(point, other);
  if (against === null) return;
  for (let k = 0; k < 3; k++) other[k] = -other[k]!;
  against.push(point, other);
}
