import type { Ball, BallOptions, World } from "tatter";

/** Balls so far below the floor, or so far away, do not come back, m. */
const DEPTH = 20;
const DISTANCE = 50;
/** More than this are in nobody's sight, and make the steps slow: the oldest one goes. */
const MAX_BALLS = 60;

export function throwBall(world: World, options: BallOptions): void {
  world.addBall(options);
  if (world.balls.length > MAX_BALLS) world.removeBall(world.balls[0]!);
}

/** To be called after each step. */
export function removeLostBalls(world: World): void {
  removeBalls(world, ({ position: [x, y, z] }) => {
    return y! < -DEPTH || Math.hypot(x!, y!, z!) > DISTANCE;
  });
}

/** Removes all balls, or those that are not wanted. */
export function removeBalls(world: World, isUnwanted: (ball: Ball) => boolean = () => true): void {
  for (const ball of world.balls.filter(isUnwanted)) world.removeBall(ball);
}
