import type { Ball } from "./bodies.js";
import type { Collider } from "./collider.js";
import { castPoint, MISSES, OFFSET, TIME } from "./shapes/shape.js";
import { Sphere } from "./shapes/sphere.js";
import type { ColliderSolid } from "./solids/solid.js";

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
const casting = new Float64Array(2);
// Coulomb's coefficient of both, and an impulse, N·s: in an array, because numbers handed from call to call go on the heap.
const FRICTION = 0;
const PUSH = 1;
const impulses = new Float64Array(2);
const measured = new Float64Array(4);

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
  casting[OFFSET] = offset;
  solid.cast(start.position, end.position, casting, normal);
  const time = casting[TIME]!;
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
  if (!(depth > 0)) {
    solid.measureAt(end.position, normal, casting, TIME);
    depth = offset - casting[TIME]!;
  }
  if (!(depth > SLACK)) return false;
  for (let k = 0; k < 3; k++) {
    end.position[k]! += depth * normal[k]!;
    point[k] = end.position[k]! - ball.radius * normal[k]!;
  }
  solid.surfaceVelocityAt(point, surface, duration);
  ball.velocityAt(point, velocity);
  for (let k = 0; k < 3; k++) velocity[k]! -= surface[k]!;
  impulses[FRICTION] = Math.sqrt(ball.solid.friction * solid.friction);
  exchange(ball, null);
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
  casting[OFFSET] = offset;
  casting[TIME] = MISSES;
  if (way > 0) castPoint(MIDDLE, startApart, endApart, casting, normal);
  const time = casting[TIME];
  let depth = 0;
  if (time !== MISSES) {
    for (let k = 0; k < 3; k++) depth += (1 - time) * (startApart[k]! - endApart[k]!) * normal[k]!;
  }
  if (!(depth > 0)) {
    MIDDLE.measure(endApart, measured);
    for (let k = 0; k < 3; k++) normal[k] = measured[k]!;
    depth = offset - measured[3]!;
  }
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
  impulses[FRICTION] = Math.sqrt(a.solid.friction * b.solid.friction);
  exchange(b, a);
}

const MIDDLE = new Sphere(0);

/** Stops `ball`, which has the relative `velocity` at `point`, against what is behind `normal`: another ball, or something immovable. */
function exchange(ball: Ball, against: Ball | null): void {
  let approach = 0;
  for (let k = 0; k < 3; k++) approach -= velocity[k]! * normal[k]!;
  if (!(approach > 0)) return;
  measureMobility(ball, against);
  const impulse = approach / (mobilities[0]! + mobilities[1]!);
  impulses[PUSH] = impulse;
  push(ball, against);
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    velocity[k]! += approach * normal[k]!;
    squared += velocity[k]! * velocity[k]!;
  }
  if (squared === 0) return;
  const sliding = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) normal[k] = -velocity[k]! / sliding;
  measureMobility(ball, against);
  const stops = sliding / (mobilities[0]! + mobilities[1]!);
  impulses[PUSH] = Math.min(impulses[FRICTION]! * impulse, stops);
  push(ball, against);
}

function measureMobility(ball: Ball, against: Ball | null): void {
  mobilities.fill(0);
  ball.mobility(point, normal, mobilities, 0);
  against?.mobility(point, normal, mobilities, 1);
}

function push(ball: Ball, against: Ball | null): void {
  for (let k = 0; k < 3; k++) other[k] = impulses[PUSH]! * normal[k]!;
  ball.push(point, other);
  if (against === null) return;
  for (let k = 0; k < 3; k++) other[k] = -other[k]!;
  against.push(point, other);
}
