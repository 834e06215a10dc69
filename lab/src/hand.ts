import { Plane, Vector3, type Object3D } from "three";
import { aim } from "./aim.js";
import type { Stage } from "./stage.js";

/** Called with the number of the hand (one a pointer) and the point in space. */
export interface HandCalls {
  grab(hand: number, point: Vector3): void;
  move(hand: number, point: Vector3): void;
  release(hand: number): void;
}

/**
 * Turns pointers into hands: one that starts on the cloth takes hold of it and moves in the plane through
 * that point which faces the camera; one that starts beside it turns the camera. Several fingers are
 * several hands.
 *
 * @param target What they take hold of; null: nothing now.
 */
export function attachHands(stage: Stage, target: () => Object3D | null, calls: HandCalls): void {
  const canvas = stage.renderer.domElement;
  const planes = new Map<number, Plane>();

  // Before the camera's own listener, so that a pointer on the cloth never turns the view.
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      const cloth = target();
      if (cloth === null || event.button !== 0) return;
      const hit = aim(canvas, stage.camera, event).intersectObject(cloth)[0];
      if (hit === undefined) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      const facing = stage.camera.getWorldDirection(new Vector3());
      planes.set(event.pointerId, new Plane().setFromNormalAndCoplanarPoint(facing, hit.point));
      canvas.classList.add("holding");
      calls.grab(event.pointerId, hit.point);
    },
    { capture: true },
  );

  canvas.addEventListener("pointermove", (event) => {
    const plane = planes.get(event.pointerId);
    if (plane === undefined) return;
    const { ray } = aim(canvas, stage.camera, event);
    const point = ray.intersectPlane(plane, new Vector3());
    if (point === null) return;
    point.y = Math.max(point.y, 0.01); // no hand reaches below the floor
    calls.move(event.pointerId, point);
  });

  const letGo = (event: PointerEvent): void => {
    if (!planes.delete(event.pointerId)) return;
    if (planes.size === 0) canvas.classList.remove("holding");
    calls.release(event.pointerId);
  };
  canvas.addEventListener("pointerup", letGo);
  canvas.addEventListener("pointercancel", letGo);
}
