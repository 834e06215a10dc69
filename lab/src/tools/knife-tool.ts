import { Vector3 } from "three";
import { aim } from "../stage/aim.js";
import type { BladeTrace } from "./blade-trace.js";
import type { Blade } from "../simulation/messages.js";
import type { Stage } from "../stage/stage.js";

/** Where the blade begins and ends, m from the camera: before all cloth, and behind it. */
const BLADE = { near: 0.1, far: 20 };

/** Called with the number of the pointer, each of which has a knife of its own. */
export interface KnifeCalls {
  draw(pointer: number, blade: Blade): void;
  move(pointer: number, blade: Blade): void;
  lift(pointer: number): void;
}

/**
 * Turns pointers into knives: the blade lies along the view, so that it passes through what is seen under the pointer, in
 * all layers. A slash may begin beside the cloth; the camera stays where it is.
 *
 * @param isChosen Whether pointers are knives now.
 * @returns Lifts all knives, as when another tool is chosen.
 */
export function attachKnives(
  stage: Stage,
  trace: BladeTrace,
  isChosen: () => boolean,
  calls: KnifeCalls,
): () => void {
  const canvas = stage.renderer.domElement;
  const slashing = new Set<number>();
  const blade = (event: PointerEvent): Blade => {
    const { ray } = aim(canvas, stage.camera, event);
    const [from, to] = [BLADE.near, BLADE.far].map((at) => ray.at(at, new Vector3()).toArray());
    return { from: from!, to: to! };
  };

  // Before the camera's own listener, so that a slash never turns the view.
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (!isChosen() || event.button !== 0) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      slashing.add(event.pointerId);
      trace.begin(event.pointerId, event);
      calls.draw(event.pointerId, blade(event));
    },
    { capture: true },
  );

  canvas.addEventListener("pointermove", (event) => {
    if (!slashing.has(event.pointerId)) return;
    const between = event.getCoalescedEvents();
    for (const place of between.length > 0 ? between : [event]) trace.add(event.pointerId, place);
    calls.move(event.pointerId, blade(event));
  });

  const lift = (pointer: number): void => {
    if (slashing.delete(pointer)) calls.lift(pointer);
  };
  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, ({ pointerId }) => lift(pointerId));
  }
  return () => slashing.forEach(lift);
}
