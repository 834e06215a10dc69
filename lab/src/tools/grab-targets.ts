import { Box3, type Object3D, type Vector3 } from "three";
import type { GrabTarget } from "./grab-tool.js";
import type { Command } from "../simulation/messages.js";
import type { SolidViews } from "../stage/solid-views.js";

/** Minimum height of a grab above the floor, m. */
const MIN_GRAB_HEIGHT = 0.01;

type Send = (command: Command) => void;

/**
 * Returns everything that can be grabbed.
 *
 * @param cloths In the order of the simulation.
 */
export function grabTargets(
  cloths: readonly Object3D[],
  solids: SolidViews,
  send: Send,
): GrabTarget[] {
  return [...clothTargets(cloths, send), ...colliderTargets(solids, send)];
}

/** The cloths, which grabs pull. */
function clothTargets(cloths: readonly Object3D[], send: Send): GrabTarget[] {
  return cloths.map((object, cloth) => ({
    object,
    calls: {
      grab: (id, point) => send({ type: "grab", id, cloth, point: point.toArray() }),
      ...moveCalls(send),
    },
    lowest: () => MIN_GRAB_HEIGHT,
  }));
}

/** The colliders, which grabs move. */
function colliderTargets(solids: SolidViews, send: Send): GrabTarget[] {
  return solids.movable.map((view) => ({
    object: view,
    calls: {
      grab(id, point) {
        const collider = solids.colliders.indexOf(view);
        send({ type: "grab-collider", id, collider, point: point.toArray() });
      },
      ...moveCalls(send),
    },
    lowest(point: Vector3) {
      // It stays above the floor as a whole, if it was there before.
      const { min } = new Box3().setFromObject(view, true);
      return Math.max(MIN_GRAB_HEIGHT, Math.min(point.y, point.y - min.y));
    },
  }));
}

function moveCalls(send: Send): Pick<GrabTarget["calls"], "move" | "release"> {
  return {
    move: (id, point) => send({ type: "move", id, point: point.toArray() }),
    release: (id) => send({ type: "release", id }),
  };
}
