import { Box3, type Object3D, type Vector3 } from "three";
import type { Graspable } from "./hand.js";
import type { Command } from "../simulation/messages.js";
import type { SolidViews } from "../stage/solid-views.js";

/** No hand reaches below the floor, m. */
const LOWEST_HAND = 0.01;

type Send = (command: Command) => void;

/** All that a hand can take. */
export function graspables(cloth: Object3D, solids: SolidViews, send: Send): Graspable[] {
  return [graspableCloth(cloth, send), ...graspableColliders(solids, send)];
}

/** The cloth, which hands pull. */
function graspableCloth(cloth: Object3D, send: Send): Graspable {
  return {
    object: cloth,
    calls: {
      grab: (hand, point) => send({ type: "grab", hand, point: point.toArray() }),
      ...held(send),
    },
    lowest: () => LOWEST_HAND,
  };
}

/** The colliders that hands carry about. */
function graspableColliders(solids: SolidViews, send: Send): Graspable[] {
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
      return Math.max(LOWEST_HAND, Math.min(point.y, point.y - min.y));
    },
  }));
}

function held(send: Send): Pick<Graspable["calls"], "move" | "release"> {
  return {
    move: (hand, point) => send({ type: "move", hand, point: point.toArray() }),
    release: (hand) => send({ type: "release", hand }),
  };
}
