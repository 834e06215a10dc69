import { Plane, Vector3, type Object3D } from "three";
import { aim } from "../stage/aim.js";
import type { Stage } from "../stage/stage.js";

/** Called with the number of the hand (one a pointer) and the point in space. */
interface HandCalls {
  grab(hand: number, point: Vector3): void;
  move(hand: number, point: Vector3): void;
  release(hand: number): void;
}

/** Something that hands can take hold of. */
export interface Graspable {
  object: Object3D;
  calls: HandCalls;
  /** The lowest that a hand goes which holds it at a point, m. */
  lowest: (point: Vector3) => number;
}

/**
 * Turns pointers into hands: one that starts on the cloth, or on a thing, takes hold of it and moves in the plane through
 * that point which faces the camera; one that starts beside it turns the camera. Several fingers are several hands.
 *
 * @param targets What they take hold of; none: the hand is not the tool.
 * @param hover Called with what the pointer is over: it would be taken.
 */
export function attachHands(
  stage: Stage,
  targets: () => readonly Graspable[],
  hover: (target: Graspable | null) => void,
): void {
  const canvas = stage.renderer.domElement;
  const held = new Map<number, { plane: Plane; target: Graspable; lowest: number }>();

  const nearest = (event: PointerEvent): { target: Graspable; point: Vector3 } | null => {
    const raycaster = aim(canvas, stage.camera, event);
    let first: { target: Graspable; point: Vector3; distance: number } | null = null;
    for (const target of targets()) {
      const hit = raycaster.intersectObject(target.object)[0];
      if (hit === undefined || (first !== null && first.distance <= hit.distance)) continue;
      first = { target, point: hit.point, distance: hit.distance };
    }
    return first;
  };

  // Before the camera's own listener, so that a pointer on the cloth never turns the view.
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      const hit = nearest(event);
      if (hit === null) return;
      const { target, point } = hit;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      const facing = stage.camera.getWorldDirection(new Vector3());
      const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point);
      held.set(event.pointerId, { plane, target, lowest: target.lowest(point) });
      canvas.classList.add("holding");
      target.calls.grab(event.pointerId, point);
    },
    { capture: true },
  );

  canvas.addEventListener("pointermove", (event) => {
    const hand = held.get(event.pointerId);
    if (hand === undefined) {
      // Where there is the cloth alone, nobody has to be told what would be taken.
      if (event.buttons === 0 && targets().length > 1) hover(nearest(event)?.target ?? null);
      return;
    }
    const { ray } = aim(canvas, stage.camera, event);
    const point = ray.intersectPlane(hand.plane, new Vector3());
    if (point === null) return;
    point.y = Math.max(point.y, hand.lowest);
    hand.target.calls.move(event.pointerId, point);
  });
  canvas.addEventListener("pointerleave", () => hover(null));

  const letGo = (event: PointerEvent): void => {
    const hand = held.get(event.pointerId);
    if (hand === undefined) return;
    held.delete(event.pointerId);
    if (held.size === 0) canvas.classList.remove("holding");
    hand.target.calls.release(event.pointerId);
  };
  canvas.addEventListener("pointerup", letGo);
  canvas.addEventListener("pointercancel", letGo);
}
