// The simulation: a sheet between two rods, a floor, and balls that are thrown at the sheet.
import { Body, Plane, Sphere, Vec3, World } from "cannon-es";
import { generateGrid } from "tatter/mesh";
import { resolveTearing } from "tatter/tearing";
import { CannonCloth } from "./cloth.js";

const STEPS_PER_FRAME = 2;
const TIME_STEP = 1 / 60 / STEPS_PER_FRAME; // s
const MAX_BALLS = 5;
const MAX_DISTANCE = 9; // m

/** Width of the sheet and height of its rods, m. */
export const SHEET = { width: 1.8, bottom: 0.35, top: 2.15 };
export const BALL_RADIUS = 0.2; // m

/** Tearing limit by criterion: tension in N, stretch as length over rest length. */
export const LIMITS = { tension: 4, stretch: 1.5 };

/** The simulation without graphics. Create a new one to reset. */
export class Simulation {
  world = new World({ gravity: new Vec3(0, -9.81, 0) });
  /** @type {Body[]} */
  balls = [];
  tearCount = 0;

  /**
   * @param {keyof typeof LIMITS} [criterion]
   * @param {import("tatter/tearing").TearingOptions["path"]} [path]
   */
  constructor(criterion = "tension", path = "weak-point") {
    this.world.solver.iterations = 20;
    const floor = new Body({ mass: 0, shape: new Plane() });
    floor.quaternion.setFromEuler(-Math.PI / 2, 0, 0); // the normal of a cannon-es plane is z
    this.world.addBody(floor);

    const { width, bottom, top } = SHEET;
    const sheet = generateGrid({ size: [width, top - bottom], segments: [24, 24] });
    for (let i = 1; i < sheet.positions.length; i += 3) sheet.positions[i] += (top + bottom) / 2;
    this.cloth = new CannonCloth(this.world, sheet, {
      pinned: [...sheet.groups.top, ...sheet.groups.bottom],
      timeStep: TIME_STEP,
      tearing: { criterion, limit: LIMITS[criterion], path },
    });
  }

  /**
   * Sets the criterion and path of tearing.
   *
   * @param {keyof typeof LIMITS} criterion
   * @param {import("tatter/tearing").TearingOptions["path"]} path
   */
  tearBy(criterion, path) {
    this.cloth.tearing = resolveTearing({ criterion, limit: LIMITS[criterion], path });
  }

  /**
   * Adds a ball. If there are more than `MAX_BALLS`, the oldest is removed.
   *
   * @param {[number, number, number]} from m.
   * @param {[number, number, number]} velocity m/s.
   */
  throwBall(from, velocity) {
    const ball = new Body({
      mass: 3,
      shape: new Sphere(BALL_RADIUS),
      position: new Vec3(...from),
      velocity: new Vec3(...velocity),
      angularDamping: 0.4, // so that it stops rolling
    });
    this.balls.push(ball);
    this.world.addBody(ball);
    if (this.balls.length > MAX_BALLS) this.#removeBall(this.balls[0]);
    return ball;
  }

  /** Advances by 1/60 s. */
  step() {
    for (let i = 0; i < STEPS_PER_FRAME; i++) {
      this.world.step(TIME_STEP);
      this.tearCount += this.cloth.tear().length;
    }
    const gone = this.balls.filter(({ position }) => position.length() > MAX_DISTANCE);
    for (const ball of gone) this.#removeBall(ball);
  }

  #removeBall(ball) {
    this.balls.splice(this.balls.indexOf(ball), 1);
    this.world.removeBody(ball);
  }
}
