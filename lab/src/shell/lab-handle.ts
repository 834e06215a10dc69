import { Vector3 } from "three";
import type { Command, Stats } from "../simulation/messages.js";
import type { View } from "../stage/view.js";
import type { Picture } from "../views/picture.js";
import type { SceneLoader } from "./scene-loader.js";

/**
 * What a program that drives the page gets as `globalThis.tatterLab` where the address has `?lockstep`: the simulation then
 * holds until it is asked for steps, so that the same is done and seen on every machine.
 */
export interface LabHandle {
  /**
   * Makes so many whole steps, as fast as it can.
   *
   * @returns How many were made, when the page has taken them in: fewer where time is paused or has stopped.
   */
  advance: (steps: number) => Promise<number>;
  /** True while the page shows another cloth than the one that was asked for last. */
  readonly isLoading: boolean;
  /** Null before there is a cloth. */
  readonly figures: Stats | null;
  /** m, three a particle; there may be more room than particles. */
  readonly positions: ArrayLike<number>;
  /** Where a point in space is on the page, pixels. */
  placeOf: (x: number, y: number, z: number) => { x: number; y: number };
}

/** What the handle reads. */
export interface HandleSource {
  view: View;
  loader: SceneLoader;
  picture: Picture;
  send: (command: Command) => void;
}

/**
 * Puts the handle where a program finds it, and stops the clock.
 *
 * @returns To be called when the simulation holds, with the steps made.
 */
export function offerHandle(source: HandleSource): (steps: number) => void {
  const waiting: ((steps: number) => void)[] = [];
  const handle: LabHandle = {
    advance(steps) {
      source.send({ type: "advance", steps });
      return new Promise((resolve) => waiting.push(resolve));
    },
    get isLoading() {
      return source.loader.isUnderWay;
    },
    get figures() {
      return source.picture.figures;
    },
    get positions() {
      return source.picture.positions;
    },
    placeOf(x, y, z) {
      const { clientX, clientY } = source.view.placeOf(new Vector3(x, y, z));
      return { x: clientX, y: clientY };
    },
  };
  Object.assign(globalThis, { tatterLab: handle });
  void handle.advance(0);
  return (steps) => waiting.shift()!(steps);
}
