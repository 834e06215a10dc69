import type { Ball, BallOptions, World } from "tatter";

/** Balls deeper or farther away than this are removed, m. */
const DEPTH = 20;
const DISTANCE = 50;
/** Maximum number of balls, because more make the steps slow. The oldest one is removed. */
const MAX_BALLS = 60;

export function throwBall(world: World, options: BallOptions): void {
  world.addBall(options);
  if (world.balls.length > MAX_BALLS) world.removeBall(world.balls[0]!);
}

/** Removes balls that have left the scene. Call it after each step. */
export function removeLostBalls(world: World): void {
  removeBalls(world, ({ position: [x, y, z] }) => {
    return y! < -DEPTH || Math.hypot(x!, y!, z!) > DISTANCE;
  });
}

/** Removes all balls, or those that match. */
export function removeBalls(world: World, matches: (ball: Ball) => boolean = () => true): void {
  for (const ball of world.balls.filter(matches)) world.removeBall(ball);
}
