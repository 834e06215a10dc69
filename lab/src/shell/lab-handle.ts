import { Vector3 } from "three";
import type { Command, Stats } from "../simulation/messages.js";
import type { View } from "../stage/view.js";
import type { SceneView } from "../views/scene-view.js";
import type { SceneLoader } from "./scene-loader.js";

/**
 * API for programs that control the page. It is `globalThis.tatterLab` if the URL has `?lockstep`. The simulation then
 * waits until it is asked for steps, so that runs are the same on every machine.
 */
export interface LabHandle {
  /**
   * Makes whole steps as fast as possible.
   *
   * @returns The number of steps made, after the page has received them. It is smaller if the simulation is paused or
   * has stopped.
   */
  advance: (steps: number) => Promise<number>;
  /** True until the requested cloth is loaded. */
  readonly isLoading: boolean;
  /** The latest stats. Null before the first cloth. */
  readonly stats: Stats | null;
  /** Positions of the particles, m, three numbers per particle. The array may be longer. */
  readonly positions: ArrayLike<number>;
  /** Returns the position of a point in space on the page, px. */
  placeOf: (x: number, y: number, z: number) => { x: number; y: number };
}

/** Sources of the values of the handle. */
export interface HandleSource {
  view: View;
  loader: SceneLoader;
  sceneView: SceneView;
  send: (command: Command) => void;
}

/**
 * Installs the handle and stops the clock.
 *
 * @returns Call it with the number of steps made when the simulation holds.
 */
export function installHandle(source: HandleSource): (steps: number) => void {
  const waiting: ((steps: number) => void)[] = [];
  const handle: LabHandle = {
    advance(steps) {
      source.send({ type: "advance", steps });
      return new Promise((resolve) => waiting.push(resolve));
    },
    get isLoading() {
      return source.loader.isPending;
    },
    get stats() {
      return source.sceneView.stats;
    },
    get positions() {
      return source.sceneView.positions;
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
