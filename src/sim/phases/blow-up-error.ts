/**
 * Thrown by `World.step` if the simulation blows up: a particle or ball faster than 1e5 m/s, farther than 1e7 m from
 * the origin, or not finite. The message is one line: when, where, what, and the likely cause.
 *
 * @example
 * import { BlowUpError, generateGrid, World } from "tatter";
 * const mesh = generateGrid({ size: [1, 1], segments: [4, 4] });
 * const world = new World({ cloths: [{ mesh }], gravity: [0, -1e9, 0] });
 * try {
 *   world.step();
 * } catch (error) {
 *   if (error instanceof BlowUpError) world.reset();
 * }
 */
export class BlowUpError extends Error {
  override name = "BlowUpError";
  /** Start of the step in which it happened, s. */
  readonly time: number;
  /** Index of the cloth; null if it was not a cloth. */
  readonly cloth: number | null;

  constructor(message: string, time: number, cloth: number | null) {
    super(message);
    this.time = time;
    this.cloth = cloth;
  }
}
