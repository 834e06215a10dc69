import { Box3, type Object3D, type Vector3 } from "three";
import type { GrabTarget } from "./grab-tool.js";
import type { Command } from "../simulation/messages.js";
import type { SolidViews } from "../stage/solid-views.js";

/** No hand reaches below the floor, m. */
const MIN_GRAB_HEIGHT = 0.01;

type Send = (command: Command) => void;

/** All that a hand can take. */
export function grabTargets(cloth: Object3D, solids: SolidViews, send: Send): GrabTarget[] {
  return [graspableCloth(cloth, send), ...graspableColliders(solids, send)];
}

/** The cloth, which hands pull. */
function graspableCloth(cloth: Object3D, send: Send): GrabTarget {
  return {
    object: cloth,
    calls: {
      grab: (hand, point) => send({ type: "grab", hand, point: point.toArray() }),
      ...held(send),
    },
    lowest: () => MIN_GRAB_HEIGHT,
  };
}

/** The colliders that hands carry about. */
function graspableColliders(solids: SolidViews, send: Send): GrabTarget[] {
  return solids.movable.map((view) => ({
    object: view,
    calls: {
      grab(hand, point) {
        const collider = solids.colliders.indexOf(view);
        send({ type: "take", hand, collider, point: point.toArray() });
      },
      ...held(send),
    },
    lowest(point: Vector3) {
      // It stays above the floor as a whole, if it was there before.
      const { min } = new Box3().setFromObject(view, true);
      return Math.max(MIN_GRAB_HEIGHT, Math.min(point.y, point.y - min.y));
    },
  }));
}

function held(send: Send): Pick<GrabTarget["calls"], "move" | "release"> {
  return {
    move: (hand, point) => send({ type: "move", hand, point: point.toArray() }),
    release: (hand) => send({ type: "release", hand }),
  };
}
